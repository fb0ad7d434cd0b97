import type { SkipReason } from '../contract/rounds.ts'
import type { Capture } from './captures.ts'
import { byServerClock, type Owner, type Sendable, states } from './sendable.ts'

/** A row of the outbox without a photograph. */
interface OwnedRow extends Sendable {
  /** Not where captures have it: version 1 of the app would take the row for a photograph of its user's. */
  owner: Owner
}

/** A meter that the inspector left out, with the reason. */
export interface Skip extends OwnedRow {
  kind: 'skip'
  reason: SkipReason
  /** Written with the reason `other`. */
  note: string
  skippedAt: number
}

/** A meter that was replaced by another at the same place. Values in the meter's unit. */
export interface SavedReplacement extends OwnedRow {
  kind: 'replacement'
  unit: string
  decimalPoint: number | null
  /** What the old one showed at last; null: nobody read it. */
  oldEnd: number | null
  /** What the new one showed at first. */
  newStart: number
  note: string
  replacedAt: number
  /** A person chose the time: the clock of this device does not make it wrong. */
  timeChosen?: boolean
  /** When it was written down. */
  savedAt: number
  /** On the server; null unless `sent`. */
  replacementId: number | null
}

export type Row = Capture | Skip | SavedReplacement

export const isSkip = (row: Row): row is Skip => row.kind === 'skip'
export const isReplacement = (row: Row): row is SavedReplacement => row.kind === 'replacement'
export const isCapture = (row: Row): row is Capture => row.kind === undefined || row.kind === 'capture'

export const ownerOf = (row: Row): Owner => (isSkip(row) || isReplacement(row) ? row.owner : row)

/** Since when it has been in the outbox, by the phone's clock. */
export function savedAtOf(row: Row): number {
  if (isSkip(row)) return row.skippedAt
  return isReplacement(row) ? row.savedAt : (row.savedAt ?? row.capturedAt)
}

/** When the meter was replaced, by the server's clock. */
export const replacedAtOf = (row: SavedReplacement): number =>
  row.timeChosen === true ? row.replacedAt : byServerClock(row.replacedAt, row)

/** Rows of a newer version of the app are left to it. */
export const isKnown = (row: Row): boolean =>
  (isCapture(row) || isSkip(row) || isReplacement(row)) && states.includes(row.state)

export const belongsTo = (row: Row, { userId, organizationId }: Owner): boolean => {
  const owner = ownerOf(row)
  return owner.userId === userId && owner.organizationId === organizationId
}
