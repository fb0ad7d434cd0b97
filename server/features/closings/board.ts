import { and, eq, or, sql } from 'drizzle-orm'
import { type ChangeLimits, checksOf, type FailedCheck, type Part } from '../../../contract/closing/checks.ts'
import { addMonths } from '../../../contract/closing/closingDates.ts'
import type { Allocation } from '../../../contract/usage/allocation.ts'
import { hasBegun } from '../../../contract/usage/beginning.ts'
import type { Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { categories, meters } from '../../db/schema.ts'
import { isoInZone } from '../../time-zone.ts'
import { allocationOf, plansOf } from '../allocations/index.ts'
import { isOneOf } from '../readings/index.ts'
import { begunAtSql } from '../usages/index.ts'
import { type MeterPeriod, periodsOf } from './periods.ts'
import type { CycleRow } from './repository.ts'

/** A meter of a month that is not closed. */
export interface OpenMeter {
  period: MeterPeriod
  meterName: string
  /** 管理番号 */
  meterCode: string | null
  checks: FailedCheck[]
  /** How its usage is allocated; null: not. */
  allocation: Allocation | null
}

type Owner = Pick<Session, 'organizationId' | 'timeZone'>

interface Asked {
  /** The cycle that closes each meter. */
  cycles: ReadonlyMap<number, CycleRow>
  closes: (period: MeterPeriod) => boolean
}

/** Returns a month of these meters as it would be closed now, by id. `closes`: whether it closes a meter's month. */
export async function openMeters(
  tx: Tx,
  owner: Owner,
  month: string,
  { cycles, closes }: Asked,
): Promise<OpenMeter[]> {
  const [before, lastYear] = [addMonths(month, -1), addMonths(month, -12)]
  const months = [month, before, lastYear]
  const meterIds = [...cycles.keys()]
  const periods = await periodsOf(
    tx,
    owner,
    new Map([...cycles].map(([id, cycle]) => [id, { cycle, months }])),
  )
  const byMonth = new Map(periods.map((period) => [`${period.meterId} ${period.month}`, period]))
  const periodOf = (meterId: number, of: string) => byMonth.get(`${meterId} ${of}`)
  // A closing day that was moved back lets one reading close two months: nothing a day lies between them.
  const countedIn = (meterId: number, of: string) => {
    const own = periodOf(meterId, of)?.now.own ?? null
    return own !== null && own.length > 0 ? own : null
  }
  const rows = await metersAndChildren(tx, owner.organizationId, meterIds)
  const plans = await plansOf(tx, owner.organizationId, month, meterIds)
  const planOf = new Map(plans.map((plan) => [plan.meterId, plan]))
  const children = Map.groupBy(rows, ({ parentMeterId }) => parentMeterId)
  const partOf = ({ id, name }: MeterRow): Part | null => {
    const current = countedIn(id, month)
    return (
      current && {
        meterId: id,
        meterName: name,
        current,
        previous: countedIn(id, before),
        isEstimated: periodOf(id, month)?.now.state === 'estimated',
      }
    )
  }
  return rows
    .flatMap((row) => {
      const period = periodOf(row.id, month)
      const cycle = cycles.get(row.id)
      if (period === undefined || cycle === undefined || !closes(period)) return []
      const below = children.get(row.id) ?? []
      const isBeside = (meterId: number) => cycles.get(meterId) === cycle
      const endOf = (meterId: number) => {
        const own = isBeside(meterId) ? periodOf(meterId, month) : undefined
        return own?.now.end?.at ?? period.toAt
      }
      const isComparable = (child: MeterRow) =>
        child.meterUnitId === row.meterUnitId && isBeside(child.id) && periodOf(child.id, month) !== undefined
      const hasCounted = ({ id, begunAt }: MeterRow) => hasBegun({ begunAt, endAt: endOf(id) })
      const counting = below.filter((child) => !isComparable(child) || hasCounted(child))
      const parts = counting.flatMap((child) => (isComparable(child) ? (partOf(child) ?? []) : []))
      const checks = checksOf({
        checks: cycle.checks,
        limits: row.limits,
        own: partOf(row),
        lastYear: countedIn(row.id, lastYear),
        children: counting.length > 0 && parts.length === counting.length ? parts : null,
        leftOut: below
          .filter((child) => !counting.includes(child))
          .map(({ id, name }) => ({ meter_id: id, meter_name: name })),
        isBackwards: period.now.isBackwards,
        isEstimatedTwice: period.now.state === 'estimated' && wasEstimated(periodOf(row.id, before)),
        isVerificationExpired: isExpired(row, period, owner.timeZone),
      })
      const plan = planOf.get(row.id)
      const monthOf = (meterId: number) => ({
        usage: (isBeside(meterId) ? periodOf(meterId, month)?.now.usage : null) ?? null,
        endAt: endOf(meterId),
      })
      const allocation = plan === undefined ? null : allocationOf(plan, monthOf)
      return [{ period, meterName: row.name, meterCode: row.code, checks, allocation }]
    })
    .toSorted((a, b) => a.period.meterId - b.period.meterId)
}

const wasEstimated = (period: MeterPeriod | undefined): boolean =>
  period !== undefined && (period.snapshot ?? period.now).state === 'estimated'

/** Returns the meters of these cycles whose month is not closed, as `openMeters`. */
export const boardMeters = (
  tx: Tx,
  owner: Owner,
  cycles: readonly CycleRow[],
  month: string,
): Promise<OpenMeter[]> =>
  openMeters(tx, owner, month, {
    cycles: new Map(cycles.flatMap((cycle) => cycle.meterIds.map((id) => [id, cycle]))),
    closes: ({ snapshot }) => snapshot === null,
  })

/** Whether the verification ended before the last day of a period. */
const isExpired = ({ expiresOn }: MeterRow, { toAt }: MeterPeriod, timeZone: string): boolean =>
  expiresOn !== null && expiresOn < isoInZone(timeZone, toAt - 1).slice(0, 'YYYY-MM-DD'.length)

interface MeterRow {
  id: number
  name: string
  code: string | null
  parentMeterId: number | null
  /** 0 without a parent. */
  begunAt: number
  meterUnitId: number
  expiresOn: string | null
  limits: ChangeLimits
}

const metersAndChildren = (tx: Tx, organizationId: number, ids: readonly number[]): Promise<MeterRow[]> =>
  tx
    .select({
      id: meters.id,
      name: meters.name,
      code: meters.code,
      parentMeterId: meters.parentMeterId,
      begunAt: sql<number>`case when ${meters.parentMeterId} is null then 0 else ${begunAtSql} end`,
      meterUnitId: meters.meterUnitId,
      expiresOn: meters.verificationExpiresOn,
      limits: { percent: categories.changePercent, least: categories.changeLeast },
    })
    .from(meters)
    .innerJoin(categories, eq(categories.id, meters.meterCategoryId))
    .where(
      and(
        eq(meters.organizationId, organizationId),
        or(isOneOf(meters.id, ids), isOneOf(meters.parentMeterId, ids)),
      ),
    )
