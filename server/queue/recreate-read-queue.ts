import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm'
import type { PgBoss, Queue } from 'pg-boss'
import { readState } from '../../contract/abnormal.ts'
import type { Tx } from '../db/client.ts'
import { readings } from '../db/schema.ts'

type Enqueue = (
  tx: Tx,
  jobs: readonly { organizationId: number; readingId: number }[],
  meterId: number,
) => Promise<void>

/**
 * Replaces a queue of the old policy `singleton`, which blocks meters by a stale count; a queue keeps its policy for
 * life. Unread pictures are enqueued again.
 */
export async function recreateReadQueue(
  systemTx: Tx,
  boss: PgBoss,
  queue: Queue,
  enqueue: Enqueue,
): Promise<void> {
  const before = await boss.getQueue(queue.name)
  if (before?.policy !== 'singleton') return
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
  for (const { meterId, ...job } of unread) await enqueue(systemTx, [job], meterId)
}
