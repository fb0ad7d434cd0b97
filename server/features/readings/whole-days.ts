import dayjs from 'dayjs'
import utc from 'dayjs/plugin/utc.js'
import { sql } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import type { Interval } from '../../interval.ts'
import { isUnbounded, type Selection } from './selection.ts'

dayjs.extend(utc)

/** Local days `YYYY-MM-DD`, both inclusive; null: open. Empty where `first` is after `last`. */
export interface DayRange {
  first: string | null
  last: string | null
}

/** The whole days of an interval, and whether it starts or ends within another day. */
export interface WholeDays extends DayRange {
  startsMidway: boolean
  endsMidway: boolean
}

/** By the calendar of the database, which the rollups use; cached, since it does not change while we run. */
export async function wholeDaysOf(tx: Tx, { interval, timeZone }: Selection): Promise<WholeDays> {
  const { from, before } = interval
  if (isUnbounded(interval)) return { first: null, last: null, startsMidway: false, endsMidway: false }
  const key = `${from?.getTime()} ${before?.getTime()} ${timeZone}`
  const days = cache.get(key) ?? (await findWholeDays(tx, interval, timeZone))
  if (cache.size >= maxCached) cache.clear()
  cache.set(key, days)
  return days
}

const cache = new Map<string, WholeDays>()
const maxCached = 1000

async function findWholeDays(tx: Tx, { from, before }: Interval, timeZone: string): Promise<WholeDays> {
  const { rows } = await tx.execute<{ [Key in keyof WholeDays]: WholeDays[Key] | null }>(sql`
    select (start + (start = before_start)::int)::text as first, start = before_start as "startsMidway",
      (before_stop - (stop = before_stop)::int)::text as last, stop = before_stop as "endsMidway"
    from (
      select (start at time zone zone)::date as start, ((start - interval '1 ms') at time zone zone)::date as before_start,
        (stop at time zone zone)::date as stop, ((stop - interval '1 ms') at time zone zone)::date as before_stop
      from (select ${from?.toISOString() ?? null}::timestamptz as start,
        ${before?.toISOString() ?? null}::timestamptz as stop, ${timeZone}::text as zone) as ends
    ) as days`)
  const [days] = rows
  if (days === undefined) throw new Error('the database did not say which days an interval has')
  const { first, last, startsMidway, endsMidway } = days
  return { first, last, startsMidway: startsMidway ?? false, endsMidway: endsMidway ?? false }
}

export const isEmptyRange = ({ first, last }: DayRange): boolean =>
  first !== null && last !== null && first > last

/** Whole months, named by their first day, and the days before and after them. */
export function splitMonths({ first, last }: DayRange): { months: DayRange[]; days: DayRange[] } {
  const firstMonth = first === null ? null : dayjs.utc(first).add(-1, 'day').add(1, 'month').date(1)
  const lastMonth = last === null ? null : dayjs.utc(last).add(1, 'day').date(1).add(-1, 'month')
  if (firstMonth !== null && lastMonth !== null && firstMonth.isAfter(lastMonth)) {
    return { months: [], days: [{ first, last }].filter((days) => !isEmptyRange(days)) }
  }
  const before = firstMonth && { first, last: formatDay(firstMonth.add(-1, 'day')) }
  const after = lastMonth && { first: formatDay(lastMonth.add(1, 'month')), last }
  return {
    months: [{ first: firstMonth && formatDay(firstMonth), last: lastMonth && formatDay(lastMonth) }],
    days: [before, after].filter((days) => days !== null).filter((days) => !isEmptyRange(days)),
  }
}

const formatDay = (day: dayjs.Dayjs) => day.format('YYYY-MM-DD')
