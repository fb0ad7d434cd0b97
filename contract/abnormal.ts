/** What the documents call the meter’s emergency range; a bound may be missing. */
export interface AbnormalRange {
  emergency_start_value: number | null
  emergency_end_value: number | null
}

/** How far the reader has come with a picture (AI processing state of the documents); null: there is no picture to read. */
export const readState = { unprocessed: 0, processed: 1, failed: 2 } as const
export type ReadState = (typeof readState)[keyof typeof readState]

/**
 * Whether a reading is abnormal: empty, or inside the meter’s emergency range, inclusive at both ends.
 * A picture that is still to be read is not empty yet.
 */
export function isAbnormal(
  reading: { value: number | null; read_state: ReadState | null },
  range: AbnormalRange,
): boolean {
  if (reading.value === null) return reading.read_state !== readState.unprocessed
  const { emergency_start_value: start, emergency_end_value: end } = range
  if (start === null || end === null) return false
  return reading.value >= start && reading.value <= end
}
