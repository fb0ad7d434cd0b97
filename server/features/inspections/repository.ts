import { and, asc, eq } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { inspections } from '../../db/schema.ts'

export type InspectionRow = typeof inspections.$inferSelect
type InspectionFields = Pick<InspectionRow, 'name' | 'contact'>

export const listInspections = (tx: Tx, organizationId: number) =>
  tx
    .select()
    .from(inspections)
    .where(eq(inspections.organizationId, organizationId))
    .orderBy(asc(inspections.name), asc(inspections.id))

export async function insertInspection(
  tx: Tx,
  organizationId: number,
  fields: InspectionFields,
  at: Date,
): Promise<InspectionRow> {
  const [row] = await tx
    .insert(inspections)
    .values({ ...fields, organizationId, createdAt: at, updatedAt: at })
    .returning()
  if (row === undefined) throw new Error('an inspection group was not inserted')
  return row
}

/** Until the end of the transaction. Undefined where there is no such inspection group. */
export async function lockInspection(
  tx: Tx,
  organizationId: number,
  id: number,
): Promise<InspectionRow | undefined> {
  const own = and(eq(inspections.organizationId, organizationId), eq(inspections.id, id))
  const [row] = await tx.select().from(inspections).where(own).for('update')
  return row
}

/** Undefined where there is no such inspection group. */
export async function changeInspection(
  tx: Tx,
  organizationId: number,
  id: number,
  fields: Partial<InspectionFields>,
  at: Date,
): Promise<InspectionRow | undefined> {
  const [row] = await tx
    .update(inspections)
    .set({ ...fields, updatedAt: at })
    .where(and(eq(inspections.organizationId, organizationId), eq(inspections.id, id)))
    .returning()
  return row
}
