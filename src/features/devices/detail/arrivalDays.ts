import dayjs from 'dayjs'
import type { Arrivals, Device } from '../../../../contract/devices.ts'
import { isDueOn } from '../../../../contract/time/schedules.ts'
import { todayIn } from '../../../ui/text/formatTime.ts'

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

/**
 * The days on which reports are awaited: that of the first scheduled time that nothing was reported for, and today if
 * that time has passed and the schedule is due today.
 */
export function awaitedDates(
  device: Pick<Device, 'next_due_at' | 'deleted_at' | 'interval_crons'>,
  today: string,
  zone: string,
): string[] {
  const { next_due_at: due, deleted_at: deletedAt, interval_crons: schedule } = device
  if (due === null || deletedAt !== null) return []
  const dueDate = todayIn(zone, Date.parse(due))
  return dueDate < today && isDueOn(schedule ?? '', today) ? [dueDate, today] : [dueDate]
}

/** What became of a day; the worst that happened. What has yet to come is not counted as scheduled before it has come. */
export function arrivalState(
  { date, scheduled, late, missing }: ArrivalDay,
  awaited: readonly string[],
): ArrivalState {
  if (scheduled === 0) return awaited.includes(date) ? 'awaited' : 'none'
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
