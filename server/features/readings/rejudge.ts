import { and, eq, isNull, sql } from 'drizzle-orm'
import { type AbnormalRange, readState } from '../../../contract/abnormal.ts'
import type { Tx } from '../../db/client.ts'
import { readings } from '../../db/schema.ts'

/**
 * Judges every reading of a meter by a changed range. The rule of contract/abnormal.ts in SQL, since a meter may
 * have a million readings; a test holds both to the same answers.
 */
export async function rejudge(
  tx: Tx,
  organizationId: number,
  meterId: number,
  range: AbnormalRange,
): Promise<void> {
  const { emergency_start_value: start, emergency_end_value: end } = range
  const empty = sql`${readings.readState} is distinct from ${readState.unprocessed}`
  const inRange =
    start === null || end === null
      ? sql`false`
      : sql`${readings.value} between ${Math.min(start, end)}::float8 and ${Math.max(start, end)}::float8`
  // A call's own limit would leave a meter of many years with the range that it has.
  await tx.execute(sql`set local statement_timeout = '10min'`)
  const judged = sql<boolean>`case when ${readings.value} is null then ${empty} else ${inRange} end`
  await tx
    .update(readings)
    .set({ isAbnormal: judged })
    .where(
      and(
        eq(readings.organizationId, organizationId),
        eq(readings.meterId, meterId),
        isNull(readings.deletedAt),
        sql`${readings.isAbnormal} is distinct from (${judged})`,
      ),
    )
}
