import { and, asc, eq, exists, or } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { costBearers, meterAllocationShares, meterAllocations, meters } from '../../db/schema.ts'

export type CostBearerRow = typeof costBearers.$inferSelect

export const listCostBearers = (tx: Tx, organizationId: number) =>
  tx
    .select()
    .from(costBearers)
    .where(eq(costBearers.organizationId, organizationId))
    .orderBy(asc(costBearers.name), asc(costBearers.id))

/** Counts the meters that have a cost bearer, or whose usage is or was allocated to it. */
export const metersOfCostBearer = (tx: Tx, organizationId: number, id: number): Promise<number> => {
  const share = tx
    .select({ id: meterAllocations.id })
    .from(meterAllocations)
    .innerJoin(meterAllocationShares, eq(meterAllocationShares.allocationId, meterAllocations.id))
    .where(and(eq(meterAllocations.meterId, meters.id), eq(meterAllocationShares.costBearerId, id)))
  return tx.$count(
    meters,
    and(eq(meters.organizationId, organizationId), or(eq(meters.costBearerId, id), exists(share))),
  )
}
