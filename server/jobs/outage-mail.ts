import type { Deps } from '../deps.ts'
import { findOutageFacts, outageMail } from '../features/devices/outage-notification.ts'
import { findRecipient } from '../features/push/index.ts'
import type { OutageMailJob } from './queue.ts'

type Parts = Pick<Deps, 'database' | 'env' | 'mail' | 'clock'>

/** Mails one member about one outage in its present state, unless mail is no longer wanted. */
export async function sendOutageMail(
  { database, env, mail, clock }: Parts,
  job: OutageMailJob,
): Promise<void> {
  const { organizationId, userId, instead = false } = job
  const found = await database.inOrganization(organizationId, null, async (tx) => {
    const facts = await findOutageFacts(tx, job, clock())
    const recipient = facts && (await findRecipient(tx, organizationId, userId, { wanted: !instead }))
    return facts && recipient && { facts, recipient }
  })
  if (found === null) return
  await mail.send(outageMail(found.facts, found.recipient, { publicUrl: env.PUBLIC_URL, instead }))
}
