import { type CategoryType, isDigital } from '../../../../contract/categories.ts'
import type { Meter } from '../../../../contract/meters.ts'
import type { ValuesAround } from '../../../../contract/readings.ts'
import type { KnownMonths } from '../../../../contract/usage/monthSoFar.ts'
import {
  capacityOf,
  exceedsDigits,
  exceedsDigitsText,
  greatestDifference,
} from '../../../../contract/values/consumption.ts'
import { doubtsAbout } from '../../../lib/readings/confirmImplausibleValue.ts'
import { rateText } from '../../../lib/readings/consumptionTexts.ts'
import {
  asDisplayed,
  changeSinceLast,
  maxChangeSince,
  type ToldDoubt,
} from '../../../lib/readings/plausibility.ts'
import { unusualMonthDoubt } from '../../../lib/usages/unusualMonthDoubt.ts'
import { formatDifference } from '../../../ui/text/formatDifference.ts'
import { parseNumberValue } from '../../../ui/text/parseNumber.ts'

/** A meter of a paper list with what its value is compared with. */
export interface PaperMeter {
  /** As known on this device before the time of the list. */
  meter: Meter
  /** The meter has a later value, so that the values around the time are asked for. */
  isEarlier: boolean
  /** Null: its category is not known here yet. */
  type: CategoryType | null
  unit: string
  /** Null: they are not known. */
  months: KnownMonths | null
}

interface Judged {
  /** Null: there is none, or it is wrong. */
  value: number | null
  error: string | null
  doubts: ToldDoubt[]
}

const day = 86_400_000

/** The meter with the value before the time as its last. */
export const meterAround = (meter: Meter, around: ValuesAround | null): Meter =>
  around === null ? meter : { ...meter, evidence: around.before === null ? [] : [around.before] }

/** Judges a typed value by the rules of データを追加. `at`: milliseconds since 1970. */
export function judgeRow(text: string, at: number, row: PaperMeter, around: ValuesAround | null): Judged {
  const { meter, type, unit, months } = row
  const value = parseNumberValue(text)
  if (value === undefined) return { value: null, error: '数値を入力してください', doubts: [] }
  if (value === null) return { value: null, error: null, doubts: [] }
  if (type === null)
    return { value: null, error: 'メーター種別を確認できません。画面を更新してください', doubts: [] }
  const digits = { digits: meter.digit_number, decimals: meter.decimal_point }
  if (isDigital(type) && exceedsDigits(value, digits))
    return { value: null, error: exceedsDigitsText(digits), doubts: [] }
  const ofMonth = months && unusualMonthDoubt(months, { value, at }, meter, unit)
  const doubts = doubtsAbout({ value, at, meter, type, unit, around })
  return { value, error: null, doubts: ofMonth === null ? doubts : [...doubts, ofMonth] }
}

/** `+12.3 kWh` since the last value, and of a meter that counts up how much that is a day; null: there is no last value. */
export function differenceTexts(
  value: number,
  at: number,
  meter: Meter,
  unit: string,
): { difference: string; perDay: string | null } | null {
  const change = changeSinceLast({ shown: { value, at }, meter })
  if (change === null) return null
  const { amount, last } = change
  const difference = amount ?? change.difference
  const elapsed = at - last.at
  return {
    difference: `${formatDifference(difference, meter.decimal_point)} ${unit}`.trimEnd(),
    perDay:
      meter.is_cumulative && amount !== null && elapsed > 0
        ? `1日あたり ${rateText((amount / elapsed) * day, meter.decimal_point, unit)}`
        : null,
  }
}

/**
 * Between which values nothing is asked because of the last one, within the measuring range; null: not known. Behind a
 * rollover `high` is the smaller one.
 */
export function usualBand(meter: Meter, at: number): { low: number; high: number } | null {
  const { start_value: start, end_value: end, decimal_point: decimals } = meter
  const [evidence] = meter.evidence
  if (evidence === undefined) return null
  const last = asDisplayed({ value: evidence.value, at: Date.parse(evidence.created_at) }, decimals)
  const most = meter.is_cumulative
    ? greatestDifference(meter.rate, at - last.at)
    : maxChangeSince(last, meter)
  if (most === null) return null
  const low = Math.max(
    meter.is_cumulative ? last.value : last.value - most,
    start ?? Number.NEGATIVE_INFINITY,
  )
  const high = Math.min(last.value + most, end ?? Number.POSITIVE_INFINITY)
  if (!Number.isFinite(low) || !Number.isFinite(high) || low > high) return null
  const capacity = meter.is_cumulative ? capacityOf({ digits: meter.digit_number, decimals }) : null
  return { low, high: capacity !== null && high >= capacity ? high - capacity : high }
}
