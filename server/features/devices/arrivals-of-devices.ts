import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { Arrivals } from '../../../contract/devices.ts'
import type { Tx } from '../../db/client.ts'
import { devices } from '../../db/schema.ts'
import { startOfDay } from '../../time-zone.ts'
import type { DayArrivals } from './arrivals.ts'
import { countFromReports } from './counting.ts'
import { type DeviceDays, daysBefore, deviceDaysOf, listedDays, sinceMissing } from './device-days.ts'

interface Span {
  organizationId: number
  zone: string
  from: Date
  before: Date
  now: Date
}

/** Days at a time: due times of every minute are not too many for one step. */
const step = 31

/** Of one device, deleted or not, in a span of any length. */
export async function arrivalsOfDevice(tx: Tx, deviceId: number, span: Span): Promise<DayArrivals[]> {
  const days: DayArrivals[] = []
  for (let from = span.from; from < span.before; from = startOfDay(span.zone, from, step)) {
    const before = new Date(Math.min(startOfDay(span.zone, from, step).getTime(), span.before.getTime()))
    const counted = await countFromReports(tx, { ...span, before, since: new Map([[deviceId, from]]) })
    days.push(...(counted.get(deviceId) ?? []).map(({ counts }) => counts))
  }
  return days
}

/**
 * Of the last 7 and 30 local days, for each device that has a schedule. Days that are over are stored; what is not
 * stored yet, or no longer, is counted from the reports.
 */
export async function arrivalSums(
  tx: Tx,
  organizationId: number,
  zone: string,
  now: Date,
  deviceIds?: readonly number[],
): Promise<Map<number, { week: Arrivals; month: Arrivals }>> {
  const ids = await scheduledDevices(tx, organizationId, deviceIds)
  const before = startOfDay(zone, now, 1)
  const days = daysBefore(zone, before, listedDays)
  const stored = await deviceDaysOf(tx, { organizationId, zone }, ids, days)
  const since = new Map(ids.map((id) => [id, sinceMissing(days, stored.get(id)) ?? before]))
  const counted = await countFromReports(tx, { organizationId, zone, before, now, since })
  return new Map(
    ids.map((id) => {
      const days = joined(stored.get(id), counted.get(id)?.map(({ counts }) => counts) ?? [])
      return [id, { week: sumArrivals(days.slice(-7)), month: sumArrivals(days) }]
    }),
  )
}

/** What is stored of the days before those that were counted, and these. */
function joined(stored: DeviceDays = new Map(), counted: DayArrivals[]): DayArrivals[] {
  const first = counted[0]?.date
  const earlier = [...stored.values()].filter(({ date }) => first === undefined || date < first)
  return [...earlier, ...counted]
}

/** Of today so far, all devices together. */
export async function arrivalsOfToday(
  tx: Tx,
  organizationId: number,
  zone: string,
  now: Date,
): Promise<Arrivals> {
  const ids = await scheduledDevices(tx, organizationId)
  const from = startOfDay(zone, now, 0)
  const since = new Map(ids.map((id) => [id, from]))
  const span = { organizationId, zone, before: startOfDay(zone, now, 1), now, since }
  const all = await countFromReports(tx, span)
  return sumArrivals([...all.values()].flat().map(({ counts }) => counts))
}

export function sumArrivals(days: readonly DayArrivals[]): Arrivals {
  const sum = { scheduled: 0, arrived: 0, late: 0, missing: 0 }
  for (const { scheduled, arrived, late, missing } of days) {
    sum.scheduled += scheduled
    // On the wire those that came late are among those that came.
    sum.arrived += arrived + late
    sum.late += late
    sum.missing += missing
  }
  return sum
}

async function scheduledDevices(tx: Tx, organizationId: number, ids?: readonly number[]): Promise<number[]> {
  const rows = await tx
    .select({ id: devices.id })
    .from(devices)
    .where(
      and(
        eq(devices.organizationId, organizationId),
        isNull(devices.deletedAt),
        isNotNull(devices.intervalCrons),
        ids && inArray(devices.id, [...ids]),
      ),
    )
  return rows.map(({ id }) => id)
}
