import { formatFullTime } from '../../ui/text/formatTime.ts'

/** 2026/11/30 24:00: midnight belongs to the day that it ends. `at`: ISO 8601. */
export function closingTimeText(at: string, zone: string): string {
  const time = formatFullTime(Date.parse(at), zone).slice(0, 'YYYY/MM/DD HH:mm'.length)
  if (!time.endsWith('00:00')) return time
  return `${formatFullTime(Date.parse(at) - 1, zone).slice(0, 'YYYY/MM/DD'.length)} 24:00`
}
