import type { ErrorCode } from '../contract/errors.ts'

/** Whose a row is. Rows are shown to this user only and sent with this user's key in this organization only. */
export interface Owner {
  userId: number
  organizationId: number
}

/**
 * Where a capture stands. `draft`: photographed, the inspector has not decided yet. `queued`: to be sent.
 * `sending`: on its way (or the sender died: whoever holds the drain lock takes it as `queued`). `sent`: the
 * server's receipt matched and the bytes are gone. `held-auth`: waits for its owner to sign in.
 * `rejected`: the server will not take it as it is. `quarantined`: the stored bytes are missing or damaged.
 */
export type CaptureState = 'draft' | 'queued' | 'sending' | 'sent' | 'held-auth' | 'rejected' | 'quarantined'

/** What this device itself noticed. */
export type LocalFailure =
  | 'network'
  | 'timeout'
  | 'foreign_answer'
  | 'receipt_mismatch'
  | 'bytes_damaged'
  | 'bytes_unreadable'

/** Why the last attempt failed: the server's code, or what kept its answer from us. */
export interface CaptureFailure {
  code: ErrorCode | LocalFailure
  /** HTTP status, null when there was no answer. */
  status: number | null
  /** What the server said, in Japanese; empty when it said nothing. */
  messages: string[]
  /** Milliseconds since 1970. */
  at: number
}

/** A row of the outbox. Times are milliseconds since 1970 by the phone's clock. */
export interface Capture extends Owner {
  /** UUID made at the shutter: the idempotency key of every attempt to send it. */
  id: string
  /** Order of sending, rising. */
  seq: number
  meterId: number
  /** As it was called when photographed, so that the outbox can name it without the meter list. */
  meterName: string
  /** As the organization was called, for people who belong to several. */
  organizationName: string
  unit: string
  decimalPoint: number | null
  state: CaptureState
  attempts: number
  /** Not sent by itself before this time; 0 for at once. */
  nextAttemptAt: number
  lastError: CaptureFailure | null
  /** Generation of the session that was refused; another generation releases the row. Null unless `held-auth`. */
  heldGeneration: number | null
  capturedAt: number
  /** Minutes that local time was ahead of UTC. */
  tzOffset: number
  /** Milliseconds that the phone's clock had been moved by, against a steady clock, since the page was loaded. */
  monotonicDelta: number
  mime: string
  /** Of the bytes that are to be sent. */
  byteLength: number
  /** SHA-256 of the bytes that are to be sent, 64 lower-case hexadecimal figures. */
  sha256: string
  /** What the inspector accepted or wrote, in the meter's unit; null: the server reads. */
  value: number | null
  valueSource: 'accepted' | 'corrected' | null
  /** When the receipt came; null unless `sent`. */
  sentAt: number | null
  /** Number of the reading that the capture became; null unless `sent`. */
  readingId: number | null
}

/** Waits for the server without a person having to do anything. */
export const isPending = (state: CaptureState): boolean => state === 'queued' || state === 'sending'

/** The server does not hold it yet. Such a row is never removed without its owner's word. */
export const isUnsent = (state: CaptureState): boolean => state !== 'sent'

const endings: Record<string, string> = {
  'image/png': 'png',
  'image/webp': 'webp',
  'image/heic': 'heic',
  'image/heif': 'heif',
}

/** How the name of a file ends that holds a photograph of this media type. */
export const endingOf = (mime: string): string => endings[mime] ?? 'jpg'
