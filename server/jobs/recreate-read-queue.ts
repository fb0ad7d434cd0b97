import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { PgBoss, Queue } from 'pg-boss'
import { readState } from '../../contract/abnormal.ts'
import type { Database, Tx } from '../db/client.ts'
import { readings } from '../db/schema.ts'

/**
 * Makes the queue of pictures anew where it is one of before: those had the policy `singleton`, which holds up a
 * meter’s pictures by an old count, and a queue keeps its policy for life. What is unread is enqueued again.
 */
export async function recreateReadQueue(
  database: Database,
  boss: PgBoss,
  queue: Queue,
  enqueue: (tx: Tx, job: { organizationId: number; readingId: number }, meterId: number) => Promise<void>,
): Promise<void> {
  await database.asSystem(async (tx) => {
    // Of two servers that start at once the second must not delete what the first has made.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('reading-queue'))`)
    const before = await boss.getQueue(queue.name)
    if (before?.policy !== 'singleton') return
    await boss.deleteQueue(queue.name)
    await boss.createQueue(queue.name, queue)
    const unread = await tx
      .select({
        organizationId: readings.organizationId,
        readingId: readings.id,
        meterId: readings.meterId,
      })
      .from(readings)
      .where(
        and(
          eq(readings.readState, readState.unprocessed),
          isNotNull(readings.pictureSha256),
          isNull(readings.deletedAt),
        ),
      )
      .orderBy(asc(readings.id))
    for (const { meterId, ...job } of unread) await enqueue(tx, job, meterId)
  })
}
