import type { Doubt } from '../contract/values/doubts.ts'
import type { Owner, Sendable } from './sendable.ts'

/** What tells when a chosen picture was taken. */
export interface RecordedTime {
  /** Milliseconds since 1970. */
  at: number
  /** Its own record, or when its file was changed last or another app shared it. */
  from: 'photograph' | 'file' | 'sharing'
  /** False: it cannot be right, and the time of choosing counts. */
  plausible: boolean
}

/** A photograph in the outbox. */
export interface Capture extends Owner, Sendable {
  /** Absent in rows of version 1. */
  kind?: 'capture'
  unit: string
  decimalPoint: number | null
  /** When the photograph was taken. */
  capturedAt: number
  /** When a photograph that was taken before was put into the outbox; absent: at `capturedAt`. */
  savedAt?: number
  /** Of a picture that was chosen, so that its time can be corrected; absent: taken just now. */
  recorded?: RecordedTime
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
  /** The phone could not find its meter in the photograph, which is good enough for it. Absent: not known. */
  looksLikeOtherMeter?: boolean
  /** The reading made from the capture; null unless `sent`. */
  readingId: number | null
}

const endings: Record<string, string> = {
  'image/png': 'png',
  'image/webp': 'webp',
  'image/heic': 'heic',
  'image/heif': 'heif',
}

export const endingOf = (mime: string): string => endings[mime] ?? 'jpg'
