/**
 * What is to be said of a device’s reading: the current of a 4~20mA loop is below 3.6 mA or above 21 mA, the device
 * names an error of its own, or its value is not a number.
 */
const deviceReasons = ['loop broken', 'loop short', 'device error', 'device unreadable'] as const
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

const loopFaults = { 'loop broken': '断線の疑い', 'loop short': '短絡の疑い' } as const
type LoopFault = keyof typeof loopFaults

export const isLoopFault = (reason: string): reason is LoopFault => reason in loopFaults

/** What is probably wrong with a 4 to 20 mA loop, so that there is no value: 断線の疑い. Null: nothing. */
export function loopFaultText(reasons: readonly string[] = []): string | null {
  const fault = reasons.find(isLoopFault)
  return fault === undefined ? null : loopFaults[fault]
}
