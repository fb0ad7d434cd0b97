import dayjs from 'dayjs'
import timezone from 'dayjs/plugin/timezone.js'
import utc from 'dayjs/plugin/utc.js'

dayjs.extend(utc)
dayjs.extend(timezone)

const formats = new Map<string, Intl.DateTimeFormat>()
/** By zone and quarter of an hour: no zone changes its clocks within one. */
const offsets = new Map<string, number>()
const mostOffsets = 20_000

/** Minutes east of Greenwich. A page of readings asks for thousands, most of them alike. */
function offsetOf(at: Date, zone: string): number {
  const key = `${zone} ${Math.floor(at.getTime() / 900_000)}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  if (offsets.size >= mostOffsets) offsets.clear()
  const found = findOffset(at, zone)
  offsets.set(key, found)
  return found
}

function findOffset(at: Date, zone: string): number {
  let format = formats.get(zone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
    formats.set(zone, format)
  }
  const match = /GMT([+-])(\d{2}):(\d{2})/.exec(format.format(at))
  if (match === null) return 0
  const minutes = Number(match[2]) * 60 + Number(match[3])
  return match[1] === '-' ? -minutes : minutes
}

/** ISO 8601 with the zone’s offset, as instants stand on the wire. */
export function isoIn(zone: string, at: Date): string {
  const minutes = offsetOf(at, zone)
  const local = new Date(at.getTime() + minutes * 60_000).toISOString().slice(0, -1)
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  return `${local}${minutes < 0 ? '-' : '+'}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`
}

/** As people write it: `2026年11月20日 14:03`. */
export function localText(zone: string, at: Date): string {
  return dayjs(at).utcOffset(offsetOf(at, zone)).format('YYYY年M月D日 HH:mm')
}

/** Years that can be written with four figures in every zone, up to a day after the last. */
const calendar = { first: Date.UTC(1000, 0, 2), last: Date.UTC(9999, 11, 29) }

/** Whether an instant can be written as ISO 8601 in every zone; the database and the wire take no other. */
export const isInCalendar = (at: Date): boolean =>
  at.getTime() >= calendar.first && at.getTime() <= calendar.last

/** The instant of a local `YYYY-MM-DD HH:mm[:ss]`; null for a day or hour that does not exist in any calendar. */
export function instantOf(zone: string, local: string): Date | null {
  const [day = '', time = '00:00'] = local.split(' ')
  const asUtc = new Date(`${day}T${time}Z`)
  if (!isInCalendar(asUtc) || !asUtc.toISOString().startsWith(day)) return null
  return dayjs.tz(local, zone).toDate()
}

/** The start of the local day that is `days` after the one of `at`. */
export function startOfDay(zone: string, at: Date, days: number): Date {
  const day = dayjs(at).utcOffset(offsetOf(at, zone)).add(days, 'day').format('YYYY-MM-DD')
  return dayjs.tz(`${day} 00:00:00`, zone).toDate()
}
