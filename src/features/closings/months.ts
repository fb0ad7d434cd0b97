import { addMonths, closingTimeOf } from '../../../contract/closing/closingDates.ts'
import type { Closing } from '../../../contract/closing/closings.ts'
import type { Cycle } from '../../../contract/closing/cycles.ts'
import { formatFullTime } from '../../ui/text/formatTime.ts'
import { toWallClock } from '../../ui/text/localTime.ts'

type ClosingDay = Pick<Cycle, 'closing_day' | 'closing_hour'>

/** 月末 24時 or 20日 9時 */
export const closingDayText = ({ closing_day: day, closing_hour: hour }: ClosingDay): string =>
  `${day === 31 ? '月末' : `${day}日`} ${hour}時`

/** 2026/11/30 24:00: midnight belongs to the day that it ends. `at`: ISO 8601. */
export function closingTimeText(at: string, zone: string): string {
  const time = formatFullTime(Date.parse(at), zone).slice(0, 'YYYY/MM/DD HH:mm'.length)
  if (!time.endsWith('00:00')) return time
  return `${formatFullTime(Date.parse(at) - 1, zone).slice(0, 'YYYY/MM/DD'.length)} 24:00`
}

/** Returns the month whose closing time is the next one, `YYYY-MM`. `now` in milliseconds since 1970. */
export function runningMonth(cycle: ClosingDay, now: number, zone: string): string {
  const wall = toWallClock(now, zone)
  const month = new Date(wall).toISOString().slice(0, 'YYYY-MM'.length)
  const closesAt = closingTimeOf(month, {
    closingDay: cycle.closing_day,
    closingHour: cycle.closing_hour,
  })
  return closesAt > wall ? month : addMonths(month, 1)
}

/** Returns the month to be closed next: behind the last closed one, or at first the last one that is over. */
export function monthToClose(closed: readonly Pick<Closing, 'month'>[], running: string): string {
  const last = closed
    .map(({ month }) => month)
    .sort()
    .at(-1)
  return addMonths(last ?? running, last === undefined ? -1 : 1)
}
