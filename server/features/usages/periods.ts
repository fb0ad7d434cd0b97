import type { CalendarPeriod } from '../../../contract/usage/usages.ts'
import { instantOfLocal } from '../../time-zone.ts'

const hour = 3_600_000
const day = 24 * hour

/** Days as if midnight were in UTC, both inclusive. */
export interface Days {
  first: number
  last: number
}

/** Returns at most how many periods the days have. */
export function countPeriods(period: CalendarPeriod, { first, last }: Days): number {
  const days = Math.round((last - first) / day) + 1
  // A day on which clocks are put back has 25 hours.
  return { hour: days * 25, day: days, month: Math.ceil(days / 28) + 1 }[period]
}

/**
 * Returns when the periods that contain these local days begin, and when the last one ends. Hours are counted from
 * midnight, so that a day on which clocks change has 23 or 25 of them.
 */
export function boundariesOf(period: CalendarPeriod, days: Days, zone: string): number[] {
  const starts = startsOf(period, days).map((local) => instantOfLocal(zone, local).getTime())
  const boundaries = period === 'hour' ? starts.flatMap(hoursUntilNext) : starts
  // A zone that crosses the date line leaves out a day.
  return [...new Set(boundaries)]
}

function startsOf(period: CalendarPeriod, { first, last }: Days): number[] {
  if (period !== 'month') {
    const count = Math.round((last - first) / day) + 2
    return Array.from({ length: count }, (_, index) => first + index * day)
  }
  const [from, to] = [new Date(first), new Date(last)]
  const monthsSince = (date: Date) => date.getUTCFullYear() * 12 + date.getUTCMonth()
  const count = monthsSince(to) - monthsSince(from) + 2
  return Array.from({ length: count }, (_, index) =>
    Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + index, 1),
  )
}

function hoursUntilNext(start: number, index: number, starts: readonly number[]): number[] {
  const next = starts[index + 1]
  if (next === undefined) return [start]
  return Array.from({ length: Math.ceil((next - start) / hour) }, (_, passed) => start + passed * hour)
}
