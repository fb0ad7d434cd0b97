import { asc, count, eq } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { categories, categoryIcons, meters } from '../../db/schema.ts'

export type CategoryRow = typeof categories.$inferSelect
export type CategoryFields = Pick<CategoryRow, 'name' | 'type' | 'description' | 'status' | 'icon'>

export const listCategories = (tx: Tx) => tx.select().from(categories).orderBy(asc(categories.id))

/** No meter gets the category while it is locked. */
export async function lockCategory(tx: Tx, id: number): Promise<CategoryRow | undefined> {
  const [row] = await tx.select().from(categories).where(eq(categories.id, id)).for('update')
  return row
}

export async function insertCategory(tx: Tx, fields: CategoryFields): Promise<CategoryRow> {
  const [row] = await tx.insert(categories).values(fields).returning()
  if (row === undefined) throw new Error('a category was not inserted')
  return row
}

export async function changeCategory(tx: Tx, id: number, fields: CategoryFields, at: Date) {
  const [row] = await tx
    .update(categories)
    .set({ ...fields, updatedAt: at })
    .where(eq(categories.id, id))
    .returning()
  if (row === undefined) throw new Error('a locked category is gone')
  return row
}

export const removeCategory = (tx: Tx, id: number) => tx.delete(categories).where(eq(categories.id, id))

/** Of every organization; takes the owner’s transaction. */
export const usageOfCategories = (systemTx: Tx) =>
  systemTx
    .select({ id: meters.meterCategoryId, meters: count() })
    .from(meters)
    .groupBy(meters.meterCategoryId)

export const metersOfCategory = (systemTx: Tx, id: number): Promise<number> =>
  systemTx.$count(meters, eq(meters.meterCategoryId, id))

export const insertIcon = (tx: Tx, icon: { sha256: string; mediaType: string; bytes: Uint8Array }) =>
  tx.insert(categoryIcons).values(icon).onConflictDoNothing()

export async function findIcon(tx: Tx, sha256: string) {
  const [row] = await tx.select().from(categoryIcons).where(eq(categoryIcons.sha256, sha256))
  return row
}
