import type { RoundSchedule } from '../../../contract/rounds.ts'

const weekdays = ['日', '月', '火', '水', '木', '金', '土'] as const

/** When rounds are due: `毎週金曜日 17:00まで`. */
export function roundScheduleText(schedule: RoundSchedule): string {
  switch (schedule.every) {
    case 'day':
      return `${daysText(schedule.weekdays)} ${schedule.time}まで`
    case 'week':
      return `毎週${weekdays[schedule.weekday] ?? ''}曜日 ${schedule.time}まで`
    case 'month':
      return `毎月${schedule.day}日 ${schedule.time}まで`
  }
}

function daysText(days: readonly number[]): string {
  const known = new Set(days)
  if (known.size === weekdays.length) return '毎日'
  if (known.size === 5 && !known.has(0) && !known.has(6)) return '平日'
  // As a calendar of rounds begins: on Monday.
  const order = [1, 2, 3, 4, 5, 6, 0].filter((day) => known.has(day))
  return `毎週${order.map((day) => weekdays[day] ?? '').join('・')}曜日`
}
