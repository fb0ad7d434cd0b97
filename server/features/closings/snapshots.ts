import { and, between, desc, eq, inArray, sql } from 'drizzle-orm'
import { executePrepared, type Tx } from '../../db/client.ts'
import { closingMeters, closings, dataResets, users } from '../../db/schema.ts'
import { isOneOf } from '../readings/index.ts'

/** `username` is null of a person who is no member any more. */
export type ClosingRow = typeof closings.$inferSelect & { username: string | null }

/** What a meter was closed with. */
export type SnapshotRow = typeof closingMeters.$inferSelect

/** Newest month first, and of a month the latest version. */
export const listClosings = async (
  tx: Tx,
  organizationId: number,
  cycleId: number,
): Promise<ClosingRow[]> => {
  const rows = await tx
    .select({ closing: closings, username: users.username })
    .from(closings)
    .leftJoin(users, eq(users.id, closings.userId))
    .where(and(eq(closings.organizationId, organizationId), eq(closings.cycleId, cycleId)))
    .orderBy(desc(closings.month), desc(closings.version))
  return rows.map(({ closing, username }) => ({ ...closing, username }))
}

/** Returns the last closed month of each cycle. */
export async function lastClosedMonths(tx: Tx, organizationId: number): Promise<Map<number, string>> {
  const rows = await tx
    .select({ cycleId: closings.cycleId, month: sql<string>`max(${closings.month})` })
    .from(closings)
    .where(eq(closings.organizationId, organizationId))
    .groupBy(closings.cycleId)
  return new Map(rows.map(({ cycleId, month }) => [cycleId, month]))
}

const isDetached = sql<boolean>`coalesce(${dataResets.startedAt} >= ${closings.closedAt}, false)`

/**
 * What later months depend on of a closed month of a meter. `fromAt`: milliseconds since 1970. `start` and `end` are left
 * out, as null, of months for which they were not asked, except a meter's last one.
 */
export type ClosedMonth = Pick<SnapshotRow, 'meterId' | 'month' | 'state' | 'mark' | 'usage' | 'adjustment'> &
  Pick<SnapshotRow, 'start' | 'end'> & { fromAt: number; closing: ClosingOfMonth }

type ClosingOfMonth = Pick<
  typeof closings.$inferSelect,
  'id' | 'cycleId' | 'deviceToleranceHours' | 'roundToleranceDays'
> & {
  toAt: number
  /** Whether an initialisation has deleted since then what it was closed with: the ledger knows other readings. */
  isDetached: boolean
}

/** Returns the latest version of each closed month of these meters, in the order of time, by meter. `lastMonth`: null for all. */
export async function latestSnapshots(
  tx: Tx,
  organizationId: number,
  meterIds: readonly number[],
  lastMonth: string | null,
  monthsWithIndices: readonly string[] = [],
): Promise<Map<number, ClosedMonth[]>> {
  if (meterIds.length === 0) return new Map()
  const hasIndices = sql`(${closingMeters.month} = any(${`{${monthsWithIndices.join(',')}}`}::text[])
    or ${closingMeters.month} = max(${closingMeters.month}) over (partition by ${closingMeters.meterId}))`
  const until = lastMonth === null ? sql`true` : sql`${closingMeters.month} <= ${lastMonth}`
  const rows = await executePrepared<Omit<ClosedMonth, 'closing'> & { closingId: number }>(
    tx,
    sql`
    select distinct on (${closingMeters.meterId}, ${closingMeters.month}) ${closingMeters.meterId}::float8 as "meterId",
      ${closingMeters.closingId}::float8 as "closingId", ${closingMeters.month} as month,
      (extract(epoch from ${closingMeters.fromAt}) * 1000)::float8 as "fromAt", ${closingMeters.state} as state,
      ${closingMeters.mark} as mark, ${closingMeters.usage} as usage, ${closingMeters.adjustment} as adjustment,
      case when ${hasIndices} then ${closingMeters.start} end as start,
      case when ${hasIndices} then ${closingMeters.end} end as end
    from ${closingMeters} where ${closingMeters.organizationId} = ${organizationId}
      and ${isOneOf(closingMeters.meterId, meterIds)} and ${until}
    order by ${closingMeters.meterId}, ${closingMeters.month}, ${closingMeters.version} desc`,
  )
  const found = await closingsById(tx, organizationId, new Set(rows.map(({ closingId }) => closingId)))
  return Map.groupBy(
    rows.flatMap(({ closingId, ...row }) => {
      const closing = found.get(closingId)
      return closing === undefined ? [] : { ...row, closing }
    }),
    ({ meterId }) => meterId,
  )
}

async function closingsById(
  tx: Tx,
  organizationId: number,
  ids: ReadonlySet<number>,
): Promise<Map<number, ClosingOfMonth>> {
  if (ids.size === 0) return new Map()
  const { id, cycleId, toAt, deviceToleranceHours, roundToleranceDays } = closings
  const rows = await tx
    .select({ id, cycleId, toAt, deviceToleranceHours, roundToleranceDays, isDetached })
    .from(closings)
    .leftJoin(dataResets, eq(dataResets.organizationId, closings.organizationId))
    .where(and(eq(closings.organizationId, organizationId), inArray(id, [...ids])))
  return new Map(rows.map((row) => [row.id, { ...row, toAt: row.toAt.getTime() }]))
}

/** Returns the closed months of meters from one month to another, both inclusive. `meterIds`: null for all. */
export const closedMonths = (
  tx: Tx,
  organizationId: number,
  meterIds: readonly number[] | null,
  { from, to }: { from: string; to: string },
): Promise<{ meterId: number; month: string; closingDate: string }[]> =>
  tx
    .selectDistinct({
      meterId: closingMeters.meterId,
      month: closingMeters.month,
      closingDate: closings.closingDate,
    })
    .from(closingMeters)
    .innerJoin(closings, eq(closings.id, closingMeters.closingId))
    .where(
      and(
        eq(closingMeters.organizationId, organizationId),
        between(closingMeters.month, from, to),
        meterIds === null ? undefined : inArray(closingMeters.meterId, [...meterIds]),
      ),
    )

/** Returns what the meters of a closing were closed with, by meter. */
export const snapshotsOf = (tx: Tx, organizationId: number, closingId: number): Promise<SnapshotRow[]> =>
  tx
    .select()
    .from(closingMeters)
    .where(and(eq(closingMeters.organizationId, organizationId), eq(closingMeters.closingId, closingId)))
    .orderBy(closingMeters.meterId)
