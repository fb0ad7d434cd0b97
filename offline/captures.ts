import type { Doubt } from '../contract/doubts.ts'
import type { ErrorCode } from '../contract/errors.ts'

/** The owner of a row: only this user sees it, and it is sent with their key in this organization only. */
export interface Owner {
  userId: number
  organizationId: number
}

/**
 * `draft`: the inspector has not decided yet. `queued`: to be sent. `sending`: in flight (if the sender died,
 * the next holder of the drain lock treats it as `queued`). `sent`: the receipt matched, the bytes are
 * deleted. `held-auth`: waits for its owner to sign in. `rejected`: the server refuses it for good.
 * `quarantined`: the stored bytes are missing or damaged.
 */
export type CaptureState = 'draft' | 'queued' | 'sending' | 'sent' | 'held-auth' | 'rejected' | 'quarantined'

/** Errors noticed on the device. */
export type LocalFailure =
  | 'network'
  | 'timeout'
  | 'foreign_answer'
  | 'receipt_mismatch'
  | 'bytes_damaged'
  | 'bytes_unreadable'

/** Why the last attempt failed: the server's code, or why there was no usable answer. */
export interface CaptureFailure {
  code: ErrorCode | LocalFailure
  /** HTTP status; null: no answer. */
  status: number | null
  /** The server's messages, in Japanese. */
  messages: string[]
  /** Milliseconds since 1970. */
  at: number
}

/** A row of the outbox. Times are milliseconds since 1970 by the phone's clock. */
export interface Capture extends Owner {
  /** UUID made at the shutter: the idempotency key of every attempt. */
  id: string
  /** Order of sending, ascending. */
  seq: number
  meterId: number
  /** The name when photographed: the outbox shows it without the meter list. */
  meterName: string
  /** The name when photographed, for people with several organizations. */
  organizationName: string
  unit: string
  decimalPoint: number | null
  state: CaptureState
  attempts: number
  /** Not sent automatically before this time; 0: at once. */
  nextAttemptAt: number
  lastError: CaptureFailure | null
  /** Generation of the refused session; another generation releases the row. Null unless `held-auth`. */
  heldGeneration: number | null
  capturedAt: number
  /** Minutes ahead of UTC. */
  tzOffset: number
  /** Milliseconds by which the phone's clock was moved, against a monotonic clock, since the page loaded. */
  monotonicDelta: number
  mime: string
  /** Of the bytes to send. */
  byteLength: number
  /** SHA-256 of the bytes to send, 64 lower-case hex digits. */
  sha256: string
  /** What the inspector accepted or entered, in the meter's unit; null: the server reads. */
  value: number | null
  valueSource: 'accepted' | 'corrected' | null
  /** What spoke against the value when the inspector confirmed it; absent: nothing. */
  confirmedDoubts?: Doubt[]
  /** When the receipt came; null unless `sent`. */
  sentAt: number | null
  /** The reading made from the capture; null unless `sent`. */
  readingId: number | null
}

/** Is sent without user action. */
export const isPending = (state: CaptureState): boolean => state === 'queued' || state === 'sending'

/** Such a row is only removed by its owner. */
export const isUnsent = (state: CaptureState): boolean => state !== 'sent'

const endings: Record<string, string> = {
  'image/png': 'png',
  'image/webp': 'webp',
  'image/heic': 'heic',
  'image/heif': 'heif',
}

export const endingOf = (mime: string): string => endings[mime] ?? 'jpg'
