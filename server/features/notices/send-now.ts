import type { TestDelivery } from '../../../contract/alert-rules/recipientGroups.ts'
import type { Deps } from '../../deps.ts'
import { createLimiter } from '../../limiter.ts'
import { mailFailureText } from '../../mail/mail-failure.ts'
import type { NoticeRef } from '../../queue/job-types.ts'
import { deleteSubscription, findRecipient, subscriptionsOf, takeAudience } from '../push/index.ts'
import { mailOf, type Notice, pushMessageOf } from './notice.ts'

type Outcome = Partial<Pick<TestDelivery, 'mail' | 'notification' | 'reason'>>

/** Mails that are sent at once. */
const maxAtOnce = 10

/**
 * Sends a notice to these users at once instead of by jobs, because a person waits for the result, and also during quiet
 * hours. Returns what became of it; users whom alerts do not reach are left out.
 */
export async function sendNow(
  deps: Deps,
  ref: NoticeRef,
  notice: Notice,
  userIds: readonly number[],
): Promise<Map<number, Outcome>> {
  const { organizationId } = ref
  const { mails, browsers } = await deps.database.inOrganization(organizationId, null, async (tx) => {
    const now = deps.clock()
    const audience = await takeAudience(tx, organizationId, now, { among: userIds })
    const subscribed = await subscriptionsOf(tx, organizationId, {}, now)
    const recipients = []
    for (const { userId, instead = false } of audience.mails) {
      const recipient = await findRecipient(tx, organizationId, userId, { wanted: false })
      if (recipient !== null) recipients.push({ userId, instead, recipient })
    }
    return { mails: recipients, browsers: subscribed.filter(({ id }) => audience.browsers.includes(id)) }
  })
  const outcomes = new Map<number, Outcome>()
  const add = (userId: number, outcome: Outcome) =>
    outcomes.set(userId, { ...outcomes.get(userId), ...outcome })
  const limiter = createLimiter({ total: maxAtOnce, retryAfter: 0 })
  await Promise.all([
    ...mails.map(({ userId, recipient, instead }) =>
      limiter.run({}, async () => {
        const options = { publicUrl: deps.env.PUBLIC_URL, jpeg: null, instead }
        add(userId, await mailNow(deps, mailOf(notice, ref, recipient, options)))
      }),
    ),
    ...browsers.map(async (browser) => {
      const isSent = await pushNow(deps, browser, organizationId, pushMessageOf(notice, ref))
      const isKnown = outcomes.get(browser.userId)?.notification === 'sent'
      add(browser.userId, { notification: isSent || isKnown ? 'sent' : 'failed' })
    }),
  ])
  return outcomes
}

async function mailNow({ mail, env, log }: Deps, message: ReturnType<typeof mailOf>): Promise<Outcome> {
  try {
    await mail.send(message)
    return { mail: env.SMTP_URL === undefined ? 'stored' : 'sent' }
  } catch (error) {
    if (env.SMTP_URL === undefined) throw error
    const reason = mailFailureText(error, env.SMTP_URL)
    log.warn({ reason }, 'failed to send a test mail')
    return { mail: 'failed', reason }
  }
}

/** A browser that is gone is unsubscribed. */
async function pushNow(
  { database, push, log }: Deps,
  browser: Awaited<ReturnType<typeof subscriptionsOf>>[number],
  organizationId: number,
  message: ReturnType<typeof pushMessageOf>,
): Promise<boolean> {
  try {
    if ((await push.send(browser, message)) === 'sent') return true
    await database.inOrganization(organizationId, null, (tx) =>
      deleteSubscription(tx, organizationId, browser.id),
    )
  } catch (error) {
    log.warn({ err: error }, 'a test notification was not taken')
  }
  return false
}
