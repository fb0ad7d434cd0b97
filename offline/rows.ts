import type { SkipReason } from '../contract/rounds.ts'
import type { Doubt } from '../contract/values/doubts.ts'
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

/** A value that an inspector entered without a photograph, in the meter's unit. */
export interface Entry extends OwnedRow {
  kind: 'entry'
  unit: string
  decimalPoint: number | null
  value: number
  /** As of a capture whose value was typed. */
  valueSource: 'corrected'
  /** What spoke against the value when the inspector confirmed it. */
  confirmedDoubts: Doubt[]
  /** When the meter showed it. By the server's clock if `timeChosen`; `clockOffset` is null then. */
  capturedAt: number
  /** A person chose the time, whatever the clock of this device shows. */
  timeChosen: boolean
  /** When it was stored; absent: at `capturedAt`. */
  savedAt?: number
  /** The reading made from it; null unless `sent`. */
  readingId: number | null
}

/** A row that becomes a reading. */
export type ValueRow = Capture | Entry

/** Changes a row that the server has or may have. It is sent after that row's receipt. */
interface AmendingRow extends OwnedRow {
  /** Key of the row that is changed. */
  targetId: string
  savedAt: number
}

/** Another value for a capture, in the meter's unit. */
export interface Correction extends AmendingRow {
  kind: 'correction'
  unit: string
  decimalPoint: number | null
  value: number
  /** What spoke against the value when the inspector confirmed it. */
  confirmedDoubts: Doubt[]
}

/** Takes a capture, an entered value or a skip back. */
export interface Withdrawal extends AmendingRow {
  kind: 'withdrawal'
  /**
   * What the skip says, so that the server withdraws it even if it has not arrived. Null if only the server has the skip,
   * or has it with another content, and for a capture or an entered value.
   */
  skip: Pick<Skip, 'reason' | 'note' | 'skippedAt'> | null
  /** `capture` also for an entered value, because workers of earlier versions withdraw anything else as a skip. */
  of: 'capture' | 'skip'
}

export type Amendment = Correction | Withdrawal

export type Row = ValueRow | Skip | SavedReplacement | Amendment

export const isSkip = (row: Row): row is Skip => row.kind === 'skip'
export const isReplacement = (row: Row): row is SavedReplacement => row.kind === 'replacement'
export const isCapture = (row: Row): row is Capture => row.kind === undefined || row.kind === 'capture'

export const isEntry = (row: Row): row is Entry => row.kind === 'entry'
export const isValueRow = (row: Row): row is ValueRow => isCapture(row) || isEntry(row)

export const isCorrection = (row: Row): row is Correction => row.kind === 'correction'
export const isWithdrawal = (row: Row): row is Withdrawal => row.kind === 'withdrawal'
export const isAmendment = (row: Row): row is Amendment => isCorrection(row) || isWithdrawal(row)

export const ownerOf = (row: Row): Owner => ('owner' in row ? row.owner : row)

/** Since when it has been in the outbox, by the phone's clock. */
export function savedAtOf(row: Row): number {
  if (isSkip(row)) return row.skippedAt
  return isValueRow(row) ? (row.savedAt ?? row.capturedAt) : row.savedAt
}

/** When the meter was replaced, by the server's clock. */
export const replacedAtOf = (row: SavedReplacement): number =>
  row.timeChosen === true ? row.replacedAt : byServerClock(row.replacedAt, row)

/**
 * Whether the server cannot have it: after an attempt without an answer it may. A skip that was taken back is gone from this
 * device, so only its withdrawal says what became of it.
 */
export const isDiscardable = (row: Row): boolean =>
  row.attempts === 0 &&
  (row.state === 'draft' || row.state === 'queued' || row.state === 'held-auth') &&
  !(isWithdrawal(row) && row.of === 'skip')

/** Rows of a newer version of the app are left to it. */
export const isKnown = (row: Row): boolean =>
  (isValueRow(row) || isSkip(row) || isReplacement(row) || isAmendment(row)) && states.includes(row.state)

export const belongsTo = (row: Row, { userId, organizationId }: Owner): boolean => {
  const owner = ownerOf(row)
  return owner.userId === userId && owner.organizationId === organizationId
}
