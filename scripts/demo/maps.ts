import { and, eq, inArray } from 'drizzle-orm'
import { pinType } from '../../contract/maps.ts'
import type { Tx } from '../../server/db/client.ts'
import { devices, mapAreas, mapPins, maps } from '../../server/db/schema.ts'
import { parsePicture, recordPicture, storePicture } from '../../server/features/pictures/index.ts'
import type { Storage } from '../../server/storage/storage.ts'
import { drawPlan } from './draw-plan.ts'
import { areas, type Plan, plans } from './floor-plans.ts'
import { known, organizationId, serialOf } from './insert.ts'
import { devices as plant } from './plant.ts'

type Drawn = Plan & { picture: Awaited<ReturnType<typeof parsePicture>> }

/** Draws and stores the plans' pictures, before the transaction of `insertMaps`. */
export const drawMaps = (storage: Storage): Promise<Drawn[]> =>
  Promise.all(
    plans.map(async (plan) => {
      const picture = await parsePicture(await drawPlan(plan), 'demonstration')
      await storePicture(storage, organizationId, picture)
      return { ...plan, picture }
    }),
  )

/** Maps with their areas, and pins with the demonstration's devices, which exist already. */
export async function insertMaps(tx: Tx, drawn: readonly Drawn[], createdAt: Date): Promise<void> {
  const own = { organizationId, createdAt, updatedAt: createdAt }
  const areaRows = await tx
    .insert(mapAreas)
    .values(areas.map(({ name, description }) => ({ ...own, name, description })))
    .returning({ id: mapAreas.id })
  for (const { name, description, area, width, height, pins, picture } of drawn) {
    await recordPicture(tx, organizationId, picture)
    const mapAreaId = known(areaRows[areas.findIndex(({ key }) => key === area)]).id
    const [map] = await tx
      .insert(maps)
      .values({ ...own, name, description, mapAreaId, pictureSha256: picture.sha256 })
      .returning({ id: maps.id })
    const rows = pins.map(({ name: pinName, type = pinType.camera, x, y }) => ({
      ...own,
      mapId: known(map).id,
      name: pinName,
      type,
      xratio: x / width,
      yratio: y / height,
    }))
    const pinRows = await tx.insert(mapPins).values(rows).returning({ id: mapPins.id })
    for (const [index, { devices: keys }] of pins.entries()) {
      const serials = keys.map((key) => serialOf(plant.findIndex((device) => device.key === key)))
      await tx
        .update(devices)
        .set({ mapPinId: known(pinRows[index]).id })
        .where(and(eq(devices.organizationId, organizationId), inArray(devices.serialNumber, serials)))
    }
  }
}
