import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { deviceReports, deviceSchedules, devices } from '../../db/schema.ts'
import { type ArrivalsOf, type CountedDay, countDays, type Report } from './arrivals.ts'
import { downtimesWithin } from './downtimes.ts'
import { nextDue } from './due-times.ts'
import { isScheduledKind } from './measuring.ts'

interface Counting {
  organizationId: number
  zone: string
  before: Date
  now: Date
  /** From when on, for each device. */
  since: ReadonlyMap<number, Date>
}
type Schedules = ArrivalsOf['schedules']

/** The days of each device from its reports; what all days are counted by. */
export async function countFromReports(tx: Tx, counting: Counting): Promise<Map<number, CountedDay[]>> {
  const { organizationId, zone, before, now, since } = counting
  const ids = [...since.keys()]
  if (ids.length === 0) return new Map()
  const rows = await tx
    .select({
      id: devices.id,
      heartbeatTime: devices.heartbeatTime,
      allowTimeDrift: devices.allowTimeDrift,
    })
    .from(devices)
    .where(and(eq(devices.organizationId, organizationId), inArray(devices.id, ids)))
  const schedules = await schedulesOf(tx, organizationId, ids)
  const reports = await reportsOf(tx, counting, lastMeasured(counting, schedules))
  const earliest = new Date(Math.min(...[...since.values()].map(Number)))
  const downtimes = await downtimesWithin(tx, earliest, now)
  return new Map(
    rows.map((device) => {
      const own = schedules.get(device.id) ?? []
      const days = countDays({
        zone,
        from: since.get(device.id) ?? earliest,
        before,
        now,
        schedules: own,
        // Nothing is due while a device is deleted: its history of schedules says so.
        existence: own[0] === undefined ? [] : [{ from: own[0].from, before: null }],
        downtimes,
        retrySeconds: device.heartbeatTime,
        driftSeconds: device.allowTimeDrift,
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
function lastMeasured({ zone, before, now }: Counting, all: ReadonlyMap<number, Schedules>): Date | null {
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

/** One query for all of them, each from its own time on by the index; numbers, since there are many. */
async function reportsOf(
  tx: Tx,
  { organizationId, since }: Counting,
  last: Date | null,
): Promise<Map<number, Report[]>> {
  const wanted = [...since].map(([id, from]) => ({ id, since: from }))
  const milliseconds = (column: typeof deviceReports.createdAt | typeof deviceReports.receivedAt) =>
    sql`array_to_json(array_agg((extract(epoch from ${column}) * 1000)::bigint))`
  const { rows } = await tx.execute<{ id: number; measured: number[]; received: number[] }>(sql`
    select ${devices.id}::float8 as id, found.*
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted (id bigint, since timestamptz)
    join ${devices} on ${devices.id} = wanted.id and ${devices.organizationId} = ${organizationId},
    lateral (
      select ${milliseconds(deviceReports.createdAt)} as measured,
        ${milliseconds(deviceReports.receivedAt)} as received
      from ${deviceReports}
      where ${deviceReports.organizationId} = ${organizationId} and ${deviceReports.deviceId} = wanted.id
        and ${deviceReports.createdAt} >= wanted.since - ${devices.allowTimeDrift} * interval '1 second'
        ${last === null ? sql`` : sql`and ${deviceReports.createdAt} < ${last.toISOString()}`}
        and ${isScheduledKind}
    ) as found
    where found.measured is not null`)
  return new Map(
    rows.map(({ id, measured, received }) => [
      id,
      measured.map((at, n) => ({ measuredAt: new Date(at), receivedAt: new Date(received[n] ?? at) })),
    ]),
  )
}
