import type { Tx } from '../db/client.ts'
import type { Deps } from '../deps.ts'
import { findRoundFacts, roundPushMessage } from '../features/rounds/round-notification.ts'
import type { JobQueue, RoundPushJob } from '../queue/job-queue.ts'
import { notifyBrowser } from './notify-browser.ts'

interface Parts extends Pick<Deps, 'database' | 'push' | 'clock'> {
  jobs: Pick<JobQueue, 'mailRound'>
}

/** Notifies one browser of one missed round; `failed`: earlier attempts. */
export function sendRoundPush(parts: Parts, job: RoundPushJob, failed: number): Promise<void> {
  const { organizationId, roundId, subscriptionId } = job
  const notification = {
    organizationId,
    subscriptionId,
    write: async (tx: Tx) => {
      const found = await findRoundFacts(tx, job, parts.clock())
      return found && roundPushMessage(found)
    },
    mailInstead: (tx: Tx, userId: number) =>
      parts.jobs.mailRound(tx, [{ organizationId, roundId, userId, instead: true }]),
  }
  return notifyBrowser(parts, notification, failed)
}
