const day = 24 * 60 * 60_000

interface Parts {
  year: string
  month: string
  day: string
  hour: string
  minute: string
  second: string
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formats.set(zone, format)
  return format
}

function partsOf(time: number, zone: string): Parts {
  const parts = { year: '', month: '', day: '', hour: '', minute: '', second: '' }
  for (const { type, value } of formatOf(zone).formatToParts(time)) {
    if (type in parts) parts[type as keyof Parts] = value
  }
  return parts
}

const dateOf = ({ year, month, day }: Parts) => `${year}/${month}/${day}`

/** Day count by calendar, independent of a day's length. */
const dayNumber = ({ year, month, day: date }: Parts) =>
  Date.UTC(Number(year), Number(month) - 1, Number(date)) / day

/** 今日 14:03, 昨日 09:00, 11/18 09:00; with the year if not the current one. */
export function formatRelativeTime(time: number, now: number, zone: string): string {
  const parts = partsOf(time, zone)
  const today = partsOf(now, zone)
  const clock = `${parts.hour}:${parts.minute}`
  const daysAgo = dayNumber(today) - dayNumber(parts)
  if (daysAgo === 0) return `今日 ${clock}`
  if (daysAgo === 1) return `昨日 ${clock}`
  const date = `${Number(parts.month)}/${Number(parts.day)}`
  return parts.year === today.year ? `${date} ${clock}` : `${parts.year}/${date} ${clock}`
}

/** 2026/11/18 09:00:00. */
export function formatFullTime(time: number, zone: string): string {
  const parts = partsOf(time, zone)
  return `${dateOf(parts)} ${parts.hour}:${parts.minute}:${parts.second}`
}

/** 0分, 5分, 3時間, 12日. */
export function formatElapsed(since: number, now: number): string {
  const minutes = Math.max(0, Math.floor((now - since) / 60_000))
  if (minutes < 60) return `${minutes}分`
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? `${hours}時間` : `${Math.floor(hours / 24)}日`
}

/** たった今, 5分前, 3時間前, 12日前. */
export const formatTimeAgo = (time: number, now: number): string =>
  now - time < 60_000 ? 'たった今' : `${formatElapsed(time, now)}前`

/** `YYYY-MM-DD` in the organization's zone; `now` in milliseconds since 1970. */
export const todayIn = (timeZone: string, now: number): string =>
  formatFullTime(now, timeZone).slice(0, 'YYYY-MM-DD'.length).replaceAll('/', '-')
