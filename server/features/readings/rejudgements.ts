import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import type { MeterKey, Position } from '../../db/reading-order.ts'
import { readingMonths, rejudgements } from '../../db/schema.ts'

const isOf = (meter: MeterKey) =>
  and(eq(rejudgements.organizationId, meter.organizationId), eq(rejudgements.meterId, meter.id))

/** By the rollups. */
export async function countReadingsOf(tx: Tx, meter: MeterKey): Promise<number> {
  const rows = await tx
    .select({ n: sql<number>`coalesce(sum(${readingMonths.readings}), 0)::float8` })
    .from(readingMonths)
    .where(and(eq(readingMonths.organizationId, meter.organizationId), eq(readingMonths.meterId, meter.id)))
  return rows[0]?.n ?? 0
}

/** Starts over where it was in progress. */
export async function beginRejudgement(tx: Tx, meter: MeterKey, total: number): Promise<void> {
  const anew = { total, done: 0, judgedAt: null, judgedId: null }
  await tx
    .insert(rejudgements)
    .values({ organizationId: meter.organizationId, meterId: meter.id, ...anew })
    .onConflictDoUpdate({ target: rejudgements.meterId, set: anew })
}

/** Progress: readings before `judged` are left. Undefined: none are left. */
export async function findRejudgement(
  tx: Tx,
  meter: MeterKey,
): Promise<{ done: number; judged: Position | null } | undefined> {
  const [row] = await tx.select().from(rejudgements).where(isOf(meter))
  if (row === undefined) return undefined
  const { done, judgedAt, judgedId } = row
  return {
    done,
    judged: judgedAt === null || judgedId === null ? null : { at: judgedAt.getTime(), id: judgedId },
  }
}

export async function advanceRejudgement(
  tx: Tx,
  meter: MeterKey,
  { done, judged }: { done: number; judged: Position },
): Promise<void> {
  await tx
    .update(rejudgements)
    .set({ done, judgedAt: new Date(judged.at), judgedId: judged.id })
    .where(isOf(meter))
}

export async function endRejudgement(tx: Tx, meter: MeterKey): Promise<void> {
  await tx.delete(rejudgements).where(isOf(meter))
}
