import type { Deps } from '../deps.ts'
import { findRecipient } from '../features/push/index.ts'
import { findRoundFacts, roundMail } from '../features/rounds/round-notification.ts'
import type { RoundMailJob } from '../queue/job-queue.ts'

type Parts = Pick<Deps, 'database' | 'env' | 'mail' | 'clock'>

/** Mails one member about one missed round in its present state, unless mail is no longer wanted; who is in charge gets it. */
export async function sendRoundMail({ database, env, mail, clock }: Parts, job: RoundMailJob): Promise<void> {
  const { organizationId, userId, instead = false } = job
  const found = await database.inOrganization(organizationId, null, async (tx) => {
    const facts = await findRoundFacts(tx, job, clock())
    if (facts === null) return null
    const wanted = !instead && facts.assignee?.id !== userId
    const recipient = await findRecipient(tx, organizationId, userId, { wanted })
    return recipient && { facts, recipient }
  })
  if (found === null) return
  await mail.send(roundMail(found.facts, found.recipient, { publicUrl: env.PUBLIC_URL, instead }))
}
