import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm'
import type { PgBoss, Queue } from 'pg-boss'
import { readState } from '../../contract/values/abnormal.ts'
import type { Tx } from '../db/client.ts'
import { readings } from '../db/schema.ts'
import type { Enqueue } from './job-types.ts'

/**
 * Replaces a queue of the old policy `singleton`, which blocks meters by a stale count; a queue keeps its policy for
 * life. Unread pictures are enqueued again.
 */
export async function recreateReadQueue(
  systemTx: Tx,
  boss: PgBoss,
  queues: readonly Queue[],
  enqueue: Enqueue,
): Promise<void> {
  const queue = queues.find(({ name }) => name === 'read-picture')
  if (queue === undefined || (await boss.getQueue(queue.name))?.policy !== 'singleton') return
  await boss.deleteQueue(queue.name)
  await boss.createQueue(queue.name, queue)
  await enqueueUnread(systemTx, enqueue)
}

/** Enqueues every picture that waits to be read, oldest first. */
export async function enqueueUnread(systemTx: Tx, enqueue: Enqueue): Promise<void> {
  const unread = await systemTx
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
  for (const job of unread) await enqueue(systemTx, 'read-picture', [job])
}
