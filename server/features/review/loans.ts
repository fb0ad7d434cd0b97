import { and, eq, sql } from 'drizzle-orm'
import { loanTime } from '../../../contract/review/review.ts'
import type { Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { readings, reviewLoans } from '../../db/schema.ts'
import { isOneOf } from '../readings/index.ts'

/** Whether another user has a reading before them. */
export const isLentToAnother = ({ userId }: Pick<Session, 'userId'>, now: Date) => sql`exists (
  select from review_loans as loan where loan.organization_id = readings.organization_id
    and loan.reading_id = readings.id and loan.user_id <> ${userId} and loan.until > ${now.toISOString()}::timestamptz)`

/** Lends these readings to the caller instead of those lent before, except for those that another user has. */
export async function lendReadings(
  tx: Tx,
  { organizationId, userId }: Session,
  ids: readonly number[],
  now: Date,
): Promise<{ until: Date; lent: { readingId: number; updatedAt: Date }[] }> {
  const until = new Date(now.getTime() + loanTime)
  await tx
    .delete(reviewLoans)
    .where(
      and(
        eq(reviewLoans.organizationId, organizationId),
        eq(reviewLoans.userId, userId),
        sql`not ${isOneOf(reviewLoans.readingId, ids)}`,
      ),
    )
  // In the order of ids, so that two reviewers never wait for each other.
  await tx.execute(sql`
    insert into review_loans as loan (organization_id, reading_id, user_id, until)
    select organization_id, id, ${userId}, ${until.toISOString()}::timestamptz from readings
    where organization_id = ${organizationId} and deleted_at is null and ${isOneOf(readings.id, ids)} order by id
    on conflict (organization_id, reading_id) do update
      set user_id = excluded.user_id, until = excluded.until
      where loan.user_id = excluded.user_id or loan.until <= ${now.toISOString()}::timestamptz`)
  const lent = await tx
    .select({ readingId: reviewLoans.readingId, updatedAt: readings.updatedAt })
    .from(reviewLoans)
    .innerJoin(readings, eq(readings.id, reviewLoans.readingId))
    .where(
      and(
        eq(reviewLoans.organizationId, organizationId),
        eq(reviewLoans.userId, userId),
        isOneOf(reviewLoans.readingId, ids),
      ),
    )
    .orderBy(reviewLoans.readingId)
  return { until, lent }
}
