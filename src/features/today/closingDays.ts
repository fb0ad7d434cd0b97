import { todayIn } from '../../ui/text/formatTime.ts'

const day = 24 * 3_600_000

/** あと2日, 今日締めます or 3日過ぎています, by days of the calendar. `to`: the closing time, ISO 8601. */
export function closingDaysText(to: string, now: number, zone: string): string {
  const closesAt = Date.parse(to)
  // Midnight belongs to the day that it ends.
  const days = (Date.parse(todayIn(zone, closesAt - 1)) - Date.parse(todayIn(zone, now))) / day
  if (closesAt > now) return days === 0 ? '今日締めます' : `あと${days}日`
  return days === 0 ? '締め日時を過ぎました' : `${-days}日過ぎています`
}
