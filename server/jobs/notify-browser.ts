import type { PushMessage } from '../../contract/push.ts'
import type { Tx } from '../db/client.ts'
import type { Deps } from '../deps.ts'
import { deleteSubscription, subscriptionsOf } from '../features/push/index.ts'

type Parts = Pick<Deps, 'database' | 'push' | 'clock'>

interface BrowserNotification {
  organizationId: number
  subscriptionId: number
  /** Null where there is nothing to tell any more. */
  write: (tx: Tx) => Promise<PushMessage | null>
  mailInstead: (tx: Tx, userId: number) => Promise<void>
}

/** Failed attempts, within some minutes, after which a mail is sent as well. */
const mailAfter = 4

/**
 * Notifies one browser; `failed`: earlier attempts. A browser that refuses or whose session has ended is unsubscribed.
 * Its person, or that of an unreachable browser, gets a mail instead.
 */
export async function notifyBrowser(
  { database, push, clock }: Parts,
  { organizationId, subscriptionId, write, mailInstead }: BrowserNotification,
  failed: number,
): Promise<void> {
  const within = <T>(work: (tx: Tx) => Promise<T>) => database.inOrganization(organizationId, null, work)
  const found = await within(async (tx) => {
    const message = await write(tx)
    const browsers = message && (await subscriptionsOf(tx, organizationId, { id: subscriptionId }, clock()))
    const browser = browsers?.[0]
    return message && browser ? { message, browser } : null
  })
  if (found === null) return
  const { isActive, isSignedOut, userId } = found.browser
  try {
    if (isActive && (await push.send(found.browser, found.message)) === 'sent') return
  } catch (error) {
    if (failed + 1 >= mailAfter) await within((tx) => mailInstead(tx, userId))
    throw error
  }
  await within(async (tx) => {
    await deleteSubscription(tx, organizationId, subscriptionId)
    if (!isSignedOut) await mailInstead(tx, userId)
  })
}
