import { asc, count, eq } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { meters, units } from '../../db/schema.ts'

export type UnitRow = typeof units.$inferSelect

export const listUnits = (tx: Tx) => tx.select().from(units).orderBy(asc(units.id))

/** Of every organization; takes the owner’s transaction. */
export const usageOfUnits = (systemTx: Tx) =>
  systemTx.select({ id: meters.meterUnitId, meters: count() }).from(meters).groupBy(meters.meterUnitId)

export const metersOfUnit = (systemTx: Tx, id: number): Promise<number> =>
  systemTx.$count(meters, eq(meters.meterUnitId, id))
