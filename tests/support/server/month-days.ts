import { fromWallClock, toWallClock } from '../../../src/ui/text/localTime.ts'

/** Returns a day at 0:00 in a zone, in the month so many months from this one. */
export function dayOfMonth(timeZone: string, months: number, day = 1): Date {
  const wall = new Date(toWallClock(Date.now(), timeZone))
  return new Date(fromWallClock(Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth() + months, day), timeZone))
}
