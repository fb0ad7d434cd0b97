import * as z from 'zod/mini'

/** 対象年月, `YYYY-MM` from 1900 to 2999: the month that contains the closing date. */
export const closingMonth = z.string().check(z.regex(/^(19|2\d)\d{2}-(0[1-9]|1[0-2])$/))

interface ClosingDay {
  /** 1 to 31; a month without this day closes on its last one. */
  closingDay: number
  /** 0 to 24, local time; 24: the end of the day. */
  closingHour: number
}

const hour = 3_600_000
const day = 24 * hour

const startOf = (month: string, months: number): number => {
  const first = new Date(`${month}-01T00:00:00Z`)
  return Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + months, 1)
}

/** Returns the month that is so many months later. Not by a date, because boards ask for many. */
export function addMonths(month: string, months: number): string {
  const count = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + months
  return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}`
}

const closingDayOf = (month: string, closingDay: number): number => {
  const start = startOf(month, 0)
  const days = (startOf(month, 1) - start) / day
  return start + (Math.min(closingDay, days) - 1) * day
}

/** Returns the day on which a month is closed, `YYYY-MM-DD`. */
export const closingDateOf = (month: string, closingDay: number): string =>
  new Date(closingDayOf(month, closingDay)).toISOString().slice(0, 'YYYY-MM-DD'.length)

/** Returns the local time at which a month is closed, in milliseconds as if it were UTC. */
export const closingTimeOf = (month: string, { closingDay, closingHour }: ClosingDay): number =>
  closingDayOf(month, closingDay) + closingHour * hour

/** Returns the month whose closing time is the next one. `wall`: local time in milliseconds as if it were UTC. */
export function runningMonthAt(wall: number, day: ClosingDay): string {
  const month = new Date(wall).toISOString().slice(0, 'YYYY-MM'.length)
  return closingTimeOf(month, day) > wall ? month : addMonths(month, 1)
}

/** Returns the month to be closed next: behind the last closed one, or at first the last one that is over. */
export function monthToClose(closed: readonly { month: string }[], running: string): string {
  const last = closed
    .map(({ month }) => month)
    .sort()
    .at(-1)
  return addMonths(last ?? running, last === undefined ? -1 : 1)
}

/** Returns the months whose closing date lies between two days, `YYYY-MM-DD`, both inclusive. */
export function monthsClosedIn(from: string, to: string, closingDay: number): string[] {
  const months: string[] = []
  const first = from < '1900' ? '1900-01' : from.slice(0, 'YYYY-MM'.length)
  for (let month = first; month <= to && month < '3000'; month = addMonths(month, 1)) {
    const date = closingDateOf(month, closingDay)
    if (date >= from && date <= to) months.push(month)
  }
  return months
}
