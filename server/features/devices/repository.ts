import { and, asc, count, desc, eq, isNotNull, isNull, max, sql } from 'drizzle-orm'
import { deviceType } from '../../../contract/devices.ts'
import { Failure } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { constraintOf } from '../../db/constraint-of.ts'
import { apiKeys, deviceOutages, deviceReports, devices, mapPins, meters, readings } from '../../db/schema.ts'

export type DeviceRecord = typeof devices.$inferSelect
export type DeviceRow = Awaited<ReturnType<typeof listDevices>>[number]
export type NewDevice = Omit<typeof devices.$inferInsert, 'organizationId'>
export type DeviceChange = Partial<
  Pick<
    DeviceRecord,
    | 'name'
    | 'serialNumber'
    | 'status'
    | 'resolutionType'
    | 'heartbeatTime'
    | 'isNextAf'
    | 'isBuzzer'
    | 'isFlash'
    | 'allowTimeDrift'
    | 'intervalCrons'
    | 'deletedAt'
    | 'mapPinId'
    | 'accessHash'
    | 'isSerialCaseSensitive'
  >
>

const isOwn = (organizationId: number, id: number) =>
  and(eq(devices.organizationId, organizationId), eq(devices.id, id))

/** Pictures among which the latest is found: a person may have corrected the time of the last to arrive. */
export const recentPictures = 12

/** Devices with their meters, open outage, latest picture, pin and the expiry of their own key, in one query. */
function select(tx: Tx, organizationId: number) {
  const measured = tx
    .select({
      deviceId: meters.deviceId,
      list: sql<
        { id: number; name: string }[]
      >`json_agg(json_build_object('id', ${meters.id}, 'name', ${meters.name})
        order by ${meters.name}, ${meters.id})`.as('list'),
    })
    .from(meters)
    .where(and(eq(meters.organizationId, organizationId), isNotNull(meters.deviceId)))
    .groupBy(meters.deviceId)
    .as('measured')
  const recent = tx
    .select({
      id: deviceReports.id,
      createdAt: deviceReports.createdAt,
      pictureSha256: deviceReports.pictureSha256,
    })
    .from(deviceReports)
    .where(
      and(
        eq(deviceReports.organizationId, organizationId),
        eq(deviceReports.deviceId, devices.id),
        isNotNull(deviceReports.pictureSha256),
      ),
    )
    .orderBy(desc(deviceReports.createdAt), desc(deviceReports.id))
    .limit(recentPictures)
    .as('recent')
  // The time of a report stays when a person corrects that of its readings.
  const readAt = tx
    .select({ at: max(readings.createdAt) })
    .from(readings)
    .where(
      and(
        eq(readings.organizationId, organizationId),
        eq(readings.reportId, recent.id),
        isNull(readings.deletedAt),
      ),
    )
  const measuredAt = sql`coalesce(${readAt}, ${recent.createdAt})`
    .mapWith(deviceReports.createdAt)
    .as('measured_at')
  const picture = tx
    .select({ measuredAt, pictureSha256: recent.pictureSha256 })
    .from(recent)
    .orderBy(desc(measuredAt), desc(recent.id))
    .limit(1)
    .as('picture')
  return tx
    .select({
      device: devices,
      meters: measured.list,
      outage: { since: deviceOutages.since, cause: deviceOutages.cause },
      mapPin: { id: mapPins.id, mapId: mapPins.mapId },
      keyExpireAt: apiKeys.expireAt,
      picture: { measuredAt: picture.measuredAt, pictureSha256: picture.pictureSha256 },
    })
    .from(devices)
    .leftJoin(measured, eq(measured.deviceId, devices.id))
    .leftJoin(deviceOutages, and(eq(deviceOutages.deviceId, devices.id), isNull(deviceOutages.endedAt)))
    .leftJoin(mapPins, eq(mapPins.id, devices.mapPinId))
    .leftJoin(apiKeys, and(eq(apiKeys.deviceId, devices.id), isNull(apiKeys.deletedAt)))
    .leftJoinLateral(picture, sql`true`)
}

export const listDevices = (
  tx: Tx,
  organizationId: number,
  { type, withDeleted }: { type?: number | undefined; withDeleted: boolean },
) =>
  select(tx, organizationId)
    .where(
      and(
        eq(devices.organizationId, organizationId),
        withDeleted ? undefined : isNull(devices.deletedAt),
        type === undefined ? undefined : sql`${devices.type} = ${type}::bigint`,
      ),
    )
    .orderBy(asc(devices.name), asc(devices.id))

/** Deleted or not. */
export async function findDevice(tx: Tx, organizationId: number, id: number): Promise<DeviceRow | undefined> {
  const rows = await select(tx, organizationId).where(isOwn(organizationId, id))
  return rows[0]
}

/** Deleted or not. Throws `not_found` where there is none. */
export async function findDeviceRecord(tx: Tx, organizationId: number, id: number): Promise<DeviceRecord> {
  const [row] = await tx.select().from(devices).where(isOwn(organizationId, id))
  if (row === undefined) throw new Failure('not_found')
  return row
}

/** Until the end of the transaction; deleted or not. Throws `not_found` where there is none. */
export async function lockDevice(tx: Tx, organizationId: number, id: number): Promise<DeviceRecord> {
  const [row] = await tx.select().from(devices).where(isOwn(organizationId, id)).for('update')
  if (row === undefined) throw new Failure('not_found')
  return row
}

export async function insertDevice(
  tx: Tx,
  organizationId: number,
  device: NewDevice,
  at: Date,
): Promise<number> {
  const rows = await withFreeNumber(
    tx
      .insert(devices)
      .values({ ...device, organizationId, createdAt: at, updatedAt: at })
      .returning({ id: devices.id }),
  )
  const id = rows[0]?.id
  if (id === undefined) throw new Error('a device was not inserted')
  return id
}

export async function changeDevice(
  tx: Tx,
  organizationId: number,
  id: number,
  change: DeviceChange,
  at: Date,
): Promise<void> {
  await withFreeNumber(
    tx
      .update(devices)
      .set({ ...change, updatedAt: at })
      .where(isOwn(organizationId, id)),
  )
}

const serialConstraints = ['devices_serial_number', 'devices_folded_serial_number']

/** Live devices of all organizations share their serial numbers: only the database sees whether one is free. */
async function withFreeNumber<T>(statement: PromiseLike<T>): Promise<T> {
  try {
    return await statement
  } catch (error) {
    if (!serialConstraints.includes(constraintOf(error) ?? '')) throw error
    throw new Failure('serial_number_taken', {
      issues: [{ path: 'serial_number', message: 'このシリアル番号はすでに登録されています' }],
    })
  }
}

export const listChildren = (tx: Tx, organizationId: number, parentId: number) =>
  tx
    .select()
    .from(devices)
    .where(
      and(
        eq(devices.organizationId, organizationId),
        eq(devices.parentDeviceId, parentId),
        isNull(devices.deletedAt),
      ),
    )
    .orderBy(asc(devices.name), asc(devices.id))

export async function countMobiles(tx: Tx, organizationId: number): Promise<number> {
  const [row] = await tx
    .select({ n: count() })
    .from(devices)
    .where(
      and(
        eq(devices.organizationId, organizationId),
        eq(devices.type, deviceType.mobile),
        isNull(devices.deletedAt),
      ),
    )
  return row?.n ?? 0
}
