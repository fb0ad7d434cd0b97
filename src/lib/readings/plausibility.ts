import { type CategoryType, familyOf } from '../../../contract/categories.ts'
import type { Meter } from '../../../contract/meters.ts'
import { isAbnormal } from '../../../contract/values/abnormal.ts'
import {
  capacityOf,
  differenceBetween,
  greatestDifference,
  type Shown,
} from '../../../contract/values/consumption.ts'
import type { Doubt } from '../../../contract/values/doubts.ts'
import { formatNumber, formatRange, roundToDecimals } from '../../../text/formatNumber.ts'
import { sinceOf } from '../held/heldReplacements.ts'
import { rateText, usualText } from './consumptionTexts.ts'

/** Largest expected change from the last value, as a ratio of the measuring range. */
const maxChangeOfRange = 0.3
/** Without a range: as a ratio of the last value. */
const maxChangeOfValue = 0.5
/** How far a reading of a scale may be off and still be right, as a ratio of its range; without one, of the value. */
const scaleTolerance = 0.02

export type CheckedMeter = Pick<
  Meter,
  | 'start_value'
  | 'end_value'
  | 'emergency_start_value'
  | 'emergency_end_value'
  | 'evidence'
  | 'decimal_point'
  | 'digit_number'
  | 'is_cumulative'
  | 'rate'
  | 'replacement'
>

/** What speaks against a value, and how much, for a person to decide. */
export interface ToldDoubt {
  doubt: Doubt
  text: string
}

interface Checked {
  /** `at` in milliseconds since 1970. */
  shown: Shown
  meter: CheckedMeter
  type: CategoryType
  unit: string
  /** What the reader was sure of by the photograph alone; null: of nothing. */
  sureRead?: number | null
  /** The next reading, if the value is entered for an earlier time; null: it is the newest. */
  next?: Shown | null
}

/** Rounds a value to what is displayed, so that a difference next to it adds up with it. */
export const asDisplayed = (shown: Shown, decimals: number | null): Shown => ({
  ...shown,
  value: roundToDecimals(shown.value, decimals ?? 6),
})

/**
 * Compares a value with the last one, both as displayed; null if there is no last one. `amount`: what was counted, over
 * a rollover; null if it went backwards.
 */
export function changeSinceLast({ shown, meter }: Pick<Checked, 'shown' | 'meter'>): {
  last: Shown
  difference: number
  amount: number | null
  rolledOver: boolean
} | null {
  const [evidence] = meter.evidence
  if (evidence === undefined) return null
  const { digit_number: digits, decimal_point: decimals, rate } = meter
  const last = asDisplayed({ value: evidence.value, at: Date.parse(evidence.created_at) }, decimals)
  const current = asDisplayed(shown, decimals)
  const difference = current.value - last.value
  if (!meter.is_cumulative) return { last, difference, amount: difference, rolledOver: false }
  const counted = differenceBetween(last, current, { digits, decimals, rate })
  return { last, difference, amount: counted?.amount ?? null, rolledOver: counted?.rolledOver ?? false }
}

/** Reasons to ask about a value; empty if as expected. */
export function doubtsOf(checked: Checked): ToldDoubt[] {
  const { next = null } = checked
  const own = doubtsWithPrevious(checked)
  const ofNext = next === null ? null : doubtWithNext(checked, next)
  return ofNext === null ? own : [...own, ofNext]
}

function doubtsWithPrevious({ shown, meter, type, unit, sureRead = null }: Checked): ToldDoubt[] {
  const { start_value: start, end_value: end, emergency_start_value: from, emergency_end_value: to } = meter
  const { value } = shown
  const doubts: ToldDoubt[] = []
  const written = (number: number) => `${formatNumber(number, meter.decimal_point)} ${unit}`.trimEnd()
  const between = (low: number, high: number) =>
    `${formatRange(low, high, meter.decimal_point)} ${unit}`.trimEnd()
  if (sureRead !== null && contradicts(value, sureRead, meter, type))
    doubts.push({ doubt: 'not_as_read', text: `写真から読み取った ${written(sureRead)} と違います。` })
  if (from !== null && to !== null && isAbnormal({ value, read_state: null }, meter))
    doubts.push({ doubt: 'abnormal', text: `異常範囲（${between(from, to)}）の値です。` })
  const range = start === null || end === null ? null : { start, end }
  if (range && (value < range.start || value > range.end))
    doubts.push({
      doubt: 'out_of_range',
      text: `測定範囲（${between(range.start, range.end)}）の外の値です。`,
    })
  const change = changeSinceLast({ shown, meter })
  if (change === null) return doubts
  const { last, difference, amount } = change
  const isStart = last.at === sinceOf(meter)
  const compared = `${isStart ? '交換時の開始値' : '前回の'} ${written(last.value)} `
  if (amount === null) {
    const less = written(-difference)
    return [...doubts, { doubt: 'backwards', text: `${compared}より ${less} 小さい値です。` }]
  }
  const limit = meter.is_cumulative ? greatestDifference(meter.rate, shown.at - last.at) : null
  if (limit !== null && meter.rate) {
    if (amount <= limit) return doubts
    const most = rateText(meter.rate.greatest, meter.decimal_point, unit)
    const usual = usualText(meter.rate, meter.decimal_point, unit)
    const since = isStart ? 'メーター交換' : '前回'
    const text = `${since}から${elapsedText(shown.at - last.at)}で ${written(amount)} 増えています。ふだんは${usual}、多い日でも ${most} です。`
    return [...doubts, { doubt: 'too_fast', text }]
  }
  if (Math.abs(amount) <= maxChangeSince(last, meter)) return doubts
  const by = `${written(Math.abs(amount))} ${amount < 0 ? '減って' : '増えて'}います。`
  return [...doubts, { doubt: 'large_change', text: `${compared}から大きく変わり、${by}` }]
}

/** Compares a value with the reading that follows it. */
function doubtWithNext({ shown: entered, meter, unit }: Checked, following: Shown): ToldDoubt | null {
  const shown = asDisplayed(entered, meter.decimal_point)
  const next = asDisplayed(following, meter.decimal_point)
  const written = (number: number) => `${formatNumber(number, meter.decimal_point)} ${unit}`.trimEnd()
  const compared = `次回の ${written(next.value)} `
  const differing = (): ToldDoubt | null => {
    const change = next.value - shown.value
    if (Math.abs(change) <= maxChangeSince(shown, meter)) return null
    const text = `${compared}から大きく離れ、${written(Math.abs(change))} ${change < 0 ? '大きい' : '小さい'}値です。`
    return { doubt: 'large_change', text }
  }
  if (!meter.is_cumulative) return differing()
  const counting = { digits: meter.digit_number, decimals: meter.decimal_point, rate: meter.rate }
  const counted = differenceBetween(shown, next, counting)
  if (counted === null) {
    const text = `${compared}より ${written(shown.value - next.value)} 大きい値です。`
    return { doubt: 'above_next', text }
  }
  const limit = greatestDifference(meter.rate, next.at - shown.at)
  if (limit === null || !meter.rate) return differing()
  if (counted.amount <= limit) return null
  const usual = usualText(meter.rate, meter.decimal_point, unit)
  const text = `次回までの${elapsedText(next.at - shown.at)}で ${written(counted.amount)} 増えることになります。ふだんは${usual} です。`
  return { doubt: 'too_fast', text }
}

/**
 * Whether a typed value is another one than the photograph shows: by more than one of the last figure, between which a
 * drum may stand, or for a scale by more than its reading may be off.
 */
function contradicts(value: number, read: number, meter: CheckedMeter, type: CategoryType): boolean {
  const { start_value: start, end_value: end, decimal_point: decimals, digit_number: digits } = meter
  const isScale = familyOf(type) !== 'digital'
  const figure = decimals === null ? (isScale ? 0 : 1) : 10 ** -decimals
  const span = start === null || end === null ? Math.abs(read) : end - start
  const most = Math.max(figure, isScale ? span * scaleTolerance : 0)
  const apart = Math.abs(value - read)
  const capacity = meter.is_cumulative ? capacityOf({ digits, decimals }) : null
  const around = capacity === null ? apart : Math.min(apart, Math.abs(capacity - apart))
  // Half a figure beyond, because decimals are not exact in binary.
  return around > most + figure / 2
}

/**
 * Beyond this difference from the last value the next one is unexpected. The start of a new meter says nothing of how
 * it counts, what the old one showed at last does.
 */
export function maxChangeSince(
  last: Shown,
  meter: Pick<Meter, 'start_value' | 'end_value' | 'replacement'>,
): number {
  const { start_value: start, end_value: end, replacement } = meter
  if (start !== null && end !== null && end > start) return (end - start) * maxChangeOfRange
  const oldEnd = last.at === sinceOf(meter) ? (replacement?.old_end_value ?? 0) : 0
  const compared = Math.max(Math.abs(last.value), oldEnd)
  // No ratio to zero.
  return compared === 0 ? Number.POSITIVE_INFINITY : compared * maxChangeOfValue
}

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

/** `3日間`, `5時間`; of a clock that was changed, a minute. */
export function elapsedText(elapsed: number): string {
  if (elapsed < 2 * hour) return `${Math.max(1, Math.round(elapsed / minute))}分間`
  if (elapsed < 2 * day) return `${Math.round(elapsed / hour)}時間`
  return `${Math.round(elapsed / day)}日間`
}
