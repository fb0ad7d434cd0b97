import type { PushMessage } from '../../../contract/push.ts'
import { Failure, longRoute, route, sessionIdOf } from '../../api/call.ts'
import { isPushEndpoint } from '../../push/public-address.ts'
import { isSubscriptionKey } from '../../push/subscription-key.ts'
import { deleteSubscription, subscriptionsOf, upsertSubscription } from './repository.ts'

const testMessage: PushMessage = {
  title: '通知のテスト',
  body: 'この端末に異常の通知が届きます。',
  tag: 'test',
  url: '/alerts',
}

/** Test notifications per user and minute. */
const maxTests = 5

export const pushRoutes = [
  route('pushKey', async ({ deps }) => ({ data: { public_key: deps.push.publicKey } })),

  longRoute('createPushSubscription', async ({ session, deps, body }) => {
    const { endpoint, keys } = body
    if (!isPushEndpoint(endpoint)) {
      throw new Failure('validation_failed', {
        issues: [{ path: 'endpoint', message: 'この通知先には送信できません' }],
      })
    }
    if (!isSubscriptionKey(keys.p256dh)) {
      throw new Failure('validation_failed', {
        issues: [{ path: 'keys.p256dh', message: '通知の暗号鍵が正しくありません' }],
      })
    }
    const { organizationId, userId } = session
    const asked = { organizationId, userId, sessionId: sessionIdOf(session), endpoint, ...keys }
    const id = await deps.database.asSystem((tx) => upsertSubscription(tx, asked, deps.clock()))
    if (id === null) throw new Failure('push_endpoint_taken')
    return { status: 201, data: { id } }
  }),

  route('deletePushSubscription', async ({ tx, session, params }) => {
    const { organizationId, userId } = session
    if (!(await deleteSubscription(tx, organizationId, params.id, userId))) throw new Failure('not_found')
    return { data: {} }
  }),

  // Sent at once, not by a job: the person waits for the result.
  longRoute('testPush', async ({ session, deps, log }) => {
    const { organizationId, userId } = session
    const { count, endsIn } = deps.counts.add(`push-test ${userId}`, maxTests)
    if (count > maxTests) throw new Failure('too_many_requests', { retryAfter: endsIn / 1000 })
    const within = deps.database.inOrganization
    const browsers = await within(organizationId, userId, (tx) =>
      subscriptionsOf(tx, organizationId, { userId }, deps.clock()),
    )
    const outcomes = await Promise.all(
      browsers
        .filter(({ isActive }) => isActive)
        .map(async ({ id, ...browser }) => {
          try {
            return { id, outcome: await deps.push.send(browser, testMessage) }
          } catch (error) {
            log.warn({ err: error }, 'a test notification was not taken')
            return { id, outcome: 'failed' as const }
          }
        }),
    )
    const gone = outcomes.filter(({ outcome }) => outcome === 'gone')
    await within(organizationId, userId, async (tx) => {
      for (const { id } of gone) await deleteSubscription(tx, organizationId, id)
    })
    return { data: { sent: outcomes.filter(({ outcome }) => outcome === 'sent').length } }
  }),
]
