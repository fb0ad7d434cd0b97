import type { Reading } from '../readings.ts'

/**
 * What is said of the time of a device’s reading: it is the time of arrival, or the device’s own time, which may be wrong
 * because nothing confirms its clock.
 */
const timeReasons = ['arrival time', 'unconfirmed time'] as const
export type TimeReason = (typeof timeReasons)[number]

export const isTimeReason = (reason: string): reason is TimeReason =>
  timeReasons.some((each) => each === reason)

/** Whether a reading is left out of consumption until a person confirms or corrects its time. */
export const isTimeUnconfirmed = ({ reasons }: Pick<Reading, 'reasons'>): boolean =>
  reasons.includes('unconfirmed time' satisfies TimeReason)

/** Whether a reading came from a device, and not from a person or a phone. */
export const isOfDevice = ({ source }: Pick<Reading, 'source'>): boolean =>
  source === 'camera' || source === 'analog'
