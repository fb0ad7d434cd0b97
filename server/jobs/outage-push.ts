import type { Tx } from '../db/client.ts'
import type { Deps } from '../deps.ts'
import { findOutageFacts, outagePushMessage } from '../features/devices/outage-notification.ts'
import type { JobQueue, OutagePushJob } from '../queue/job-queue.ts'
import { notifyBrowser } from './notify-browser.ts'

interface Parts extends Pick<Deps, 'database' | 'push' | 'clock'> {
  jobs: Pick<JobQueue, 'mailOutage'>
}

/** Notifies one browser of one outage; `failed`: earlier attempts. */
export function sendOutagePush(parts: Parts, job: OutagePushJob, failed: number): Promise<void> {
  const { organizationId, outageId, subscriptionId, isRecovery } = job
  const notification = {
    organizationId,
    subscriptionId,
    write: async (tx: Tx) => {
      const found = await findOutageFacts(tx, job, parts.clock())
      return found && outagePushMessage(found)
    },
    mailInstead: (tx: Tx, userId: number) =>
      parts.jobs.mailOutage(tx, [
        { organizationId, outageId, userId, instead: true, ...(isRecovery && { isRecovery }) },
      ]),
  }
  return notifyBrowser(parts, notification, failed)
}
