import type { Deps } from '../deps.ts'
import { findTroubleFacts, troubleMail } from '../features/devices/trouble-notification.ts'
import { findRecipient } from '../features/push/index.ts'
import type { TroubleMailJob } from '../queue/job-queue.ts'

type Parts = Pick<Deps, 'database' | 'env' | 'mail' | 'clock'>

/** Mails one member about a trouble of a device or its end, unless mail is no longer wanted. */
export async function sendTroubleMail(
  { database, env, mail, clock }: Parts,
  job: TroubleMailJob,
): Promise<void> {
  const { organizationId, userId, isOver } = job
  const found = await database.inOrganization(organizationId, null, async (tx) => {
    const facts = await findTroubleFacts(tx, job, clock())
    const recipient = facts && (await findRecipient(tx, organizationId, userId, { wanted: true }))
    return facts && recipient && { facts, recipient }
  })
  if (found === null) return
  // The end of a trouble that ended in the meantime is a mail of its own.
  const facts = isOver ? found.facts : { ...found.facts, endedAt: null }
  await mail.send(troubleMail(facts, found.recipient, env.PUBLIC_URL))
}
