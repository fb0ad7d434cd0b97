import { closingTimeOf, runningMonthAt } from '../../../contract/closing/closingDates.ts'
import { offsetMinutes } from '../../time-zone.ts'
import type { CycleRow } from './repository.ts'

const hour = 3_600_000
const day = 24 * hour
/** Local. Offices and inspectors begin their day. */
const remindingHour = 9

const daysBefore = [2, 0] as const

/** What people are reminded of before a month is closed. */
export interface Reminder {
  month: string
  daysBefore: (typeof daysBefore)[number]
}

/**
 * Returns which reminder of a cycle is due: from the last 9:00 before the closing time, or 9:00 two days earlier, until that
 * day or the month ends.
 */
export function reminderAt(
  timeZone: string,
  cycle: Pick<CycleRow, 'closingDay' | 'closingHour'>,
  now: Date,
): Reminder | null {
  const wall = now.getTime() + offsetMinutes(timeZone, now.getTime()) * 60_000
  const month = runningMonthAt(wall, cycle)
  const closesAt = closingTimeOf(month, cycle)
  // One millisecond earlier, so that 9:00 itself belongs to the day before.
  const lastDay = Math.floor((closesAt - 1 - remindingHour * hour) / day) * day
  const due = daysBefore.find((days) => {
    const start = lastDay - days * day
    return wall >= start + remindingHour * hour && wall < start + day
  })
  return due === undefined ? null : { month, daysBefore: due }
}
