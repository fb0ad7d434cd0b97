import dayjs from 'dayjs'
import utc from 'dayjs/plugin/utc.js'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { kana } from '../../../contract/searchText.ts'
import { meters, readings } from '../../db/schema.ts'
import { isValidInstant } from '../../time-zone.ts'
import { type Interval, intervalOf } from './interval.ts'

dayjs.extend(utc)

/** A text of the database as searches compare it: `searchText` of the contract in SQL. */
export const searchable = (text: SQLWrapper): SQL =>
  sql`translate(lower(normalize(${text}, NFKC)), ${kana.hiragana}, ${kana.katakana})`

/** Whether a value or a time can contain it: `12,345.6`, `-5`, `11/20`, `09:30`. */
export const isNumeric = (text: string): boolean => /^[\d.,:/ -]+$/.test(text)

const dated = /^(\d{4})[-/](\d{2})(?:[-/](\d{2})( [\d:]*)?)?$/

/**
 * The month or day that a text names: `2026/11`, `2026-11-20`, `2026-11-20 09:3`. Such a text is in no value and in no
 * time of another month or day, so those are not searched. Null for anything else.
 */
export function periodOf(text: string, zone: string): { interval: Interval; isWhole: boolean } | null {
  const match = dated.exec(text)
  if (match === null) return null
  const [, year = '', month = '', day, time] = match
  const first = dayjs.utc(`${year}-${month}-${day ?? '01'}`)
  const last = day === undefined ? first.endOf('month') : first
  // dayjs carries a 31st of November over into December.
  if (first.format('YYYY-MM') !== `${year}-${month}`) return null
  if (!isValidInstant(first.toDate()) || !isValidInstant(last.toDate())) return null
  const span = { from: first.format('YYYY-MM-DD'), to: last.format('YYYY-MM-DD') }
  return { interval: intervalOf(span, zone), isWhole: time === undefined }
}

/** A value as the console shows it, but for the commas between thousands: src/ui/text/numberText.ts in SQL. */
export const valueText = sql`case when ${meters.decimalPoint} is null
  then trim_scale(round(${readings.value}::numeric, 6))::text
  else round(${readings.value}::numeric, ${meters.decimalPoint})::text end`
