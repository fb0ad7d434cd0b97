import dayjs from 'dayjs'
import utc from 'dayjs/plugin/utc.js'
import { sql } from 'drizzle-orm'
import { meters, readings } from '../../db/schema.ts'
import { type Interval, intervalOf } from '../../interval.ts'
import { isValidInstant } from '../../time-zone.ts'

dayjs.extend(utc)

/** Whether a value or time can contain it: `12,345.6`, `-5`, `11/20`, `09:30`. */
export const isNumeric = (text: string): boolean => /^[\d.,:/ -]+$/.test(text)

const dated = /^(\d{4})[-/](\d{2})(?:[-/](\d{2})( [\d:]*)?)?$/

/**
 * The month or day that a text names: `2026/11`, `2026-11-20`, `2026-11-20 09:3`. No value and no other time contains
 * such a text. Null for other texts.
 */
export function periodOf(text: string, zone: string): { interval: Interval; isWhole: boolean } | null {
  const match = dated.exec(text)
  if (match === null) return null
  const [, year = '', month = '', day, time] = match
  const first = dayjs.utc(`${year}-${month}-${day ?? '01'}`)
  const last = day === undefined ? first.endOf('month') : first
  // dayjs turns November 31 into December 1.
  if (first.format('YYYY-MM') !== `${year}-${month}`) return null
  if (!isValidInstant(first.toDate()) || !isValidInstant(last.toDate())) return null
  const span = { from: first.format('YYYY-MM-DD'), to: last.format('YYYY-MM-DD') }
  return { interval: intervalOf(span, zone, 'text'), isWhole: time === undefined }
}

/** text/formatNumber.ts in SQL, without thousands separators. */
export const valueText = sql`case when ${meters.decimalPoint} is null
  then trim_scale(round(${readings.value}::numeric, 6))::text
  else round(${readings.value}::numeric, ${meters.decimalPoint})::text end`
