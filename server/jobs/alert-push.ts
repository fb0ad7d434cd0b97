import type { Tx } from '../db/client.ts'
import type { Deps } from '../deps.ts'
import { findNotificationData } from '../features/alerts/notification-data.ts'
import { alertPushMessage } from '../features/alerts/notification-texts.ts'
import type { AlertPushJob, JobQueue } from '../queue/job-queue.ts'
import { notifyBrowser } from './notify-browser.ts'

interface Parts extends Pick<Deps, 'database' | 'push' | 'clock'> {
  jobs: Pick<JobQueue, 'mailAlert'>
}

/** Notifies one browser of one alert; `failed`: earlier attempts. */
export function sendAlertPush(parts: Parts, job: AlertPushJob, failed: number): Promise<void> {
  const { organizationId, alertId, subscriptionId } = job
  const notification = {
    organizationId,
    subscriptionId,
    write: async (tx: Tx) => {
      const data = await findNotificationData(tx, job, parts.clock())
      return data && alertPushMessage(data)
    },
    mailInstead: (tx: Tx, userId: number) =>
      parts.jobs.mailAlert(tx, [{ organizationId, alertId, userId, instead: true }]),
  }
  return notifyBrowser(parts, notification, failed)
}
