import { and, eq, inArray, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Tx } from '../../db/client.ts'
import { deviceDays, devices } from '../../db/schema.ts'
import { isoInZone, startOfDay } from '../../time-zone.ts'
import type { DayArrivals } from './arrivals.ts'

/** Local days of which lists show the arrivals, with today. */
export const listedDays = 30

/** By date, in order. */
export type DeviceDays = ReadonlyMap<string, DayArrivals>

const dateIn = (zone: string, at: Date) => isoInZone(zone, at).slice(0, 10)

/**
 * Whether a day was counted with the zone and the allowances that apply now; the device is joined. An automatic retry
 * time is stored as 0, because it depends only on the schedule that was in force on that day.
 */
export const isOfNow = (zone: string | AnyPgColumn) => sql`${deviceDays.zone} = ${zone}
  and ${deviceDays.retrySeconds} = coalesce(${devices.heartbeatTime}, 0)
  and ${deviceDays.driftSeconds} = ${devices.allowTimeDrift}`

/** Of these days, those that were counted when they were over, and that nothing has changed since. */
export async function deviceDaysOf(
  tx: Tx,
  { organizationId, zone }: { organizationId: number; zone: string },
  ids: readonly number[],
  among: readonly LocalDay[],
): Promise<Map<number, DeviceDays>> {
  type Row = [date: string, arrived: number, late: number, missing: number]
  const { day, arrived, late, missing } = deviceDays
  const rows = await tx
    .select({
      id: deviceDays.deviceId,
      days: sql<Row[]>`json_agg(json_build_array(${day}, ${arrived}, ${late}, ${missing}) order by ${day})`,
    })
    .from(deviceDays)
    .innerJoin(devices, eq(devices.id, deviceDays.deviceId))
    .where(
      and(
        eq(deviceDays.organizationId, organizationId),
        inArray(deviceDays.deviceId, [...ids]),
        inArray(
          day,
          among.map(({ date }) => date),
        ),
        isOfNow(zone),
      ),
    )
    .groupBy(deviceDays.deviceId)
  return new Map(
    rows.map(({ id, days }) => [
      id,
      new Map(
        days.map(([date, ...counts]) => {
          const [arrived, late, missing] = counts
          return [date, { date, scheduled: arrived + late + missing, arrived, late, missing }]
        }),
      ),
    ]),
  )
}

export interface LocalDay {
  date: string
  start: Date
}

/** The last local days before `before`, which is the start of one. */
export const daysBefore = (zone: string, before: Date, count: number): LocalDay[] =>
  Array.from({ length: count }, (_, n) => {
    const start = startOfDay(zone, before, n - count)
    return { date: dateIn(zone, start), start }
  })

/** When the first of the days begins that is not stored; null: all are. */
export const sinceMissing = (days: readonly LocalDay[], stored: DeviceDays | undefined): Date | null =>
  days.find(({ date }) => stored?.has(date) !== true)?.start ?? null
