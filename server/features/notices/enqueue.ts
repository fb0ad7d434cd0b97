import type { Tx } from '../../db/client.ts'
import type { JobQueue } from '../../queue/job-queue.ts'
import type { NoticeRef } from '../../queue/job-types.ts'
import { findMailReaders, takeAudience } from '../push/index.ts'
import type { SubjectName } from './subjects.ts'

interface NoticeToSend extends NoticeRef {
  subject: SubjectName
  isEnd?: boolean
}

/**
 * Enqueues a notice for everybody who wants alerts: one mail for each member, one notification for each browser.
 * `assigneeId`: the user in charge, who is mailed as well. `userIds`: these users instead of those who want alerts.
 */
export async function enqueueNotice(
  tx: Tx,
  jobs: Pick<JobQueue, 'enqueue'>,
  notice: NoticeToSend,
  { now, assigneeId = null, userIds }: { now: Date; assigneeId?: number | null; userIds?: readonly number[] },
): Promise<void> {
  const { mails, browsers } = await takeAudience(tx, notice.organizationId, now, userIds)
  const isMailed = mails.some(({ userId }) => userId === assigneeId)
  const all = assigneeId === null || isMailed ? mails : [...mails, { userId: assigneeId }]
  await jobs.enqueue(
    tx,
    'notice-mail',
    all.map((mail) => ({ ...notice, ...mail })),
  )
  await jobs.enqueue(
    tx,
    'notice-push',
    browsers.map((subscriptionId) => ({ ...notice, subscriptionId })),
  )
}

/** Enqueues a notice that is only mailed, for each member who wants alert mails. */
export async function enqueueMails(
  tx: Tx,
  jobs: Pick<JobQueue, 'enqueue'>,
  notice: NoticeToSend,
): Promise<void> {
  const readers = await findMailReaders(tx, notice.organizationId)
  await jobs.enqueue(
    tx,
    'notice-mail',
    readers.map((userId) => ({ ...notice, userId })),
  )
}
