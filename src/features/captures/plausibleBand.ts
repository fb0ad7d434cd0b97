import type { CategoryType } from '../../../contract/categories.ts'
import { greatestDifference, isCounter } from '../../../contract/consumption.ts'
import type { Meter } from '../../../contract/meters.ts'
import { maxChangeFrom } from '../../lib/plausibility.ts'

export interface Band {
  start: number
  end: number
}

/**
 * Where the next value is expected: within the measuring range and not far from the last value, of a counter no farther
 * than it ever counted in that time. Null: anywhere.
 */
export function plausibleBand(
  last: { value: number; created_at: string } | null,
  meter: Pick<Meter, 'start_value' | 'end_value' | 'rate'>,
  type: CategoryType,
  at: number,
): Band | null {
  const { start_value: start, end_value: end } = meter
  const range = start === null || end === null ? null : { start, end }
  if (last === null) return range
  const { value } = last
  const limit = isCounter(type) ? greatestDifference(meter.rate, at - Date.parse(last.created_at)) : null
  const change = limit ?? maxChangeFrom(value, range)
  if (!Number.isFinite(change)) return range
  const from = isCounter(type) ? value : value - change
  return {
    start: Math.max(from, range?.start ?? from),
    end: Math.min(value + change, range?.end ?? Number.POSITIVE_INFINITY),
  }
}
