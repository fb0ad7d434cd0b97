import { asc, count, eq } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { meters, units } from '../../db/schema.ts'

export type UnitRow = typeof units.$inferSelect
export type UnitFields = Pick<UnitRow, 'name' | 'status'>

export const listUnits = (tx: Tx) => tx.select().from(units).orderBy(asc(units.id))

/** No meter gets the unit while it is locked. */
export async function lockUnit(tx: Tx, id: number): Promise<UnitRow | undefined> {
  const [row] = await tx.select().from(units).where(eq(units.id, id)).for('update')
  return row
}

/** Case and width matter: mPa is not MPa. */
export async function findUnitByName(tx: Tx, name: string): Promise<UnitRow | undefined> {
  const [row] = await tx.select().from(units).where(eq(units.name, name))
  return row
}

export async function insertUnit(tx: Tx, fields: UnitFields): Promise<UnitRow> {
  const [row] = await tx.insert(units).values(fields).returning()
  if (row === undefined) throw new Error('a unit was not inserted')
  return row
}

export async function changeUnit(tx: Tx, id: number, fields: UnitFields, at: Date): Promise<UnitRow> {
  const [row] = await tx
    .update(units)
    .set({ ...fields, updatedAt: at })
    .where(eq(units.id, id))
    .returning()
  if (row === undefined) throw new Error('a locked unit is gone')
  return row
}

export const removeUnit = (tx: Tx, id: number) => tx.delete(units).where(eq(units.id, id))

/** Of every organization; takes the owner’s transaction. */
export const usageOfUnits = (systemTx: Tx) =>
  systemTx.select({ id: meters.meterUnitId, meters: count() }).from(meters).groupBy(meters.meterUnitId)

export const metersOfUnit = (systemTx: Tx, id: number): Promise<number> =>
  systemTx.$count(meters, eq(meters.meterUnitId, id))
