import { asc, count, eq } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { categories, categoryIcons, meters } from '../../db/schema.ts'

export type CategoryRow = typeof categories.$inferSelect

export const listCategories = (tx: Tx) => tx.select().from(categories).orderBy(asc(categories.id))

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
