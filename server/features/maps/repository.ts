import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { MapPin } from '../../../contract/maps.ts'
import type { Tx } from '../../db/client.ts'
import { devices, mapAreas, mapPins, maps, pictures } from '../../db/schema.ts'

export type AreaRow = typeof mapAreas.$inferSelect
export type MapRecord = typeof maps.$inferSelect
export type PinRecord = typeof mapPins.$inferSelect
export type MapRow = Awaited<ReturnType<typeof selectMaps>>[number]
export type PinRow = Awaited<ReturnType<typeof selectPins>>[number]

export const isArea = (organizationId: number, id: number) =>
  and(eq(mapAreas.organizationId, organizationId), eq(mapAreas.id, id))
export const isMap = (organizationId: number, id: number) =>
  and(eq(maps.organizationId, organizationId), eq(maps.id, id))
export const isPin = (organizationId: number, id: number) =>
  and(eq(mapPins.organizationId, organizationId), eq(mapPins.id, id))

export const listAreas = (tx: Tx, organizationId: number) =>
  tx
    .select()
    .from(mapAreas)
    .where(eq(mapAreas.organizationId, organizationId))
    .orderBy(asc(mapAreas.name), asc(mapAreas.id))

/** Maps with the size of their picture. */
const selectMaps = (tx: Tx, organizationId: number, narrowed?: SQL) =>
  tx
    .select({ map: maps, width: pictures.width, height: pictures.height })
    .from(maps)
    .innerJoin(
      pictures,
      and(eq(pictures.organizationId, maps.organizationId), eq(pictures.sha256, maps.pictureSha256)),
    )
    .where(and(eq(maps.organizationId, organizationId), narrowed))
    .orderBy(asc(maps.name), asc(maps.id))

/** Pins with their devices that are not deleted. */
function selectPins(tx: Tx, organizationId: number, narrowed?: SQL) {
  const attached = tx
    .select({
      pinId: devices.mapPinId,
      list: sql<MapPin['devices']>`json_agg(json_build_object('id', ${devices.id}, 'name', ${devices.name},
        'type', ${devices.type}, 'status', ${devices.status}) order by ${devices.name}, ${devices.id})`.as(
        'list',
      ),
    })
    .from(devices)
    .where(and(eq(devices.organizationId, organizationId), isNull(devices.deletedAt)))
    .groupBy(devices.mapPinId)
    .as('attached')
  return tx
    .select({ pin: mapPins, devices: attached.list })
    .from(mapPins)
    .leftJoin(attached, eq(attached.pinId, mapPins.id))
    .where(and(eq(mapPins.organizationId, organizationId), narrowed))
    .orderBy(asc(mapPins.name), asc(mapPins.id))
}

/** Says that the map’s pins change, and keeps it from being deleted meanwhile. False: there is none. */
export async function touchMap(tx: Tx, organizationId: number, id: number, at: Date): Promise<boolean> {
  const rows = await tx
    .update(maps)
    .set({ updatedAt: at })
    .where(isMap(organizationId, id))
    .returning({ id: maps.id })
  return rows.length > 0
}

/** Devices lose their pin, deleted ones too; the ids of those that had one. */
export async function detachDevices(
  tx: Tx,
  organizationId: number,
  ofPins: SQL,
  at: Date,
): Promise<number[]> {
  const rows = await tx
    .update(devices)
    .set({ mapPinId: null, updatedAt: at })
    .where(and(eq(devices.organizationId, organizationId), ofPins))
    .returning({ id: devices.id })
  return rows.map(({ id }) => id)
}

export const listMaps = (tx: Tx, organizationId: number) => selectMaps(tx, organizationId)

export async function findMap(tx: Tx, organizationId: number, id: number): Promise<MapRow | undefined> {
  const [row] = await selectMaps(tx, organizationId, eq(maps.id, id))
  return row
}

/** Of one map when asked. */
export const listPins = (tx: Tx, organizationId: number, mapId?: number) =>
  selectPins(tx, organizationId, mapId === undefined ? undefined : eq(mapPins.mapId, mapId))

export async function findPin(tx: Tx, organizationId: number, id: number): Promise<PinRow | undefined> {
  const [row] = await selectPins(tx, organizationId, eq(mapPins.id, id))
  return row
}
