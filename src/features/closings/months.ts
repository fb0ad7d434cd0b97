import { runningMonthAt } from '../../../contract/closing/closingDates.ts'
import type { Cycle } from '../../../contract/closing/cycles.ts'
import { toWallClock } from '../../ui/text/localTime.ts'

type ClosingDay = Pick<Cycle, 'closing_day' | 'closing_hour'>

/** 月末 24時 or 20日 9時 */
export const closingDayText = ({ closing_day: day, closing_hour: hour }: ClosingDay): string =>
  `${day === 31 ? '月末' : `${day}日`} ${hour}時`

/** Returns the month whose closing time is the next one, `YYYY-MM`. `now` in milliseconds since 1970. */
export const runningMonth = (cycle: ClosingDay, now: number, zone: string): string =>
  runningMonthAt(toWallClock(now, zone), { closingDay: cycle.closing_day, closingHour: cycle.closing_hour })
