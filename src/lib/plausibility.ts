import { isAbnormal } from '../../contract/abnormal.ts'
import { type CategoryType, categoryType } from '../../contract/categories.ts'
import type { Meter } from '../../contract/meters.ts'

/** Largest expected change from the last value, as a ratio of the measuring range. */
const maxChangeOfRange = 0.3
/** Without a range: as a ratio of the last value. */
const maxChangeOfValue = 0.5

type Bounds = Pick<
  Meter,
  'start_value' | 'end_value' | 'emergency_start_value' | 'emergency_end_value' | 'evidence'
>

/** Reasons to check a value before sending; empty if as expected. */
export function plausibilityWarnings(value: number, meter: Bounds, type: CategoryType): string[] {
  const { start_value: start, end_value: end, evidence } = meter
  const doubts: string[] = []
  if (isAbnormal({ value, read_state: null }, meter)) doubts.push('異常範囲の値です。')
  const range = start === null || end === null ? null : { start, end }
  if (range && (value < range.start || value > range.end)) doubts.push('測定範囲の外の値です。')
  const last = evidence[0]?.value
  if (last === undefined) return doubts
  if (type === categoryType.counter && value < last) {
    doubts.push('前回の値より小さくなっています。')
  } else if (Math.abs(value - last) > maxChangeFrom(last, range)) {
    doubts.push('前回の値から大きく変わっています。')
  }
  return doubts
}

/** Beyond this difference from the last value the next one is unexpected. */
export function maxChangeFrom(last: number, range: { start: number; end: number } | null): number {
  if (range && range.end > range.start) return (range.end - range.start) * maxChangeOfRange
  // No ratio to zero.
  return last === 0 ? Number.POSITIVE_INFINITY : Math.abs(last) * maxChangeOfValue
}
