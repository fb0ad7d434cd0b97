import { and, asc, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { automaticRetry } from '../../../contract/devices.ts'
import type { Database, Tx } from '../../db/client.ts'
import { deviceDays, devices, organizations, silenceChecks } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { startOfDay } from '../../time-zone.ts'
import type { CountedDay } from './arrivals.ts'
import { countFromReports } from './counting.ts'
import { daysBefore, deviceDaysOf, isOfNow, listedDays, sinceMissing } from './device-days.ts'

/** Devices of one transaction: none waits for long for its report to be taken. */
const batchSize = 10

/**
 * Each hour and when the server starts: stores the days that are over. Until the last check for silence: of what was due
 * before, nothing can turn out to have been due while no server ran.
 */
export async function fillDeviceDays({ database, log }: Pick<Deps, 'database' | 'log'>): Promise<void> {
  const at = await lastCheck(database)
  await database.asSystem((tx) => tx.delete(deviceDays).where(lt(deviceDays.day, oldestListed(at))))
  for (let after = 0; ; ) {
    const found = await lackingDays(database, at, after)
    for (const { organizationId, ids } of batchesOf(found)) {
      try {
        await database.inOrganization(organizationId, null, (tx) => fillDaysOf(tx, organizationId, ids, at))
      } catch (error) {
        log.error({ err: error, organizationId }, 'arrivals of days were not stored: tried again in an hour')
      }
    }
    const last = found.at(-1)
    if (last === undefined) return
    after = last.id
  }
}

/** Two days more than are listed: local days of all zones. */
const oldestListed = (at: Date) =>
  new Date(at.getTime() - (listedDays + 2) * 86_400_000).toISOString().slice(0, 10)

async function lastCheck(database: Database): Promise<Date> {
  const [row] = await database.asSystem(
    (tx) => tx.select({ at: silenceChecks.at }).from(silenceChecks).where(eq(silenceChecks.id, 1)),
    'read only',
  )
  if (row === undefined) throw new Error('the database does not know when silence was checked for')
  return row.at
}

interface Lacking {
  id: number
  organizationId: number
}

/** Devices with fewer stored days than are surely over: nothing of them is awaited, unless servers were down. */
async function lackingDays(database: Database, at: Date, after: number): Promise<Lacking[]> {
  const zone = organizations.timeZone
  const allowed = sql`(coalesce(${devices.heartbeatTime}, ${sql.raw(String(automaticRetry.max))})
    + ${devices.allowTimeDrift}) * interval '1 second'`
  const now = sql`${at.toISOString()}::timestamptz`
  const first = sql`((${now} at time zone ${zone})::date - ${sql.raw(String(listedDays - 1))})`
  const stored = sql`(
    select count(*) from ${deviceDays}
    where ${deviceDays.deviceId} = ${devices.id} and ${deviceDays.day} >= ${first} and ${isOfNow(zone)})`
  return database.asSystem(
    (tx) =>
      tx
        .select({ id: devices.id, organizationId: devices.organizationId })
        .from(devices)
        .innerJoin(organizations, eq(organizations.id, devices.organizationId))
        .where(
          and(
            sql`${devices.id} > ${after}`,
            isNull(devices.deletedAt),
            isNotNull(devices.intervalCrons),
            sql`${stored} < ((${now} - ${allowed}) at time zone ${zone})::date - ${first}`,
          ),
        )
        .orderBy(asc(devices.id))
        .limit(1000),
    'read only',
  )
}

/** Of one organization each. */
const batchesOf = (all: readonly Lacking[]): { organizationId: number; ids: number[] }[] =>
  [...Map.groupBy(all, ({ organizationId }) => organizationId)].flatMap(([organizationId, rows]) =>
    Array.from({ length: Math.ceil(rows.length / batchSize) }, (_, n) => ({
      organizationId,
      ids: rows.slice(n * batchSize, (n + 1) * batchSize).map(({ id }) => id),
    })),
  )

async function fillDaysOf(tx: Tx, organizationId: number, given: number[], at: Date): Promise<void> {
  const [organization] = await tx
    .select({ zone: organizations.timeZone })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
  if (organization === undefined) throw new Error(`there is no organization ${organizationId}`)
  const { zone } = organization
  // Locked as for deletion: whoever inserts a report or a schedule waits, and deletes behind it what was counted
  // without. Of a device that reports at this moment an hour later.
  const locked = await tx
    .select()
    .from(devices)
    .where(and(eq(devices.organizationId, organizationId), inArray(devices.id, given)))
    .orderBy(asc(devices.id))
    .for('update', { skipLocked: true })
  const before = startOfDay(zone, at, 0)
  const days = daysBefore(zone, before, listedDays - 1)
  const stored = await deviceDaysOf(
    tx,
    { organizationId, zone },
    locked.map(({ id }) => id),
    days,
  )
  const since = new Map(locked.map(({ id }) => [id, sinceMissing(days, stored.get(id)) ?? before]))
  const counted = await countFromReports(tx, { organizationId, zone, before, now: at, since })
  const rows = locked.flatMap((device) =>
    (counted.get(device.id) ?? [])
      .filter(({ isClosed, counts }) => isClosed && stored.get(device.id)?.has(counts.date) !== true)
      .map((day) => ({ device_id: device.id, zone, ...columnsOf(day, device) })),
  )
  await tx.execute(sql`
    insert into device_days (organization_id, device_id, day, zone, retry_seconds, drift_seconds, arrived, late,
      missing, served_from, served_before)
    select ${organizationId}, row.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (device_id bigint,
      day date, zone text, retry_seconds int, drift_seconds int, arrived int, late int, missing int,
      served_from timestamptz, served_before timestamptz)
    on conflict (device_id, day) do update set zone = excluded.zone, retry_seconds = excluded.retry_seconds,
      drift_seconds = excluded.drift_seconds, arrived = excluded.arrived, late = excluded.late,
      missing = excluded.missing, served_from = excluded.served_from, served_before = excluded.served_before`)
}

function columnsOf(
  { counts: { date: day, arrived, late, missing }, served }: CountedDay,
  { heartbeatTime, allowTimeDrift }: typeof devices.$inferSelect,
) {
  const instant = (at: number) => (at === Infinity ? 'infinity' : new Date(at).toISOString())
  return {
    day,
    retry_seconds: heartbeatTime ?? 0,
    drift_seconds: allowTimeDrift,
    arrived,
    late,
    missing,
    served_from: served && instant(served.from),
    served_before: served && instant(served.before),
  }
}
