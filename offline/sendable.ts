import type { ErrorCode } from '../contract/calls/errors.ts'
import { correctionOf } from '../contract/time/phoneClock.ts'

/** The owner of a row: only this user sees it, and it is sent with their key in this organization only. */
export interface Owner {
  userId: number
  organizationId: number
}

/**
 * `draft`: the inspector has not decided yet. `queued`: to be sent. `sending`: in flight (if the sender ended,
 * the next holder of the drain lock puts it back to `queued`). `sent`: the receipt matched, the bytes are
 * deleted. `held-auth`: waits for its owner to sign in. `rejected`: the server refuses it for good.
 * `quarantined`: the stored bytes are missing or damaged. `aside`: a person took it out of the queue, it is kept.
 * `discarded`: a person does not want it; kept for a while, so that it can be taken back.
 */
export const states = [
  'draft',
  'queued',
  'sending',
  'sent',
  'held-auth',
  'rejected',
  'quarantined',
  'aside',
  'discarded',
] as const
export type RowState = (typeof states)[number]

/** Errors noticed on the device. */
export type LocalFailure =
  | 'network'
  | 'timeout'
  | 'foreign_answer'
  | 'receipt_mismatch'
  | 'bytes_damaged'
  | 'bytes_unreadable'
  | 'interrupted'

/** Why the last attempt failed: the server's code, or why there was no usable answer. */
export interface SendFailure {
  code: ErrorCode | LocalFailure
  /** HTTP status; null: no answer. */
  status: number | null
  /** The server's messages, in Japanese. */
  messages: string[]
  /** Milliseconds since 1970. */
  at: number
}

/** What every row of the outbox has. Times are milliseconds since 1970 by the phone's clock. */
export interface Sendable {
  /** UUID made when the inspector acted: the idempotency key of every attempt. */
  id: string
  /** Order of sending, ascending. */
  seq: number
  meterId: number
  /** The name at that time: the outbox shows it without the meter list. */
  meterName: string
  /** The name at that time, for people with several organizations. */
  organizationName: string
  /**
   * Milliseconds by which the phone's clock was ahead of the server's, as last known when the inspector acted; null: no
   * answer yet. Absent in older rows.
   */
  clockOffset?: number | null
  state: RowState
  attempts: number
  /** Not sent automatically before this time; 0: at once. */
  nextAttemptAt: number
  lastError: SendFailure | null
  /** How often in a row the page or worker ended during an attempt. Absent: never. */
  interruptions?: number
  /** Generation of the refused session; another generation releases the row. Null unless `held-auth`. */
  heldGeneration: number | null
  /** When the receipt came; null unless `sent`. */
  sentAt: number | null
  /** Of a row that is `aside` or `discarded`: when that was done, and the state to which it is taken back. */
  removed?: {
    at: number
    from: RowState
    /** A value that its inspector took back on the capture screen, to enter it again. */
    isTakenBack?: true
  }
  /** When it was last written to a file outside the browser. */
  exportedAt?: number
  /** Of a row from another device's file: whose it was there. */
  importedFrom?: { userId: number; username: string | null }
}

/** A time of a row, by the phone's clock, as the server will have it. */
export const byServerClock = (time: number, { clockOffset }: Pick<Sendable, 'clockOffset'>): number =>
  time - correctionOf(clockOffset)

/** Is sent without user action. */
export const isPending = (state: RowState): boolean => state === 'queued' || state === 'sending'

/** Is to be sent, if need be after a person has done something. */
export const isUnsent = (state: RowState): boolean => isOnlyHere(state) && state !== 'aside'

/** No one else has it: only its owner removes it. */
export const isOnlyHere = (state: RowState): boolean => state !== 'sent' && state !== 'discarded'

type Standing = Pick<Sendable, 'state' | 'removed'>

const standingOf = ({ state, removed }: Standing): RowState | undefined =>
  state === 'aside' ? removed?.from : state

/** The photograph on this device is missing or damaged: nothing of it can be sent or saved. */
export const isDamaged = (row: Standing): boolean => standingOf(row) === 'quarantined'

/** Whether the server has another content under this key, and would refuse the row again. */
export const isKeyReused = ({ lastError }: Pick<Sendable, 'lastError'>): boolean =>
  lastError?.code === 'key_reused'

/** The server, or this device, has said that it cannot be sent as it is. */
export const isRefused = (row: Standing): boolean => standingOf(row) === 'rejected' || isDamaged(row)
