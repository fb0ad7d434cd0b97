import { isAbnormal } from '../../contract/abnormal.ts'
import { type CategoryType, categoryType } from '../../contract/categories.ts'
import type { Meter } from '../../contract/meters.ts'

/** A step from the last value that is larger than this share of the measuring range is worth a second look. */
const farShareOfRange = 0.3
/** The same without a range: a share of the last value. */
const farShareOfValue = 0.5

type Bounds = Pick<
  Meter,
  'start_value' | 'end_value' | 'emergency_start_value' | 'emergency_end_value' | 'evidence'
>

/** Why a value should be looked at once more before it is sent, in words; empty when it is as expected. */
export function doubtsAbout(value: number, meter: Bounds, type: CategoryType): string[] {
  const { start_value: start, end_value: end, evidence } = meter
  const doubts: string[] = []
  if (isAbnormal({ value, read_state: null }, meter)) doubts.push('異常範囲の値です。')
  const range = start === null || end === null ? null : { start, end }
  if (range && (value < range.start || value > range.end)) doubts.push('測定範囲の外の値です。')
  const last = evidence[0]?.value
  if (last === undefined) return doubts
  if (type === categoryType.counter && value < last) {
    doubts.push('前回の値より小さくなっています。')
  } else if (Math.abs(value - last) > farFrom(last, range)) {
    doubts.push('前回の値から大きく変わっています。')
  }
  return doubts
}

function farFrom(last: number, range: { start: number; end: number } | null): number {
  if (range && range.end > range.start) return (range.end - range.start) * farShareOfRange
  // Nothing can be said about a change from zero.
  return last === 0 ? Number.POSITIVE_INFINITY : Math.abs(last) * farShareOfValue
}
