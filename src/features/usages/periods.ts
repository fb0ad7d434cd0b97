import type { CalendarPeriod } from '../../../contract/usage/usages.ts'
import type { Days } from '../../lib/queries/usages.ts'
import { dayOf, partsOfDay } from '../../ui/text/calendarDays.ts'
import type { View } from './search.ts'

interface Distance {
  months?: number
  days?: number
}

/** With what each usage is compared. */
export interface Comparison {
  key: 'previous' | 'yearly'
  /** 前月比, and in a cell 前月. */
  name: string
  short: string
  distance: Distance
}

interface Shown {
  period: CalendarPeriod
  /** Days of the columns. */
  days: Days
  /** Days to ask for, those of the compared periods included. */
  asked: Days[]
  label: string
  /** A day of the period before and of the one behind. */
  before: string
  behind: string
}

export const periodOfView: Record<View, CalendarPeriod> = {
  recent: 'month',
  year: 'month',
  month: 'day',
  day: 'hour',
}

/** On a desktop the months of the year; where there is less room, this month and the last one. */
export const usualView = (): View => (window.matchMedia('(width >= 75em)').matches ? 'year' : 'recent')

const months: readonly Comparison[] = [
  { key: 'previous', name: '前月比', short: '前月', distance: { months: -1 } },
  { key: 'yearly', name: '前年同月比', short: '前年', distance: { months: -12 } },
]

/** Days are compared with the same day of the week, because plants rest on Sundays. */
export const comparisonsOf: Record<View, readonly Comparison[]> = {
  recent: months,
  year: months,
  month: [
    { key: 'previous', name: '前週同曜日比', short: '前週', distance: { days: -7 } },
    { key: 'yearly', name: '前年同日比', short: '前年', distance: { months: -12 } },
  ],
  day: [
    { key: 'previous', name: '前日同時刻比', short: '前日', distance: { days: -1 } },
    { key: 'yearly', name: '前週同時刻比', short: '前週', distance: { days: -7 } },
  ],
}

/** Returns the day so far away; null where that month has no such day. */
export function shiftDay(day: string, { months = 0, days = 0 }: Distance): string | null {
  const [year, month, date] = partsOfDay(day)
  const shifted = dayOf(year, month + months, date + days)
  return days === 0 && !shifted.endsWith(day.slice(-2)) ? null : shifted
}

/** Returns what a view shows of the time around a day, and what it asks for. `today` and `at` as `YYYY-MM-DD`. */
export function shownPeriod(view: View, at: string, today: string): Shown {
  const [year, month, date] = partsOfDay(view === 'recent' ? today : at)
  const monthDays = (from: number) => ({ from: dayOf(year, from, 1), to: dayOf(year, from + 1, 0) })
  const period = periodOfView[view]
  if (view === 'recent') {
    const days = { from: dayOf(year, month - 1, 1), to: dayOf(year, month, 1) }
    return {
      period,
      days,
      asked: [{ from: dayOf(year, month - 13, 1), to: days.to }],
      label: '今月と先月',
      before: days.from,
      behind: days.to,
    }
  }
  if (view === 'year') {
    const days = { from: dayOf(year, 1, 1), to: dayOf(year, 12, 31) }
    return {
      period,
      days,
      asked: [{ from: dayOf(year - 1, 1, 1), to: days.to }],
      label: `${year}年`,
      before: dayOf(year - 1, 1, 1),
      behind: dayOf(year + 1, 1, 1),
    }
  }
  if (view === 'month') {
    const days = monthDays(month)
    return {
      period,
      days,
      asked: [{ from: dayOf(year, month, -6), to: days.to }, monthDays(month - 12)],
      label: `${year}年${month}月`,
      before: dayOf(year, month - 1, 1),
      behind: dayOf(year, month + 1, 1),
    }
  }
  const day = dayOf(year, month, date)
  const weekBefore = dayOf(year, month, date - 7)
  const before = dayOf(year, month, date - 1)
  return {
    period,
    days: { from: day, to: day },
    asked: [
      { from: before, to: day },
      { from: weekBefore, to: weekBefore },
    ],
    label: `${year}年${month}月${date}日`,
    before,
    behind: dayOf(year, month, date + 1),
  }
}

const weekdays = ['日', '月', '火', '水', '木', '金', '土']

/** The head of a column, such as 11月, 3（火） or 9時. `from` is when its period begins. */
export function columnTitle(view: View, from: string, today: string): string {
  const [, month, date] = partsOfDay(from.slice(0, 'YYYY-MM-DD'.length))
  if (view === 'recent')
    return from.slice(0, 'YYYY-MM'.length) === today.slice(0, 'YYYY-MM'.length) ? '今月' : '先月'
  if (view === 'year') return `${month}月`
  if (view === 'month')
    return `${date}（${weekdays[new Date(from.slice(0, 'YYYY-MM-DD'.length)).getUTCDay()]}）`
  return `${Number(from.slice('YYYY-MM-DDT'.length, 'YYYY-MM-DDTHH'.length))}時`
}

/** The name of a period away from its column, such as 2026年11月, 2026年11月3日 or 2026年11月3日 9時. */
export function periodName(period: CalendarPeriod, from: string): string {
  const [year, month, date] = partsOfDay(from.slice(0, 'YYYY-MM-DD'.length))
  if (period === 'month') return `${year}年${month}月`
  const day = `${year}年${month}月${date}日`
  return period === 'day'
    ? day
    : `${day} ${Number(from.slice('YYYY-MM-DDT'.length, 'YYYY-MM-DDTHH'.length))}時`
}

/** The local time at which a period begins, by which it is found from others: to the hour. */
export const localStart = (from: string): string => from.slice(0, 'YYYY-MM-DDTHH'.length)

/** Returns the local start of the period that another one is compared with; null where there is none. */
export function comparedStart(from: string, distance: Distance): string | null {
  const start = localStart(from)
  const day = shiftDay(start.slice(0, 'YYYY-MM-DD'.length), distance)
  return day && `${day}${start.slice('YYYY-MM-DD'.length)}`
}
