import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { PgBoss, Queue } from 'pg-boss'
import { readState } from '../../contract/abnormal.ts'
import type { Database, Tx } from '../db/client.ts'
import { readings } from '../db/schema.ts'

/**
 * Replaces a queue of the old policy `singleton`, which blocks meters by a stale count; a queue keeps its policy for
 * life. Unread pictures are enqueued again.
 */
export async function recreateReadQueue(
  database: Database,
  boss: PgBoss,
  queue: Queue,
  enqueue: (tx: Tx, job: { organizationId: number; readingId: number }, meterId: number) => Promise<void>,
): Promise<void> {
  await database.asSystem(async (tx) => {
    // A second server must not delete what the first has created.
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
