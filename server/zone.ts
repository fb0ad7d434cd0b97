import dayjs from 'dayjs'
import timezone from 'dayjs/plugin/timezone.js'
import utc from 'dayjs/plugin/utc.js'

dayjs.extend(utc)
dayjs.extend(timezone)

const offsets = new Map<string, Intl.DateTimeFormat>()

/** Minutes east of Greenwich. dayjs’ own `tz()` takes 20 times as long, too long for a page of readings. */
function offsetOf(at: Date, zone: string): number {
  let format = offsets.get(zone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
    offsets.set(zone, format)
  }
  const match = /GMT([+-])(\d{2}):(\d{2})/.exec(format.format(at))
  if (match === null) return 0
  const minutes = Number(match[2]) * 60 + Number(match[3])
  return match[1] === '-' ? -minutes : minutes
}

/** ISO 8601 with the zone’s offset, as instants stand on the wire. */
export function isoIn(zone: string, at: Date): string {
  return dayjs(at).utcOffset(offsetOf(at, zone)).format('YYYY-MM-DDTHH:mm:ss.SSSZ')
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
