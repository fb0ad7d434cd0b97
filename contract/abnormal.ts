/** The meter’s emergency range; a bound may be missing. */
export interface AbnormalRange {
  emergency_start_value: number | null
  emergency_end_value: number | null
}

/** AI processing state of a picture. Null if there is no picture to read, or the device's own value counts instead. */
export const readState = { unprocessed: 0, processed: 1, failed: 2 } as const
export type ReadState = (typeof readState)[keyof typeof readState]

/**
 * Whether a reading is abnormal: empty, or inside the emergency range, ends included. A picture that is not read yet is
 * not empty.
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
