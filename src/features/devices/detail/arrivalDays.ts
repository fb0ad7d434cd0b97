import dayjs from 'dayjs'
import type { Arrivals } from '../../../../contract/devices.ts'

export type ArrivalState = 'none' | 'awaited' | 'arrived' | 'late' | 'missing'

export interface ArrivalDay extends Arrivals {
  /** `YYYY-MM-DD`. */
  date: string
}

const day = 'YYYY-MM-DD'
const nothing: Arrivals = { scheduled: 0, arrived: 0, late: 0, missing: 0 }

/** So many days up to today, today included. */
export const lastDays = (today: string, count: number) => ({
  from: dayjs(today)
    .subtract(count - 1, 'day')
    .format(day),
  to: today,
})

/** What became of a day; the worst that happened. What has yet to come is not counted as scheduled before it has come. */
export function arrivalState(
  { date, scheduled, late, missing }: ArrivalDay,
  dueDate: string | null,
): ArrivalState {
  if (scheduled === 0) return date === dueDate ? 'awaited' : 'none'
  if (missing > 0) return 'missing'
  return late > 0 ? 'late' : 'arrived'
}

/** Weeks from Sunday to Saturday; null outside the span. */
export function weeksOf(span: { from: string; to: string }, days: readonly ArrivalDay[]) {
  const byDate = new Map(days.map((each) => [each.date, each]))
  const first = dayjs(span.from)
  const count = dayjs(span.to).diff(first, 'day') + 1
  const cells: (ArrivalDay | null)[] = Array.from({ length: first.day() }, () => null)
  for (let index = 0; index < count; index += 1) {
    const date = first.add(index, 'day').format(day)
    cells.push(byDate.get(date) ?? { date, ...nothing })
  }
  while (cells.length % 7 > 0) cells.push(null)
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7))
}
