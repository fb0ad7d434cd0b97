import dayjs from 'dayjs'
import timezone from 'dayjs/plugin/timezone.js'
import utc from 'dayjs/plugin/utc.js'

dayjs.extend(utc)
dayjs.extend(timezone)

const formats = new Map<string, Intl.DateTimeFormat>()
/** By zone and quarter of an hour since 1970: no zone changes its clocks within one. */
const offsets = new Map<string, Map<number, Offset>>()
const quarter = 900_000
const maxOffsets = 20_000

interface Offset {
  /** East of Greenwich. */
  minutes: number
  /** As ISO 8601 writes it: `+09:00`. */
  text: string
}

/** Cached: a page of readings asks for thousands. `at` in milliseconds since 1970. */
function offsetOf(at: number, zone: string): Offset {
  let ofZone = offsets.get(zone)
  if (ofZone === undefined || ofZone.size >= maxOffsets) {
    ofZone = new Map()
    offsets.set(zone, ofZone)
  }
  const key = Math.floor(at / quarter)
  const known = ofZone.get(key)
  if (known !== undefined) return known
  const found = findOffset(at, zone)
  ofZone.set(key, found)
  return found
}

function findOffset(at: number, zone: string): Offset {
  let format = formats.get(zone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
    formats.set(zone, format)
  }
  const match = /GMT(([+-])(\d{2}):(\d{2}))/.exec(format.format(at))
  if (match === null) return { minutes: 0, text: '+00:00' }
  const minutes = Number(match[3]) * 60 + Number(match[4])
  return { minutes: match[2] === '-' ? -minutes : minutes, text: match[1] ?? '' }
}

/** ISO 8601 with the zone’s offset. */
export function isoInZone(zone: string, at: Date | number): string {
  const time = Number(at)
  const { minutes, text } = offsetOf(time, zone)
  return new Date(time + minutes * 60_000).toISOString().slice(0, -1) + text
}

/** Minutes east of Greenwich. `at` in milliseconds since 1970. */
export const offsetMinutes = (zone: string, at: number): number => offsetOf(at, zone).minutes

/** `2026年11月20日 14:03`. */
export function formatLocalTime(zone: string, at: Date): string {
  return dayjs(at).utcOffset(offsetOf(at.getTime(), zone).minutes).format('YYYY年M月D日 HH:mm')
}

/** Years of four digits in every zone. */
const calendar = { first: Date.UTC(1000, 0, 2), last: Date.UTC(9999, 11, 29) }

/** Whether an instant can be written as ISO 8601 in every zone; the database and the API accept no other. */
export const isValidInstant = (at: Date): boolean =>
  at.getTime() >= calendar.first && at.getTime() <= calendar.last

/** The instant of a local `YYYY-MM-DD HH:mm[:ss]`; null for an invalid date or time. */
export function parseLocalTime(zone: string, local: string): Date | null {
  const [day = '', time = '00:00'] = local.split(' ')
  const asUtc = new Date(`${day}T${time}Z`)
  if (!isValidInstant(asUtc) || !asUtc.toISOString().startsWith(day)) return null
  return dayjs.tz(local, zone).toDate()
}

/** Start of the local day, `days` after that of `at`. */
export function startOfDay(zone: string, at: Date, days: number): Date {
  const day = dayjs(at).utcOffset(offsetOf(at.getTime(), zone).minutes).add(days, 'day').format('YYYY-MM-DD')
  return dayjs.tz(`${day} 00:00:00`, zone).toDate()
}

const day = 86_400_000

/**
 * When clocks of a zone show a time, given as if it were UTC. One that they leave out is as much later; of one that they
 * show twice it is the first.
 */
export function instantOfLocal(zone: string, asUtc: number): Date {
  const at = (minutes: number) => asUtc - minutes * 60_000
  const earlier = at(offsetMinutes(zone, asUtc - day))
  const shown = [earlier, at(offsetMinutes(zone, asUtc + day))].filter(
    (given) => given + offsetMinutes(zone, given) * 60_000 === asUtc,
  )
  return new Date(shown.length === 0 ? earlier : Math.min(...shown))
}
