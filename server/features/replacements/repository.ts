import { and, desc, eq, isNull, type SQL } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import type { MeterKey } from '../../db/reading-order.ts'
import { meterReplacements, meters, users } from '../../db/schema.ts'

export type NewReplacement = typeof meterReplacements.$inferInsert

const { id, meterId, at, oldEndValue, newStartValue, note, userId, createdAt } = meterReplacements
const columns = {
  id,
  meter_id: meterId,
  at,
  old_end_value: oldEndValue,
  new_start_value: newStartValue,
  note,
  user_id: userId,
  username: users.username,
  created_at: createdAt,
}

export interface ReplacementRow
  extends Record<'id' | 'meter_id' | 'user_id' | 'new_start_value', number>,
    Record<'at' | 'created_at', Date> {
  old_end_value: number | null
  note: string
  /** Null: of no organization of the caller any more. */
  username: string | null
}

const select = (tx: Tx, which: SQL | undefined) =>
  tx
    .select(columns)
    .from(meterReplacements)
    .leftJoin(users, eq(users.id, userId))
    .where(and(isNull(meterReplacements.deletedAt), which))
    .orderBy(desc(at), desc(id))

const isOf = (meter: MeterKey | typeof meters) =>
  and(eq(meterReplacements.organizationId, meter.organizationId), eq(meterId, meter.id))

export async function hasMeter(tx: Tx, meter: MeterKey): Promise<boolean> {
  const own = and(eq(meters.organizationId, meter.organizationId), eq(meters.id, meter.id))
  return (await tx.$count(meters, own)) > 0
}

/** Latest first. */
export const listReplacements = (tx: Tx, meter: MeterKey): Promise<ReplacementRow[]> =>
  select(tx, isOf(meter))

/** Of the meters of an outer query. */
export const latestReplacement = (tx: Tx) => select(tx, isOf(meters)).limit(1)

export async function findReplacement(
  tx: Tx,
  organizationId: number,
  which: { id: number } | { key: string },
): Promise<(ReplacementRow & { fingerprint: string }) | undefined> {
  const [row] = await tx
    .select({ ...columns, fingerprint: meterReplacements.fingerprint })
    .from(meterReplacements)
    .leftJoin(users, eq(users.id, userId))
    .where(
      and(
        eq(meterReplacements.organizationId, organizationId),
        'id' in which
          ? and(eq(id, which.id), isNull(meterReplacements.deletedAt))
          : eq(meterReplacements.idempotencyKey, which.key),
      ),
    )
  return row
}

/** False when the key is taken. Waits for a concurrent request with the same key. */
export async function insertReplacement(tx: Tx, row: NewReplacement): Promise<boolean> {
  const rows = await tx
    .insert(meterReplacements)
    .values(row)
    .onConflictDoNothing({ target: [meterReplacements.organizationId, meterReplacements.idempotencyKey] })
    .returning({ id })
  return rows.length > 0
}

export async function hideReplacement(
  tx: Tx,
  organizationId: number,
  replacementId: number,
  fields: { deletedAt: Date; deletedByUserId: number },
): Promise<void> {
  await tx
    .update(meterReplacements)
    .set(fields)
    .where(and(eq(meterReplacements.organizationId, organizationId), eq(id, replacementId)))
}

export const findMeterOfReplacement = async (
  tx: Tx,
  organizationId: number,
  replacementId: number,
): Promise<number | null> =>
  (await findReplacement(tx, organizationId, { id: replacementId }))?.meter_id ?? null
