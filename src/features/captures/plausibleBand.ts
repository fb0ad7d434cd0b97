import { type CategoryType, categoryType } from '../../../contract/categories.ts'
import { maxChangeFrom } from '../../lib/plausibility.ts'

export interface Band {
  start: number
  end: number
}

/** Where the next value is expected: within the measuring range and not far from the last value. Null: anywhere. */
export function plausibleBand(
  last: number | null,
  meter: { start_value: number | null; end_value: number | null },
  type: CategoryType,
): Band | null {
  const { start_value: start, end_value: end } = meter
  const range = start === null || end === null ? null : { start, end }
  if (last === null) return range
  const change = maxChangeFrom(last, range)
  if (!Number.isFinite(change)) return range
  const from = type === categoryType.counter ? last : last - change
  return {
    start: Math.max(from, range?.start ?? from),
    end: Math.min(last + change, range?.end ?? Number.POSITIVE_INFINITY),
  }
}
