import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { devices, meters } from '../../db/schema.ts'

export type DeviceRow = Awaited<ReturnType<typeof listDevices>>[number]

const isOwn = (organizationId: number) =>
  and(eq(devices.organizationId, organizationId), isNull(devices.deletedAt))

function select(tx: Tx) {
  return tx
    .select({
      device: devices,
      meters: sql<{ id: number; name: string }[]>`coalesce(
        json_agg(json_build_object('id', ${meters.id}, 'name', ${meters.name}) order by ${meters.name}, ${meters.id})
          filter (where ${meters.id} is not null), '[]')`,
    })
    .from(devices)
    .leftJoin(meters, and(eq(meters.organizationId, devices.organizationId), eq(meters.deviceId, devices.id)))
    .groupBy(devices.id)
}

export const listDevices = (tx: Tx, organizationId: number, type?: number) =>
  select(tx)
    .where(
      and(isOwn(organizationId), type === undefined ? undefined : sql`${devices.type} = ${type}::bigint`),
    )
    .orderBy(asc(devices.name), asc(devices.id))

export async function findDevice(tx: Tx, organizationId: number, id: number): Promise<DeviceRow | undefined> {
  const rows = await select(tx).where(and(isOwn(organizationId), eq(devices.id, id)))
  return rows[0]
}

export async function renameDevice(
  tx: Tx,
  organizationId: number,
  id: number,
  name: string,
  at: Date,
): Promise<void> {
  await tx
    .update(devices)
    .set({ name, updatedAt: at })
    .where(and(isOwn(organizationId), eq(devices.id, id)))
}
