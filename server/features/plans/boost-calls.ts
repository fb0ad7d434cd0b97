import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { aiBoostCounts, organizations, plans } from '../../db/schema.ts'
import { isoInZone } from '../../time-zone.ts'

/** First day of the calendar month, `YYYY-MM-DD`, in the organization’s zone. */
export const monthOf = (timeZone: string, at: Date): string => `${isoInZone(timeZone, at).slice(0, 7)}-01`

interface Allowance {
  /** By organization and plan: AI boost may ask a model. */
  isAllowed: boolean
  timeZone: string
  /** Calls a month; null: any number. */
  limit: number | null
}

export async function boostAllowanceOf(tx: Tx, organizationId: number): Promise<Allowance> {
  const [row] = await tx
    .select({
      useAiBoost: organizations.useAiBoost,
      allowApis: plans.allowApis,
      timeZone: organizations.timeZone,
      limit: plans.aiApiMaxCount,
    })
    .from(organizations)
    .innerJoin(plans, eq(plans.id, organizations.planId))
    .where(eq(organizations.id, organizationId))
  if (row === undefined) throw new Error('an organization has no plan')
  const { useAiBoost, allowApis, ...rest } = row
  return { isAllowed: useAiBoost && allowApis, ...rest }
}

/** A call that is counted. */
export interface BoostCall {
  organizationId: number
  month: string
}

/** Counts a call before it is made, in a statement: calls at the same time never exceed the limit. Null: none is left. */
export async function takeBoostCall(tx: Tx, organizationId: number, at: Date): Promise<BoostCall | null> {
  const { isAllowed, timeZone, limit } = await boostAllowanceOf(tx, organizationId)
  if (!isAllowed || limit === 0) return null
  const month = monthOf(timeZone, at)
  const taken = await tx
    .insert(aiBoostCounts)
    .values({ organizationId, month, calls: 1 })
    .onConflictDoUpdate({
      target: [aiBoostCounts.organizationId, aiBoostCounts.month],
      set: { calls: sql`${aiBoostCounts.calls} + 1` },
      ...(limit !== null && { setWhere: sql`${aiBoostCounts.calls} < ${limit}` }),
    })
    .returning({ calls: aiBoostCounts.calls })
  return taken.length === 0 ? null : { organizationId, month }
}

/** Of a call that was not answered. */
export async function giveBackBoostCall(tx: Tx, { organizationId, month }: BoostCall): Promise<void> {
  await tx
    .update(aiBoostCounts)
    .set({ calls: sql`${aiBoostCounts.calls} - 1` })
    .where(and(eq(aiBoostCounts.organizationId, organizationId), eq(aiBoostCounts.month, month)))
}
