import { and, asc, eq, isNull } from 'drizzle-orm'
import { deviceType } from '../../../contract/devices.ts'
import type { Tx } from '../../db/client.ts'
import { aiBoostCounts, devices, organizations, plans } from '../../db/schema.ts'

export type PlanRow = typeof plans.$inferSelect
export type PlanFields = Omit<PlanRow, 'id' | 'createdAt' | 'updatedAt'>

export const listPlans = (tx: Tx) => tx.select().from(plans).orderBy(asc(plans.id))

export async function planOf(tx: Tx, organizationId: number): Promise<PlanRow> {
  const [row] = await tx
    .select({ plan: plans })
    .from(organizations)
    .innerJoin(plans, eq(plans.id, organizations.planId))
    .where(eq(organizations.id, organizationId))
  if (row === undefined) throw new Error('an organization has no plan')
  return row.plan
}

export const countMobiles = (tx: Tx, organizationId: number): Promise<number> =>
  tx.$count(
    devices,
    and(
      eq(devices.organizationId, organizationId),
      eq(devices.type, deviceType.mobile),
      isNull(devices.deletedAt),
    ),
  )

/** `month`: its first day, `YYYY-MM-DD`. */
export async function boostCallsOf(tx: Tx, organizationId: number, month: string): Promise<number> {
  const [row] = await tx
    .select({ calls: aiBoostCounts.calls })
    .from(aiBoostCounts)
    .where(and(eq(aiBoostCounts.organizationId, organizationId), eq(aiBoostCounts.month, month)))
  return row?.calls ?? 0
}
