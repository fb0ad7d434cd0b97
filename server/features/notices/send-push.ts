import type { Tx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import type { JobQueue } from '../../queue/job-queue.ts'
import type { NoticePushJob } from '../../queue/job-types.ts'
import { deleteSubscription, subscriptionsOf } from '../push/index.ts'
import { pushMessageOf } from './notice.ts'
import { subjectOf } from './subjects.ts'

interface Parts extends Pick<Deps, 'database' | 'push' | 'clock'> {
  jobs: Pick<JobQueue, 'enqueue'>
}

/** Failed attempts, within some minutes, after which a mail is sent as well. */
const mailAfter = 4

/**
 * Notifies one browser; `failed`: earlier attempts. A browser that refuses or whose session has ended is unsubscribed.
 * Its person, or that of an unreachable browser, gets a mail instead.
 */
export async function sendNoticePush(
  { database, push, clock, jobs }: Parts,
  { subscriptionId, ...ref }: NoticePushJob,
  failed: number,
): Promise<void> {
  const { organizationId } = ref
  const within = <T>(work: (tx: Tx) => Promise<T>) => database.inOrganization(organizationId, null, work)
  const mailInstead = (tx: Tx, userId: number) =>
    jobs.enqueue(tx, 'notice-mail', [{ ...ref, userId, instead: true }])
  const found = await within(async (tx) => {
    const [browser] = await subscriptionsOf(tx, organizationId, { id: subscriptionId }, clock())
    if (browser === undefined) return null
    const notice = await subjectOf(ref).find(tx, ref, {
      now: clock(),
      userId: browser.userId,
      showsEnd: true,
    })
    return notice && { notice, browser }
  })
  if (found === null) return
  const { isActive, isSignedOut, userId } = found.browser
  try {
    if (isActive && (await push.send(found.browser, pushMessageOf(found.notice, ref))) === 'sent') return
  } catch (error) {
    if (failed + 1 >= mailAfter) await within((tx) => mailInstead(tx, userId))
    throw error
  }
  await within(async (tx) => {
    await deleteSubscription(tx, organizationId, subscriptionId)
    if (!isSignedOut) await mailInstead(tx, userId)
  })
}
