import { and, asc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { closingCycleMeters, closingCycles } from '../../db/schema.ts'

export type CycleRow = typeof closingCycles.$inferSelect & { meterIds: number[] }

const meterIds = sql<number[]>`coalesce((
  select json_agg(${closingCycleMeters.meterId} order by ${closingCycleMeters.meterId})
  from ${closingCycleMeters} where ${closingCycleMeters.cycleId} = ${closingCycles.id}), '[]')`

/** By name; null: all of the organization. */
export const listCycles = (tx: Tx, organizationId: number, id: number | null = null): Promise<CycleRow[]> =>
  tx
    .select({ ...getTableColumns(closingCycles), meterIds })
    .from(closingCycles)
    .where(
      and(
        eq(closingCycles.organizationId, organizationId),
        id === null ? undefined : eq(closingCycles.id, id),
      ),
    )
    .orderBy(asc(closingCycles.name), asc(closingCycles.id))

/** Returns which of these meters belong to which other cycle. */
export const claimsOf = (
  tx: Tx,
  organizationId: number,
  meters: readonly number[],
): Promise<{ meterId: number; cycleId: number; name: string }[]> =>
  tx
    .select({
      meterId: closingCycleMeters.meterId,
      cycleId: closingCycleMeters.cycleId,
      name: closingCycles.name,
    })
    .from(closingCycleMeters)
    .innerJoin(closingCycles, eq(closingCycles.id, closingCycleMeters.cycleId))
    .where(
      and(
        eq(closingCycleMeters.organizationId, organizationId),
        inArray(closingCycleMeters.meterId, [...meters]),
      ),
    )
