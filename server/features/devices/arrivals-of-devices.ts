import { and, asc, eq, gte, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { type Arrivals, timeDrift } from '../../../contract/devices.ts'
import type { Tx } from '../../db/client.ts'
import { deviceReports, deviceSchedules, devices } from '../../db/schema.ts'
import { startOfDay } from '../../time-zone.ts'
import { type ArrivalsOf, arrivalsByDay, type DayArrivals, type Report } from './arrivals.ts'
import { downtimesWithin } from './downtimes.ts'
import { nextDue } from './due-times.ts'
import { allowancesOf, isScheduledKind } from './measuring.ts'

interface Span {
  organizationId: number
  zone: string
  from: Date
  before: Date
  now: Date
}
type Schedules = ArrivalsOf['schedules']

/** Days at a time: due times of every minute are not too many for one step. */
const step = 31

/** Of one device, deleted or not, in a span of any length. */
export async function arrivalsOfDevice(tx: Tx, deviceId: number, span: Span): Promise<DayArrivals[]> {
  const days: DayArrivals[] = []
  for (let from = span.from; from < span.before; from = startOfDay(span.zone, from, step)) {
    const before = new Date(Math.min(startOfDay(span.zone, from, step).getTime(), span.before.getTime()))
    days.push(...((await arrivalsOf(tx, { ...span, from, before }, [deviceId])).get(deviceId) ?? []))
  }
  return days
}

/** Of the last 7 and 30 local days, for each device that has a schedule: one query for the reports of all. */
export async function arrivalSums(
  tx: Tx,
  organizationId: number,
  zone: string,
  now: Date,
  deviceIds?: readonly number[],
): Promise<Map<number, { week: Arrivals; month: Arrivals }>> {
  const scheduled = await scheduledDevices(tx, organizationId, deviceIds)
  const span = {
    organizationId,
    zone,
    now,
    from: startOfDay(zone, now, -29),
    before: startOfDay(zone, now, 1),
  }
  const all = await arrivalsOf(tx, span, scheduled)
  return new Map(
    [...all].map(([id, days]) => [id, { week: sumArrivals(days.slice(-7)), month: sumArrivals(days) }]),
  )
}

/** Of today so far, all devices together. */
export async function arrivalsOfToday(
  tx: Tx,
  organizationId: number,
  zone: string,
  now: Date,
): Promise<Arrivals> {
  const span = { organizationId, zone, now, from: startOfDay(zone, now, 0), before: startOfDay(zone, now, 1) }
  const all = await arrivalsOf(tx, span, await scheduledDevices(tx, organizationId))
  return sumArrivals([...all.values()].flat())
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

async function arrivalsOf(tx: Tx, span: Span, ids: number[]): Promise<Map<number, DayArrivals[]>> {
  if (ids.length === 0) return new Map()
  const { organizationId, zone, from, before, now } = span
  const kept = await tx
    .select({
      id: devices.id,
      heartbeatTime: devices.heartbeatTime,
      allowTimeDrift: devices.allowTimeDrift,
    })
    .from(devices)
    .where(and(eq(devices.organizationId, organizationId), inArray(devices.id, ids)))
  const schedules = await schedulesOf(tx, organizationId, ids)
  const reports = await reportsOf(tx, span, ids, lastMeasured(span, schedules))
  const downtimes = await downtimesWithin(tx, from, now)
  return new Map(
    kept.map((device) => {
      const own = schedules.get(device.id) ?? []
      const days = arrivalsByDay({
        zone,
        from,
        before,
        now,
        schedules: own,
        // Nothing is due while a device is deleted: its history of schedules says so.
        existence: own[0] === undefined ? [] : [{ from: own[0].from, before: null }],
        downtimes,
        ...allowancesOf(device),
        reports: reports.get(device.id) ?? [],
      })
      return [device.id, days]
    }),
  )
}

async function schedulesOf(tx: Tx, organizationId: number, ids: number[]): Promise<Map<number, Schedules>> {
  const rows = await tx
    .select({
      deviceId: deviceSchedules.deviceId,
      from: deviceSchedules.from,
      crons: sql<string>`coalesce(${deviceSchedules.intervalCrons}, '')`,
    })
    .from(deviceSchedules)
    .where(and(eq(deviceSchedules.organizationId, organizationId), inArray(deviceSchedules.deviceId, ids)))
    .orderBy(asc(deviceSchedules.deviceId), asc(deviceSchedules.from), asc(deviceSchedules.id))
  return Map.groupBy(rows, ({ deviceId }) => deviceId)
}

/** What was measured after the span may still serve its last due times, until the next ones. Null: no end. */
function lastMeasured({ zone, before, now }: Span, all: ReadonlyMap<number, Schedules>): Date | null {
  if (before >= now) return null
  let last = before.getTime()
  for (const schedules of all.values()) {
    const next = schedules
      .filter((_schedule, n) => (schedules[n + 1]?.from ?? now) > before)
      .map(({ from, crons }) => nextDue(crons, zone, from > before ? from : before)?.getTime() ?? Infinity)
    last = Math.max(last, Math.min(...next))
  }
  return last === Infinity ? null : new Date(last)
}

/** One query for all of them: numbers, since there are many. */
async function reportsOf(
  tx: Tx,
  { organizationId, from }: Span,
  ids: number[],
  last: Date | null,
): Promise<Map<number, Report[]>> {
  const milliseconds = (column: typeof deviceReports.createdAt | typeof deviceReports.receivedAt) =>
    sql<number[]>`array_to_json(array_agg((extract(epoch from ${column}) * 1000)::bigint))`
  const rows = await tx
    .select({
      deviceId: deviceReports.deviceId,
      measured: milliseconds(deviceReports.createdAt),
      received: milliseconds(deviceReports.receivedAt),
    })
    .from(deviceReports)
    .innerJoin(devices, eq(devices.id, deviceReports.deviceId))
    .where(
      and(
        eq(deviceReports.organizationId, organizationId),
        inArray(deviceReports.deviceId, ids),
        gte(deviceReports.createdAt, new Date(from.getTime() - timeDrift.max * 1000)),
        last === null ? undefined : lt(deviceReports.createdAt, last),
        isScheduledKind,
      ),
    )
    .groupBy(deviceReports.deviceId)
  return new Map(
    rows.map(({ deviceId, measured, received }) => [
      deviceId,
      measured.map((at, n) => ({ measuredAt: new Date(at), receivedAt: new Date(received[n] ?? at) })),
    ]),
  )
}
