import { and, asc, eq } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { groups } from '../../db/schema.ts'

export type GroupRow = typeof groups.$inferSelect
type GroupFields = Pick<GroupRow, 'name' | 'description'>

export const listGroups = (tx: Tx, organizationId: number) =>
  tx
    .select()
    .from(groups)
    .where(eq(groups.organizationId, organizationId))
    .orderBy(asc(groups.name), asc(groups.id))

export async function insertGroup(
  tx: Tx,
  organizationId: number,
  fields: GroupFields,
  at: Date,
): Promise<GroupRow> {
  const [row] = await tx
    .insert(groups)
    .values({ ...fields, organizationId, createdAt: at, updatedAt: at })
    .returning()
  if (row === undefined) throw new Error('a group was not inserted')
  return row
}

/** Until the end of the transaction. Undefined where there is no such group. */
export async function lockGroup(tx: Tx, organizationId: number, id: number): Promise<GroupRow | undefined> {
  const own = and(eq(groups.organizationId, organizationId), eq(groups.id, id))
  const [row] = await tx.select().from(groups).where(own).for('update')
  return row
}

/** Undefined where there is no such group. */
export async function changeGroup(
  tx: Tx,
  organizationId: number,
  id: number,
  fields: Partial<GroupFields>,
  at: Date,
): Promise<GroupRow | undefined> {
  const [row] = await tx
    .update(groups)
    .set({ ...fields, updatedAt: at })
    .where(and(eq(groups.organizationId, organizationId), eq(groups.id, id)))
    .returning()
  return row
}
