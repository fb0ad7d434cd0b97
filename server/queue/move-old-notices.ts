import { inArray, sql } from 'drizzle-orm'
import type { PgBoss } from 'pg-boss'
import type { Tx } from '../db/client.ts'
import type { Log } from '../log.ts'
import type { Enqueue } from './job-types.ts'

/** Queues of earlier versions: the subject of their notices, and the field that named its row. */
const oldQueues = {
  'alert-mail': { subject: 'alert', field: 'alertId' },
  'alert-push': { subject: 'alert', field: 'alertId' },
  'outage-mail': { subject: 'outage', field: 'outageId' },
  'outage-push': { subject: 'outage', field: 'outageId' },
  'trouble-mail': { subject: 'trouble', field: 'troubleId' },
  'round-mail': { subject: 'round', field: 'roundId' },
  'round-push': { subject: 'round', field: 'roundId' },
} as const

type OldQueue = keyof typeof oldQueues
type OldJob = { organizationId: number } & Partial<Record<(typeof oldQueues)[OldQueue]['field'], number>> &
  ({ userId: number; instead?: boolean } | { subscriptionId: number }) & {
    isRecovery?: boolean
    isOver?: boolean
  }

const oldNames = Object.keys(oldQueues) as OldQueue[]

/**
 * Enqueues the jobs that earlier versions have left in their queues of notices. Jobs that were running are included,
 * because an upgrade stops them.
 */
export async function moveOldNotices(systemTx: Tx, enqueue: Enqueue): Promise<void> {
  const { rows } = await systemTx.execute<{ name: OldQueue; data: OldJob }>(sql`
    delete from pgboss.job where ${inArray(sql`name`, oldNames)} and state < 'completed' returning name, data`)
  for (const { name, data } of rows) {
    const { subject, field } = oldQueues[name]
    const { organizationId, isRecovery = false, isOver = false } = data
    const notice = { organizationId, subject, id: data[field] ?? 0, isEnd: isRecovery || isOver }
    if ('userId' in data) {
      const { userId, instead = false } = data
      await enqueue(systemTx, 'notice-mail', [{ ...notice, userId, instead }])
    } else {
      await enqueue(systemTx, 'notice-push', [{ ...notice, subscriptionId: data.subscriptionId }])
    }
  }
}

/** Deletes the old queues. Call it after the transaction that has moved their jobs, because that one has locked them. */
export async function deleteOldNoticeQueues(boss: PgBoss, log: Log): Promise<void> {
  // A queue can be deleted before the dead-letter queue that it names.
  const names = oldNames.flatMap((name) => [name, `${name}-dead`])
  const existing = new Set((await boss.getQueues(names)).map(({ name }) => name))
  for (const name of names.filter((one) => existing.has(one))) {
    try {
      await boss.deleteQueue(name)
    } catch (error) {
      // A server of an earlier version has just enqueued a job, which the next start moves.
      log.warn({ err: error, queue: name }, 'failed to delete an old queue, will retry at the next start')
    }
  }
}
