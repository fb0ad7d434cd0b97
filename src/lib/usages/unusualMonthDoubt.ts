import type { Meter } from '../../../contract/meters.ts'
import { toNumber } from '../../../contract/usage/decimal.ts'
import { type KnownMonths, type MonthCount, unusualMonth } from '../../../contract/usage/monthSoFar.ts'
import { percentChange, perDay } from '../../../contract/usage/perDay.ts'
import type { Shown } from '../../../contract/values/consumption.ts'
import { formatNumber } from '../../../text/formatNumber.ts'
import { usageDecimals } from '../meters/usageDecimals.ts'
import { rateText } from '../readings/consumptionTexts.ts'
import type { ToldDoubt } from '../readings/plausibility.ts'

const ofDay = ({ usage, from, until }: MonthCount) => perDay(usage, until - from)

/** Asks about a value with which this month, or the one that it completes, differs much from others a day; null: nothing. */
export function unusualMonthDoubt(
  months: KnownMonths,
  shown: Shown,
  meter: Pick<Meter, 'decimal_point' | 'multiplier'>,
  unit: string,
): ToldDoubt | null {
  const found = unusualMonth(months, shown)
  if (found === null) return null
  const { isCurrent, check, isMore, count } = found
  const [now, then] = [ofDay(count), ofDay(found.compared)]
  const written = (usage: typeof now) => rateText(toNumber(usage), usageDecimals(meter), unit)
  const month = isCurrent ? '今月はここまで' : '先月は'
  const other = check === 'last_year' ? '前年の同じ月' : isCurrent ? '先月' : '先々月'
  const percent = percentChange(now, then)
  const compared =
    percent === null || check === 'zero'
      ? `${other}は ${written(then)} でした`
      : `${other}の ${written(then)} より ${formatNumber(Math.abs(percent), 0)} % ${isMore ? '多く' : '少なく'}なります`
  return { doubt: 'unusual_month', text: `${month}1日あたり ${written(now)} で、${compared}。` }
}
