import { and, eq, inArray } from 'drizzle-orm'
import type { Input } from '../../../contract/calls/endpoint.ts'
import type { mapEndpoints } from '../../../contract/maps.ts'
import { Failure, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { devices, mapAreas, mapPins, maps } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { changedFields, recordAudit } from '../audit/index.ts'
import { parseBase64Picture, recordPicture, storePicture } from '../pictures/index.ts'
import { detachDevices, isArea, isMap, type MapRecord } from './repository.ts'

type Given = Input<(typeof mapEndpoints)['createMap']>['body']
type Sent = Input<(typeof mapEndpoints)['updateMap']>['body']
type Fields = Pick<MapRecord, 'name' | 'description' | 'mapAreaId' | 'pictureSha256'>

export async function createMap(deps: Deps, session: Session, tx: Tx, given: Given): Promise<number> {
  const { organizationId } = session
  const { name, description = '', map_area_id: mapAreaId = null } = given
  await assertArea(tx, organizationId, mapAreaId)
  const pictureSha256 = await keepPicture(deps, tx, organizationId, given.image_base64)
  const at = deps.clock()
  const fields: Fields = { name, description, mapAreaId, pictureSha256 }
  const [row] = await tx
    .insert(maps)
    .values({ ...fields, organizationId, createdAt: at, updatedAt: at })
    .returning()
  if (row === undefined) throw new Error('a map was not inserted')
  await recordAudit(tx, session, { ...of(row), action: 'create', before: {}, after: { ...fields }, at })
  return row.id
}

export async function updateMap(deps: Deps, session: Session, tx: Tx, id: number, sent: Sent): Promise<void> {
  const { organizationId } = session
  await assertArea(tx, organizationId, sent.map_area_id ?? null)
  const before = await lockMap(session, tx, id)
  const fields = fieldsOf(before)
  const after: Fields = {
    name: sent.name,
    description: sent.description ?? before.description,
    mapAreaId: sent.map_area_id === undefined ? before.mapAreaId : sent.map_area_id,
    pictureSha256:
      sent.image_base64 === undefined
        ? before.pictureSha256
        : await keepPicture(deps, tx, organizationId, sent.image_base64),
  }
  const changes = changedFields({ ...fields }, { ...after })
  if (Object.keys(changes.after).length === 0) return
  const at = deps.clock()
  await tx
    .update(maps)
    .set({ ...after, updatedAt: at })
    .where(isMap(organizationId, id))
  await recordAudit(tx, session, { ...of(before), action: 'update', ...changes, at })
}

/** With its pins; their devices stay. */
export async function deleteMap(session: Session, tx: Tx, id: number, at: Date): Promise<void> {
  const { organizationId } = session
  const map = await lockMap(session, tx, id)
  const ofMap = and(eq(mapPins.organizationId, organizationId), eq(mapPins.mapId, id))
  // Locked before their devices, as where a device is put on a pin.
  const pins = await tx
    .select({ id: mapPins.id, name: mapPins.name })
    .from(mapPins)
    .where(ofMap)
    .for('update')
  const ids = pins.map((pin) => pin.id)
  const detached = await detachDevices(tx, organizationId, inArray(devices.mapPinId, ids), at)
  await tx.delete(mapPins).where(ofMap)
  await tx.delete(maps).where(isMap(organizationId, id))
  const before = { ...fieldsOf(map), pins: pins.map((pin) => pin.name), devices: detached }
  await recordAudit(tx, session, { ...of(map), action: 'delete', before, after: {}, at })
}

const of = ({ id, name }: MapRecord) => ({ noun: 'map', subjectId: id, subjectName: name }) as const

const fieldsOf = ({ name, description, mapAreaId, pictureSha256 }: MapRecord): Fields => ({
  name,
  description,
  mapAreaId,
  pictureSha256,
})

async function lockMap({ organizationId }: Session, tx: Tx, id: number): Promise<MapRecord> {
  const [row] = await tx.select().from(maps).where(isMap(organizationId, id)).for('update')
  if (row === undefined) throw new Failure('not_found')
  return row
}

/** It stays until the end of the transaction. */
async function assertArea(tx: Tx, organizationId: number, id: number | null): Promise<void> {
  if (id === null) return
  const rows = await tx
    .select({ id: mapAreas.id })
    .from(mapAreas)
    .where(isArea(organizationId, id))
    .for('key share')
  if (rows.length > 0) return
  throw new Failure('reference_unknown', {
    issues: [{ path: 'map_area_id', message: 'この組織のマップエリアを選択してください' }],
  })
}

async function keepPicture(deps: Deps, tx: Tx, organizationId: number, base64: string): Promise<string> {
  const picture = await parseBase64Picture(base64, 'image_base64')
  await recordPicture(tx, organizationId, picture)
  await storePicture(deps.storage, organizationId, picture)
  return picture.sha256
}
