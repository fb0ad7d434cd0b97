import { and, eq, getTableColumns, type SQL } from 'drizzle-orm'
import type { CategoryType } from '../../contract/categories.ts'
import type { Tx } from './client.ts'
import { categories, meters } from './schema.ts'

export type MeterRecord = typeof meters.$inferSelect

/** A meter with the type of its category, which decides how it is read. */
export type MeterOfCategory = MeterRecord & { categoryType: CategoryType }

/** Locks meters in the order of their ids, as every caller that locks several does. */
export const lockMeters = (tx: Tx, which: SQL | undefined): Promise<MeterOfCategory[]> =>
  tx
    .select({ ...getTableColumns(meters), categoryType: categories.type })
    .from(meters)
    .innerJoin(categories, eq(categories.id, meters.meterCategoryId))
    .where(which)
    .orderBy(meters.id)
    .for('no key update', { of: meters })

/**
 * Locks a meter until the transaction ends. A transaction that changes its range, one of its readings or one of its
 * alerts locks the meter first; readings of other meters do not wait.
 */
export async function lockMeter(
  tx: Tx,
  organizationId: number,
  id: number,
): Promise<MeterOfCategory | undefined> {
  const rows = await lockMeters(tx, and(eq(meters.organizationId, organizationId), eq(meters.id, id)))
  return rows[0]
}
