import type { Tx } from '../db/client.ts'
import type { Deps } from '../deps.ts'
import { findNotificationData } from '../features/alerts/notification-data.ts'
import { alertPushMessage } from '../features/alerts/notification-texts.ts'
import { deleteSubscription, subscriptionsOf } from '../features/push/repository.ts'
import type { AlertPushJob, JobQueue } from './queue.ts'

interface Parts extends Pick<Deps, 'database' | 'push' | 'clock'> {
  jobs: Pick<JobQueue, 'mailAlert'>
}

/** Failed attempts, within some minutes, after which a mail is sent as well. */
const mailAfter = 4

/**
 * Notifies one browser of one alert; `failed`: earlier attempts. A browser that refuses or whose session has ended is
 * unsubscribed. Its person, or that of an unreachable browser, gets a mail instead.
 */
export async function sendAlertPush(
  { database, push, clock, jobs }: Parts,
  job: AlertPushJob,
  failed: number,
): Promise<void> {
  const { organizationId, alertId, subscriptionId } = job
  const within = <T>(work: (tx: Tx) => Promise<T>) => database.inOrganization(organizationId, null, work)
  const found = await within(async (tx) => {
    const notification = await findNotificationData(tx, job, clock())
    const browsers =
      notification && (await subscriptionsOf(tx, organizationId, { id: subscriptionId }, clock()))
    const browser = browsers?.[0]
    return notification && browser ? { notification, browser } : null
  })
  if (found === null) return
  const { isActive, isSignedOut, userId } = found.browser
  const mailInstead = (tx: Tx) => jobs.mailAlert(tx, [{ organizationId, alertId, userId, instead: true }])
  try {
    if (isActive && (await push.send(found.browser, alertPushMessage(found.notification))) === 'sent') return
  } catch (error) {
    if (failed + 1 >= mailAfter) await within(mailInstead)
    throw error
  }
  await within(async (tx) => {
    await deleteSubscription(tx, organizationId, subscriptionId)
    if (!isSignedOut) await mailInstead(tx)
  })
}
