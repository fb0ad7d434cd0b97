import { eq } from 'drizzle-orm'
import type { Input } from '../../../contract/calls/endpoint.ts'
import type { mapEndpoints } from '../../../contract/maps.ts'
import { Failure, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { devices, mapPins } from '../../db/schema.ts'
import { changedFields, recordAudit } from '../audit/index.ts'
import { detachDevices, isPin, type PinRecord, touchMap } from './repository.ts'

type Given = Input<(typeof mapEndpoints)['createMapPin']>['body']
type Sent = Input<(typeof mapEndpoints)['updateMapPin']>['body']

export async function createPin(session: Session, tx: Tx, given: Given, at: Date): Promise<number> {
  const { organizationId } = session
  const { map_id: mapId, ...fields } = given
  if (!(await touchMap(tx, organizationId, mapId, at))) {
    throw new Failure('reference_unknown', {
      issues: [{ path: 'map_id', message: 'この組織のマップを選択してください' }],
    })
  }
  const [row] = await tx
    .insert(mapPins)
    .values({ ...fields, mapId, organizationId, createdAt: at, updatedAt: at })
    .returning()
  if (row === undefined) throw new Error('a map pin was not inserted')
  const after = { ...fieldsOf(row), mapId }
  await recordAudit(tx, session, { ...of(row), action: 'create', before: {}, after, at })
  return row.id
}

/** What is not sent stays. */
export async function updatePin(session: Session, tx: Tx, id: number, sent: Sent, at: Date): Promise<void> {
  const before = await lockPin(session, tx, id, at)
  const fields = fieldsOf(before)
  const after = {
    ...fields,
    ...Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)),
  }
  const changes = changedFields({ ...fields }, after)
  if (Object.keys(changes.after).length === 0) return
  await tx
    .update(mapPins)
    .set({ ...after, updatedAt: at })
    .where(isPin(session.organizationId, id))
  await recordAudit(tx, session, { ...of(before), action: 'update', ...changes, at })
}

/** Its devices stay, without a pin. */
export async function deletePin(session: Session, tx: Tx, id: number, at: Date): Promise<void> {
  const { organizationId } = session
  const pin = await lockPin(session, tx, id, at)
  const detached = await detachDevices(tx, organizationId, eq(devices.mapPinId, id), at)
  await tx.delete(mapPins).where(isPin(organizationId, id))
  const before = { ...fieldsOf(pin), mapId: pin.mapId, devices: detached }
  await recordAudit(tx, session, { ...of(pin), action: 'delete', before, after: {}, at })
}

const of = ({ id, name }: PinRecord) => ({ noun: 'map-pin', subjectId: id, subjectName: name }) as const

const fieldsOf = ({ name, type, xratio, yratio }: PinRecord) => ({ name, type, xratio, yratio })

/** Behind its map, as a map’s deletion does. */
async function lockPin({ organizationId }: Session, tx: Tx, id: number, at: Date): Promise<PinRecord> {
  const [found] = await tx.select({ mapId: mapPins.mapId }).from(mapPins).where(isPin(organizationId, id))
  if (found === undefined) throw new Failure('not_found')
  await touchMap(tx, organizationId, found.mapId, at)
  const [row] = await tx.select().from(mapPins).where(isPin(organizationId, id)).for('update')
  if (row === undefined) throw new Failure('not_found')
  return row
}
