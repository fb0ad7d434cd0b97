import { and, between, desc, eq, inArray, lte, sql } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import { closingMeters, closings, dataResets, users } from '../../db/schema.ts'

/** `username` is null of a person who is no member any more. */
export type ClosingRow = typeof closings.$inferSelect & { username: string | null }

/** What a meter was closed with, and when. */
export type SnapshotRow = typeof closingMeters.$inferSelect &
  Pick<
    typeof closings.$inferSelect,
    'cycleId' | 'closingDate' | 'toAt' | 'deviceToleranceHours' | 'roundToleranceDays'
  > & {
    /** Whether an initialisation has deleted since then what it was closed with: the ledger knows other readings. */
    isDetached: boolean
  }

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

const isDetached = sql<boolean>`coalesce(${dataResets.startedAt} >= ${closings.closedAt}, false)`

const snapshotOf = ({
  meter,
  closing,
  isDetached,
}: {
  meter: typeof closingMeters.$inferSelect
  closing: typeof closings.$inferSelect
  isDetached: boolean
}): SnapshotRow => {
  const { cycleId, closingDate, toAt, deviceToleranceHours, roundToleranceDays } = closing
  return { ...meter, cycleId, closingDate, toAt, deviceToleranceHours, roundToleranceDays, isDetached }
}

/** Returns the latest version of each closed month of these meters, in the order of time, by meter. `lastMonth`: null for all. */
export async function latestSnapshots(
  tx: Tx,
  organizationId: number,
  meterIds: readonly number[],
  lastMonth: string | null,
): Promise<Map<number, SnapshotRow[]>> {
  if (meterIds.length === 0) return new Map()
  const rows = await tx
    .selectDistinctOn([closingMeters.meterId, closingMeters.month], {
      meter: closingMeters,
      closing: closings,
      isDetached,
    })
    .from(closingMeters)
    .innerJoin(closings, eq(closings.id, closingMeters.closingId))
    .leftJoin(dataResets, eq(dataResets.organizationId, closings.organizationId))
    .where(
      and(
        eq(closingMeters.organizationId, organizationId),
        inArray(closingMeters.meterId, [...meterIds]),
        lastMonth === null ? undefined : lte(closingMeters.month, lastMonth),
      ),
    )
    .orderBy(closingMeters.meterId, closingMeters.month, desc(closingMeters.version))
  return Map.groupBy(rows.map(snapshotOf), ({ meterId }) => meterId)
}

/** Returns the closed months of meters from one month to another, both inclusive. `meterIds`: null for all. */
export const closedMonths = (
  tx: Tx,
  organizationId: number,
  meterIds: readonly number[] | null,
  { from, to }: { from: string; to: string },
): Promise<Pick<SnapshotRow, 'meterId' | 'month' | 'closingDate'>[]> =>
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
export async function snapshotsOf(tx: Tx, organizationId: number, closingId: number): Promise<SnapshotRow[]> {
  const rows = await tx
    .select({ meter: closingMeters, closing: closings, isDetached })
    .from(closingMeters)
    .innerJoin(closings, eq(closings.id, closingMeters.closingId))
    .leftJoin(dataResets, eq(dataResets.organizationId, closings.organizationId))
    .where(and(eq(closingMeters.organizationId, organizationId), eq(closingMeters.closingId, closingId)))
    .orderBy(closingMeters.meterId)
  return rows.map(snapshotOf)
}
