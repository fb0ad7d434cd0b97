import type { RoundSchedule } from '../../../contract/rounds.ts'
import { instantOfLocal, offsetMinutes } from '../../time-zone.ts'

const day = 86_400_000

/** The time of one round. */
export interface Period {
  beginsAt: Date
  /** When the next one begins. */
  endsAt: Date
  dueAt: Date | null
  /** Whether `dueAt` is null because the schedule was set after the round's time. */
  isSetAfterDue: boolean
}

interface Scheduled {
  schedule: RoundSchedule | null
  /** What would have been due before is not. */
  scheduleFrom: Date | null
}

/** The time of a group’s round at an instant. */
export function periodAt({ schedule, scheduleFrom }: Scheduled, zone: string, at: Date): Period {
  const days = daysAt(schedule, zone, at.getTime())
  const dueAt =
    days.due === null || schedule === null
      ? null
      : instantOfLocal(zone, days.due + millisecondsOf(schedule.time))
  const isSetAfterDue = dueAt !== null && scheduleFrom !== null && dueAt <= scheduleFrom
  return {
    beginsAt: instantOfLocal(zone, days.first),
    endsAt: instantOfLocal(zone, days.next),
    dueAt: scheduleFrom === null || isSetAfterDue ? null : dueAt,
    isSetAfterDue,
  }
}

/** The local day on which the round of a local day begins; both as if midnight were in UTC. */
export const firstDay = (schedule: RoundSchedule | null, localDay: number): number =>
  daysOf(schedule, localDay).first

const daysAt = (schedule: RoundSchedule | null, zone: string, at: number) => {
  const local = at + offsetMinutes(zone, at) * 60_000
  return daysOf(schedule, Math.floor(local / day) * day)
}

/** First day, first day of the next round, and day on which it is due. */
function daysOf(schedule: RoundSchedule | null, today: number) {
  const date = new Date(today)
  const weekday = date.getUTCDay()
  switch (schedule?.every) {
    case 'week': {
      const first = today - sinceMonday(weekday) * day
      return { first, next: first + 7 * day, due: first + sinceMonday(schedule.weekday) * day }
    }
    case 'month': {
      const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
      const [first, next] = [Date.UTC(year, month, 1), Date.UTC(year, month + 1, 1)]
      return { first, next, due: Math.min(first + (schedule.day - 1) * day, next - day) }
    }
    default:
      return {
        first: today,
        next: today + day,
        due: schedule?.weekdays.includes(weekday) === true ? today : null,
      }
  }
}

const sinceMonday = (weekday: number) => (weekday + 6) % 7

function millisecondsOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return (hours * 60 + minutes) * 60_000
}
