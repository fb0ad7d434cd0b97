import type { Deps } from '../deps.ts'
import { findOutageFacts, outageMail } from '../features/devices/outage-notification.ts'
import { findRecipient } from '../features/push/index.ts'
import type { OutageMailJob } from '../queue/job-queue.ts'

type Parts = Pick<Deps, 'database' | 'env' | 'mail' | 'clock'>

/** Mails one member about an outage or its end, unless mail is no longer wanted. */
export async function sendOutageMail(
  { database, env, mail, clock }: Parts,
  job: OutageMailJob,
): Promise<void> {
  const { organizationId, userId, instead = false, isRecovery = false } = job
  const found = await database.inOrganization(organizationId, null, async (tx) => {
    const facts = await findOutageFacts(tx, job, clock())
    const recipient = facts && (await findRecipient(tx, organizationId, userId, { wanted: !instead }))
    return facts && recipient && { facts, recipient }
  })
  if (found === null) return
  // The end of an outage that ended in the meantime is a mail of its own, except for people who get only this one.
  const facts = isRecovery || instead ? found.facts : { ...found.facts, endedAt: null, missing: null }
  await mail.send(outageMail(facts, found.recipient, { publicUrl: env.PUBLIC_URL, instead }))
}
