import { and, desc, eq, inArray, lte } from 'drizzle-orm'
import {
  type Allocation,
  allocationByShares,
  allocationByUsage,
  type Share,
} from '../../../contract/usage/allocation.ts'
import { decimal } from '../../../contract/usage/decimal.ts'
import type { Tx } from '../../db/client.ts'
import { costBearers, meterAllocationShares, meterAllocations, meters } from '../../db/schema.ts'
import { countersOf, isOneOf } from '../readings/index.ts'
import { begunAtSql } from '../usages/index.ts'

interface ChildRow {
  id: number
  name: string
  costBearerId: number | null
  meterUnitId: number
  begunAt: number
}

/** How the usage of a meter is allocated in a month. */
export interface AllocationPlan {
  meterId: number
  meterUnitId: number
  /** Of the meter's usage, which is multiplied. */
  decimals: number
  method: 'usage' | 'shares'
  /** Those that count up; none by fixed shares. */
  children: ChildRow[]
  shares: Share[]
}

/** Returns the plans of a month by meter. `meterIds`: of these meters; null for all. */
export async function plansOf(
  tx: Tx,
  organizationId: number,
  month: string,
  meterIds: readonly number[] | null,
): Promise<AllocationPlan[]> {
  const rules = await tx
    .selectDistinctOn([meterAllocations.meterId], {
      id: meterAllocations.id,
      meterId: meterAllocations.meterId,
      method: meterAllocations.method,
      meterUnitId: meters.meterUnitId,
      decimalPoint: meters.decimalPoint,
      multiplier: meters.multiplier,
    })
    .from(meterAllocations)
    .innerJoin(meters, eq(meters.id, meterAllocations.meterId))
    .where(
      and(
        eq(meterAllocations.organizationId, organizationId),
        lte(meterAllocations.fromMonth, month),
        meterIds === null ? undefined : isOneOf(meterAllocations.meterId, meterIds),
      ),
    )
    .orderBy(meterAllocations.meterId, desc(meterAllocations.fromMonth))
  const idsBy = (method: 'usage' | 'shares', key: 'id' | 'meterId') =>
    rules.filter((rule) => rule.method === method).map((rule) => rule[key])
  const children = await childrenOf(tx, organizationId, idsBy('usage', 'meterId'))
  const shares = await sharesOf(tx, organizationId, idsBy('shares', 'id'))
  return rules.flatMap(({ id, meterId, method, meterUnitId, decimalPoint, multiplier }) =>
    method === 'none'
      ? []
      : {
          meterId,
          meterUnitId,
          decimals: (decimalPoint ?? 0) + decimal(multiplier).scale,
          method,
          children: children.get(meterId) ?? [],
          shares: shares.get(id) ?? [],
        },
  )
}

async function childrenOf(
  tx: Tx,
  organizationId: number,
  parentIds: readonly number[],
): Promise<Map<number | null, ChildRow[]>> {
  const rows = await tx
    .select({
      id: meters.id,
      name: meters.name,
      costBearerId: meters.costBearerId,
      meterUnitId: meters.meterUnitId,
      begunAt: begunAtSql,
      parentId: meters.parentMeterId,
    })
    .from(meters)
    .where(and(eq(meters.organizationId, organizationId), inArray(meters.parentMeterId, [...parentIds])))
  const counters = await countersOf(
    tx,
    organizationId,
    rows.map(({ id }) => id),
  )
  return Map.groupBy(
    rows.filter(({ id }) => counters.has(id)),
    ({ parentId }) => parentId,
  )
}

async function sharesOf(
  tx: Tx,
  organizationId: number,
  ruleIds: readonly number[],
): Promise<Map<number, Share[]>> {
  const rows = await tx
    .select({
      ruleId: meterAllocationShares.allocationId,
      costBearerId: meterAllocationShares.costBearerId,
      name: costBearers.name,
      percent: meterAllocationShares.percent,
    })
    .from(meterAllocationShares)
    .innerJoin(costBearers, eq(costBearers.id, meterAllocationShares.costBearerId))
    .where(
      and(
        eq(meterAllocationShares.organizationId, organizationId),
        inArray(meterAllocationShares.allocationId, [...ruleIds]),
      ),
    )
  return Map.groupBy(rows, ({ ruleId }) => ruleId)
}

/** The usage of a meter in a month, null if it is unknown, and when the month ends for it. */
interface MonthOfMeter {
  usage: number | null
  endAt: number
}

/** Allocates a month. */
export function allocationOf(
  { meterId, meterUnitId, decimals, method, children, shares }: AllocationPlan,
  monthOf: (meterId: number) => MonthOfMeter,
): Allocation {
  const counted = (id: number) => {
    const { usage, endAt } = monthOf(id)
    return { usage: usage === null ? null : decimal(usage), endAt }
  }
  const allocated = { usage: counted(meterId).usage, decimals }
  if (method === 'shares') return allocationByShares(allocated, shares)
  return allocationByUsage(
    allocated,
    children.map((child) => ({
      meterId: child.id,
      costBearerId: child.costBearerId,
      name: child.name,
      hasUnitOfParent: child.meterUnitId === meterUnitId,
      begunAt: child.begunAt,
      ...counted(child.id),
    })),
  )
}
