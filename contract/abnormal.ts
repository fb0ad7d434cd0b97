/**
 * What is to be said of a device’s reading: the current of a 4~20mA loop is below 3.6 mA or above 21 mA, or the device
 * names an error of its own.
 */
const deviceReasons = ['loop broken', 'loop short', 'device error'] as const
export type DeviceReason = (typeof deviceReasons)[number]

export const isDeviceReason = (reason: string): reason is DeviceReason =>
  deviceReasons.some((each) => each === reason)

/** The meter’s emergency range; a bound may be missing. */
export interface AbnormalRange {
  emergency_start_value: number | null
  emergency_end_value: number | null
}

/**
 * AI processing state of a picture. A picture is `waiting` if its meter cannot be read: until the meter has reading
 * settings, or, for categories that cannot be read, until a person enters the value. Null if there is no picture, or a
 * person's value or the device's own one counts and the picture need not be read.
 */
export const readState = { unprocessed: 0, processed: 1, failed: 2, waiting: 3 } as const
export type ReadState = (typeof readState)[keyof typeof readState]

/** Whether the picture has not been read, so that an empty value is not a missing one. */
export const isUnread = (state: ReadState | null): boolean =>
  state === readState.unprocessed || state === readState.waiting

/**
 * Whether a reading is abnormal: empty, or inside the emergency range, ends included. A picture that is not read yet is
 * not empty.
 */
export function isAbnormal(
  reading: { value: number | null; read_state: ReadState | null },
  range: AbnormalRange,
): boolean {
  if (reading.value === null) return !isUnread(reading.read_state)
  const { emergency_start_value: start, emergency_end_value: end } = range
  if (start === null || end === null) return false
  return reading.value >= start && reading.value <= end
}

/** Whether a value is missing because a 4 to 20 mA loop is open: 断線の疑い. */
export const isLoopBroken = (reasons: readonly string[]): boolean =>
  reasons.includes('loop broken' satisfies DeviceReason)
