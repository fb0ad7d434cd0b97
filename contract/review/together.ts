import type { Reading } from '../readings.ts'
import { readingStateOf } from '../values/readingState.ts'

/** Readings that a person confirms at once, at most. */
export const maxTogether = 60

/**
 * Whether a reading may be confirmed together with others of the same value: the reader was unsure of it, and nothing else
 * speaks against it. Missing values, counters that ran backwards and abnormal values are looked at one by one.
 */
export const mayConfirmTogether = (reading: Reading): boolean =>
  readingStateOf(reading) === 'unsure' &&
  !reading.is_abnormal &&
  reading.confirmed_doubts.length === 0 &&
  reading.consumption?.note !== 'backwards'
