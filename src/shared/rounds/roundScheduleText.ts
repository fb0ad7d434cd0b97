import type { RoundSchedule } from '../../../contract/rounds.ts'
import { weekdaysText } from '../../../text/weekdaysText.ts'

/** When rounds are due: `毎週金曜日 17:00まで`. */
export function roundScheduleText(schedule: RoundSchedule): string {
  switch (schedule.every) {
    case 'day':
      return `${weekdaysText(schedule.weekdays)} ${schedule.time}まで`
    case 'week':
      return `${weekdaysText([schedule.weekday])} ${schedule.time}まで`
    case 'month':
      return `毎月${schedule.day}日 ${schedule.time}まで`
  }
}
