import type { SkipReason } from '../contract/rounds.ts'
import type { Capture } from './captures.ts'
import { type Owner, type Sendable, states } from './sendable.ts'

/** A meter that the inspector left out, with the reason: a row of the outbox like a photograph. */
export interface Skip extends Sendable {
  kind: 'skip'
  /** Not where captures have it: version 1 of the app would take the row for a photograph of its user's. */
  owner: Owner
  reason: SkipReason
  /** Written with the reason `other`. */
  note: string
  skippedAt: number
}

export type Row = Capture | Skip

export const isSkip = (row: Row): row is Skip => row.kind === 'skip'
export const isCapture = (row: Row): row is Capture => !isSkip(row)

export const ownerOf = (row: Row): Owner => (isSkip(row) ? row.owner : row)

/** When the inspector acted. */
export const happenedAt = (row: Row): number => (isSkip(row) ? row.skippedAt : row.capturedAt)

/** Rows of a newer version of the app are left to it. */
export const isKnown = (row: Row): boolean =>
  (row.kind === undefined || row.kind === 'capture' || row.kind === 'skip') && states.includes(row.state)

export const belongsTo = (row: Row, { userId, organizationId }: Owner): boolean => {
  const owner = ownerOf(row)
  return owner.userId === userId && owner.organizationId === organizationId
}
