import { sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import type { Enqueue } from './job-types.ts'

/** Queues of earlier versions, one for each subject, and the field that named its row. */
const oldQueues = [
  { name: 'alert-mail', subject: 'alert', field: 'alertId' },
  { name: 'alert-push', subject: 'alert', field: 'alertId' },
  { name: 'outage-mail', subject: 'outage', field: 'outageId' },
  { name: 'outage-push', subject: 'outage', field: 'outageId' },
  { name: 'trouble-mail', subject: 'trouble', field: 'troubleId' },
  { name: 'round-mail', subject: 'round', field: 'roundId' },
  { name: 'round-push', subject: 'round', field: 'roundId' },
] as const

/** Each is followed by the queue of the jobs that it gave up. */
export const oldNoticeQueues: readonly string[] = oldQueues.flatMap(({ name }) => [name, `${name}-dead`])

type OldJob = { organizationId: number } & Partial<Record<(typeof oldQueues)[number]['field'], number>> &
  ({ userId: number } | { subscriptionId: number }) & {
    instead?: boolean
    isRecovery?: boolean
    isOver?: boolean
  }

/**
 * Enqueues the jobs that earlier versions have left in their queues of notices. Jobs that were running are included,
 * because an upgrade stops them.
 */
export async function moveOldNotices(systemTx: Tx, enqueue: Enqueue): Promise<void> {
  for (const { name, subject, field } of oldQueues) {
    const { rows } = await systemTx.execute<{ data: OldJob }>(sql`
      delete from pgboss.job where name = ${name} and state < 'completed' returning data`)
    for (const { data } of rows) {
      const { organizationId, instead = false } = data
      const isEnd = data.isRecovery === true || data.isOver === true
      const notice = { organizationId, subject, id: data[field] ?? 0, isEnd }
      if ('userId' in data)
        await enqueue(systemTx, 'notice-mail', [{ ...notice, userId: data.userId, instead }])
      else await enqueue(systemTx, 'notice-push', [{ ...notice, subscriptionId: data.subscriptionId }])
    }
  }
}
