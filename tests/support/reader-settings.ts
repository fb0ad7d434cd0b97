import type { ReaderSettings } from '../../reader/core/types.ts'

/** A meter of which nothing is known but its kind: spread it and say what is known. */
export const nothingKnown: Omit<ReaderSettings, 'type'> = {
  settings: null,
  area: null,
  axis: null,
  radius: null,
  digitNumber: null,
  decimalPoint: null,
  range: null,
}
