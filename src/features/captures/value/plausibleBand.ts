import type { Meter } from '../../../../contract/meters.ts'
import { capacityOf, greatestDifference, type Shown } from '../../../../contract/values/consumption.ts'
import { maxChangeSince } from '../../../lib/readings/plausibility.ts'

export interface Band {
  start: number
  end: number
}

interface Expected {
  last: Shown | null
  /** Milliseconds since 1970. */
  at: number
  meter: Pick<
    Meter,
    'start_value' | 'end_value' | 'digit_number' | 'decimal_point' | 'is_cumulative' | 'rate' | 'replacement'
  >
}

/**
 * Where the next value is expected: within the measuring range, not far from the last value, and for a cumulative meter
 * no further than it ever counted. Without a known rate or a measuring range nothing says how far the value may go. Null:
 * anywhere, as for a cumulative meter that may roll over.
 */
export function plausibleBand({ last, at, meter }: Expected): Band | null {
  const { start_value: start, end_value: end } = meter
  const range = start === null || end === null ? null : { start, end }
  if (last === null) return range
  const counts = meter.is_cumulative
  const change = counts ? greatestDifference(meter.rate, at - last.at) : range && maxChangeSince(last, meter)
  if (change === null) return range
  const most = last.value + change
  const capacity = capacityOf({ digits: meter.digit_number, decimals: meter.decimal_point })
  if (counts && capacity !== null && most >= capacity) return null
  const least = counts ? last.value : last.value - change
  return {
    start: Math.max(least, range?.start ?? least),
    end: Math.min(most, range?.end ?? most),
  }
}
