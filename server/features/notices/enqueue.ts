import type { Tx } from '../../db/client.ts'
import { heldNotices } from '../../db/schema.ts'
import type { JobQueue } from '../../queue/job-queue.ts'
import type { NoticeRef } from '../../queue/job-types.ts'
import { findMailReaders, takeAudience } from '../push/index.ts'
import { isQuiet } from './quiet-hours.ts'
import type { SubjectName } from './subjects.ts'

interface NoticeToSend extends NoticeRef {
  subject: SubjectName
  isEnd?: boolean
}

/** What happens at any hour. Reminders of closings have their hour, and a missed round waits itself. */
const heldSubjects: readonly SubjectName[] = ['alert', 'worsening', 'outage', 'trouble']

/** Keeps a notice until the quiet hours are over, if they last. Its end, where it has one, is told with it. */
async function holdIfQuiet(tx: Tx, { organizationId, subject, id }: NoticeToSend, now: Date) {
  if (!heldSubjects.includes(subject) || !(await isQuiet(tx, organizationId, now))) return false
  await tx
    .insert(heldNotices)
    .values({ organizationId, subject, subjectId: id, at: now })
    .onConflictDoNothing()
  return true
}

interface EnqueueOptions {
  now: Date
  /** The user in charge, who is mailed as well. */
  assigneeId?: number | null
  /** These users instead of those who want alerts. */
  userIds?: readonly number[] | undefined
  /** Those of these users who want alerts. */
  among?: readonly number[] | undefined
  /** These users as well, whether they want alerts or not. */
  also?: readonly number[] | undefined
}

/**
 * Enqueues a notice for everybody who wants alerts: one mail for each member, one notification for each browser.
 * During quiet hours it is held. Returns the users who are reached, or null if the notice is held.
 */
export async function enqueueNotice(
  tx: Tx,
  jobs: Pick<JobQueue, 'enqueue'>,
  notice: NoticeToSend,
  { now, assigneeId = null, ...to }: EnqueueOptions,
): Promise<number[] | null> {
  if (await holdIfQuiet(tx, notice, now)) return null
  const { mails, browsers, notified } = await takeAudience(tx, notice.organizationId, now, to)
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
  return [...all.map(({ userId }) => userId), ...notified]
}

/** Enqueues a notice that is only mailed, for each member who wants alert mails. During quiet hours it is held. */
export async function enqueueMails(
  tx: Tx,
  jobs: Pick<JobQueue, 'enqueue'>,
  notice: NoticeToSend,
  now: Date,
): Promise<void> {
  if (await holdIfQuiet(tx, notice, now)) return
  const readers = await findMailReaders(tx, notice.organizationId)
  await jobs.enqueue(
    tx,
    'notice-mail',
    readers.map((userId) => ({ ...notice, userId })),
  )
}
