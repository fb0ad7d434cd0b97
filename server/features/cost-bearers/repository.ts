import { and, asc, eq } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { costBearers, meters } from '../../db/schema.ts'

export type CostBearerRow = typeof costBearers.$inferSelect

export const listCostBearers = (tx: Tx, organizationId: number) =>
  tx
    .select()
    .from(costBearers)
    .where(eq(costBearers.organizationId, organizationId))
    .orderBy(asc(costBearers.name), asc(costBearers.id))

export const metersOfCostBearer = (tx: Tx, organizationId: number, id: number): Promise<number> =>
  tx.$count(meters, and(eq(meters.organizationId, organizationId), eq(meters.costBearerId, id)))
