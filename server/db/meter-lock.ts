import { and, eq } from 'drizzle-orm'
import type { Tx } from './client.ts'
import { meters } from './schema.ts'

export type MeterRecord = typeof meters.$inferSelect

/**
 * Locks a meter until the transaction ends. Whoever changes its range, one of its readings or one of its alerts locks
 * the meter first; readings of other meters do not wait.
 */
export async function lockMeter(
  tx: Tx,
  organizationId: number,
  id: number,
): Promise<MeterRecord | undefined> {
  const rows = await tx
    .select()
    .from(meters)
    .where(and(eq(meters.organizationId, organizationId), eq(meters.id, id)))
    .for('no key update')
  return rows[0]
}
