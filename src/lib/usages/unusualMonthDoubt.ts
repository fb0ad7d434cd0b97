import { addMonths } from '../../../contract/closing/closingDates.ts'
import type { Meter } from '../../../contract/meters.ts'
import { toNumber } from '../../../contract/usage/decimal.ts'
import {
  type KnownMonths,
  type MonthCount,
  monthOf,
  unusualMonth,
} from '../../../contract/usage/monthSoFar.ts'
import { percentChange, perDay } from '../../../contract/usage/perDay.ts'
import type { Shown } from '../../../contract/values/consumption.ts'
import { formatNumber } from '../../../text/formatNumber.ts'
import { usageDecimals } from '../meters/usageDecimals.ts'
import { rateText } from '../readings/consumptionTexts.ts'
import type { ToldDoubt } from '../readings/plausibility.ts'

const ofDay = ({ usage, from, until }: MonthCount) => perDay(usage, until - from)

/** How a month and the one before it are called in the present month; all are `YYYY-MM`. */
function namesOf(month: string, present: string | undefined): { own: string; before: string } {
  if (month === present) return { own: '今月', before: '先月' }
  if (addMonths(month, 1) === present) return { own: '先月', before: '先々月' }
  return { own: `${Number(month.slice(-2))}月`, before: '前の月' }
}

/**
 * Asks about a value with which its month, or the one that it completes, differs much from others a day; null: nothing.
 * `months` end with the present month.
 */
export function unusualMonthDoubt(
  months: KnownMonths,
  shown: Shown,
  meter: Pick<Meter, 'decimal_point' | 'multiplier'>,
  unit: string,
): ToldDoubt | null {
  const found = unusualMonth(months, shown)
  if (found === null) return null
  const { month, isCurrent, check, isMore, count } = found
  const [now, then] = [ofDay(count), ofDay(found.compared)]
  const written = (usage: typeof now) => rateText(toNumber(usage), usageDecimals(meter), unit)
  const present = months.rows.map(monthOf).toSorted().at(-1)
  const names = namesOf(month, present)
  const span = isCurrent ? (month === present ? 'ここまで' : 'この日まで') : ''
  const other = check === 'last_year' ? '前年の同じ月' : names.before
  const percent = percentChange(now, then)
  const compared =
    percent === null || check === 'zero'
      ? `${other}は ${written(then)} でした`
      : `${other}の ${written(then)} より ${formatNumber(Math.abs(percent), 0)} % ${isMore ? '多く' : '少なく'}なります`
  return { doubt: 'unusual_month', text: `${names.own}は${span}1日あたり ${written(now)} で、${compared}。` }
}
