import type { Span } from '../../../../contract/time/spans.ts'
import { dayOf, partsOfDay } from '../../../ui/text/calendarDays.ts'
import type { Period, PeriodChoice } from './period.ts'

const day = 'YYYY-MM-DD'

/** Days back from today; a month goes back to the same date, or to the last one of a shorter month. */
const daysBack = { day: 0, week: 7, fortnight: 14 }

function firstDayOf(period: Exclude<Period, 'range'>, today: string): string {
  const [year, month, date] = partsOfDay(today)
  if (period !== 'month') return dayOf(year, month, date - daysBack[period])
  const [sameDate, lastDay] = [dayOf(year, month - 1, date), dayOf(year, month, 0)]
  if (sameDate > lastDay) return lastDay
  return sameDate
}

/**
 * The span to request, to the minute. `today` is `YYYY-MM-DD` in the organization’s zone. Presets end today; a range
 * without an end is open there.
 */
export function periodSpan(choice: PeriodChoice, today: string): Span {
  if (choice.period === 'range') return { from: choice.from ?? null, to: choice.to ?? null }
  const from = firstDayOf(choice.period, today)
  return { from: `${from}-00-00`, to: `${today}-23-59` }
}

/** In whole days, as abnormal readings are requested; today at the latest. */
export function periodDays(choice: PeriodChoice, today: string): Span {
  const { from, to } = periodSpan(choice, today)
  const until = to?.slice(0, day.length) ?? today
  return { from: from?.slice(0, day.length) ?? null, to: until < today ? until : today }
}

/** The days of a range that begins and ends with whole days; otherwise empty. */
export function wholeDaysOf({ from, to }: PeriodChoice): {
  from: string | undefined
  to: string | undefined
} {
  const whole = from?.endsWith('-00-00') && to?.endsWith('-23-59')
  return whole
    ? { from: from?.slice(0, day.length), to: to?.slice(0, day.length) }
    : { from: undefined, to: undefined }
}

/** From `YYYY-MM-DD-HH-mm` to the picker's format. */
export function toPickerFormat(time: string | undefined): string | null {
  const match = /^(\d{4}-\d{2}-\d{2})-(\d{2})-(\d{2})$/.exec(time ?? '')
  return match ? `${match[1]} ${match[2]}:${match[3]}:00` : null
}

/** From the picker’s `YYYY-MM-DD HH:mm:ss` to a span's format. */
const fromPicker = (time: string | null): string | undefined => {
  const match = /^(\d{4}-\d{2}-\d{2}) (\d{2}):(\d{2}):/.exec(time ?? '')
  return match ? match.slice(1).join('-') : undefined
}

/** Picker format `YYYY-MM-DD HH:mm:ss`; null while not picked. */
export type PickedRange = readonly [start: string | null, end: string | null]

/** A day just picked as end counts to its last minute; the picker gives its first. */
export function withWholeLastDay(before: PickedRange, after: PickedRange): PickedRange {
  const [start, end] = after
  const fresh = before[1] === null && end !== null && end.endsWith('00:00:00')
  return fresh ? [start, end.replace('00:00:00', '23:59:00')] : after
}

/** Earlier time first; null while one is missing. */
export function pickedSpan([start, end]: PickedRange): { from: string; to: string } | null {
  const [from, to] = [fromPicker(start), fromPicker(end)]
  if (from === undefined || to === undefined) return null
  return from <= to ? { from, to } : { from: to, to: from }
}
