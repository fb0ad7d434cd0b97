import { and, eq } from 'drizzle-orm'
import { Failure, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { mapAreas, maps } from '../../db/schema.ts'
import { changedFields, recordAudit } from '../audit/index.ts'
import { type AreaRow, isArea } from './repository.ts'

/** Without a description it is empty, or stays. */
interface Sent {
  name: string
  description?: string | undefined
}

export async function createArea(
  session: Session,
  tx: Tx,
  { name, description = '' }: Sent,
  at: Date,
): Promise<AreaRow> {
  const { organizationId } = session
  const [row] = await tx
    .insert(mapAreas)
    .values({ organizationId, name, description, createdAt: at, updatedAt: at })
    .returning()
  if (row === undefined) throw new Error('a map area was not inserted')
  const after = { name, description }
  await recordAudit(tx, session, { ...of(row), action: 'create', before: {}, after, at })
  return row
}

export async function updateArea(
  session: Session,
  tx: Tx,
  id: number,
  { name, description }: Sent,
  at: Date,
): Promise<AreaRow> {
  const before = await lockArea(session, tx, id)
  const after = { name, description: description ?? before.description }
  const changes = changedFields({ name: before.name, description: before.description }, after)
  if (Object.keys(changes.after).length === 0) return before
  const [row] = await tx
    .update(mapAreas)
    .set({ ...after, updatedAt: at })
    .where(isArea(session.organizationId, id))
    .returning()
  if (row === undefined) throw new Failure('not_found')
  await recordAudit(tx, session, { ...of(before), action: 'update', ...changes, at })
  return row
}

/** Its maps stay, without an area. */
export async function deleteArea(session: Session, tx: Tx, id: number, at: Date): Promise<void> {
  const { organizationId } = session
  const area = await lockArea(session, tx, id)
  const left = await tx
    .update(maps)
    .set({ mapAreaId: null, updatedAt: at })
    .where(and(eq(maps.organizationId, organizationId), eq(maps.mapAreaId, id)))
    .returning({ id: maps.id })
  await tx.delete(mapAreas).where(isArea(organizationId, id))
  const before = { name: area.name, description: area.description, maps: left.map((map) => map.id) }
  await recordAudit(tx, session, { ...of(area), action: 'delete', before, after: {}, at })
}

const of = ({ id, name }: AreaRow) => ({ noun: 'map-area', subjectId: id, subjectName: name }) as const

async function lockArea({ organizationId }: Session, tx: Tx, id: number): Promise<AreaRow> {
  const [row] = await tx.select().from(mapAreas).where(isArea(organizationId, id)).for('update')
  if (row === undefined) throw new Failure('not_found')
  return row
}
