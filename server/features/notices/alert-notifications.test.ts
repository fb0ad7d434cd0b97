// Covers docs/requirements.md: 289, 290

import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildUser, type SignedInUser } from '../../../tests/support/server/accounts.ts'
import { dataOf } from '../../../tests/support/server/data.ts'
import {
  type NotificationServer,
  openNotificationServer,
} from '../../../tests/support/server/notification-server.ts'
import type { PushedBrowser, PushService } from '../../../tests/support/server/push-service.ts'
import { endSession, setPassword } from '../sessions/repository.ts'
import { refreshDays } from '../sessions/tokens.ts'
import { sendNoticePush } from './send-push.ts'

let notifications: NotificationServer
let test: NotificationServer['test']
let inbox: NotificationServer['inbox']
let pushes: NotificationServer['pushes']
let reader: NotificationServer['reader']
let send: NotificationServer['send']
let meterOf: NotificationServer['meterOf']
let jobsDone: NotificationServer['jobsDone']
beforeAll(async () => {
  notifications = await openNotificationServer()
  ;({ test, inbox, pushes, reader, send, meterOf, jobsDone } = notifications)
})
beforeEach(() => {
  inbox.received.length = 0
})
afterAll(() => notifications.close())

describe('the notification of an alert', () => {
  const subscribe = (user: SignedInUser, { endpoint, keys }: ReturnType<PushService['browser']>) =>
    test.ask('POST', '/api/v1/push-subscription', { as: user, body: { endpoint, keys } })

  it('reaches each browser that asked for it, encrypted, and opens the alert', async () => {
    const [phone, desktop, stranger] = [pushes.browser(), pushes.browser(), pushes.browser()]
    dataOf('createPushSubscription', await subscribe(test.own.general, phone))
    dataOf('createPushSubscription', await subscribe(test.own.admin, desktop))
    dataOf('createPushSubscription', await subscribe(test.other.general, stranger))
    const meter = await meterOf('No.2 蒸気圧力')
    await send(meter.id, '09:00', 0.9)
    await send(meter.id, '09:30', 0.95)
    for (const browser of [phone, desktop]) {
      await expect.poll(() => browser.received.length).toBe(1)
      expect(browser.received[0]?.message).toMatchObject({
        title: '異常: No.2 蒸気圧力',
        tag: expect.stringMatching(/^alert-\d+$/),
        url: expect.stringMatching(/^\/alerts\?tab=occurring&alert=\d+&value=\d+$/),
      })
      expect(browser.received[0]?.message.body).toMatch(
        /^測定値: 0\.9[05] MPa\n異常範囲: 0\.80 〜 1\.00 MPa\n測定日時: 2026年11月20日 09:[03]0$/,
      )
      expect(browser.received[0]?.headers).toMatchObject({
        authorization: expect.stringContaining(`k=${test.deps.push.publicKey}`),
        urgency: 'high',
      })
    }
    await jobsDone()
    expect([phone, desktop, stranger].map(({ received }) => received.length)).toEqual([1, 1, 0])
  })

  const alertOf = async (meterId: number) => {
    const { rows } = await test.deps.database.asSystem((tx) =>
      tx.execute<{ id: number }>(sql`select id::int from alerts where meter_id = ${meterId}`),
    )
    return { organizationId: test.own.id, subject: 'alert', id: rows[0]?.id ?? 0 }
  }
  const push = (job: Parameters<typeof sendNoticePush>[1], failed = 0) =>
    sendNoticePush(test.deps, job, failed)
  const subscribed = async (user: SignedInUser, browser: PushedBrowser) =>
    dataOf('createPushSubscription', await subscribe(user, browser)).id

  it('that a browser wants no more makes the server delete its subscription, and comes as one mail instead', async () => {
    const user = await test.signIn(await buildUser(test.deps.database, test.own))
    const [one, two] = [pushes.browser(), pushes.browser()]
    for (const browser of [one, two]) {
      browser.answer(410)
      await subscribed(user, browser)
    }
    // Has the mail in any case: no second one because of a browser.
    const lost = pushes.browser()
    lost.answer(404)
    await subscribed(reader, lost)
    await send((await meterOf('No.3 蒸気圧力')).id, '09:00', 0.9)
    await expect.poll(() => inbox.received.length).toBe(2)
    await jobsDone()
    expect(inbox.received.map(({ to }) => to?.[0]?.address).sort()).toEqual([user.email, reader.email].sort())
    const instead = inbox.received.find(({ to }) => to?.[0]?.address === user.email)
    expect(instead?.subject).toBe('【検針】異常: No.3 蒸気圧力')
    expect(instead?.text).toContain('通知を届けられないブラウザがあるため、メールでお知らせします。')
    const { rowCount } = await test.deps.database.asSystem((tx) =>
      tx.execute(sql`select from push_subscriptions where user_id in (${user.id}, ${reader.id})`),
    )
    expect(rowCount).toBe(0)
  })

  it('that does not get through is tried again, comes by mail as well, and is not lost when it does', async () => {
    const user = await test.signIn(await buildUser(test.deps.database, test.own))
    const busy = pushes.browser()
    busy.answer(503)
    const subscriptionId = await subscribed(user, busy)
    const meter = await meterOf('No.5 蒸気圧力')
    await send(meter.id, '09:00', 0.9)
    const job = { ...(await alertOf(meter.id)), subscriptionId }
    const { rows } = await test.deps.database.asSystem((tx) =>
      tx.execute(sql`select retry_limit, retry_backoff from pgboss.queue where name = 'notice-push'`),
    )
    expect(rows).toEqual([{ retry_limit: 10, retry_backoff: true }])
    const retried = () =>
      test.deps.database.asSystem((tx) =>
        tx.execute(sql`select from pgboss.job where name = 'notice-push' and state = 'retry'`),
      )
    await expect.poll(async () => (await retried()).rowCount).toBe(1)
    const toUser = () => inbox.received.filter(({ to }) => to?.[0]?.address === user.email).length
    await expect(push(job, 1)).rejects.toThrow('answered 503')
    await jobsDone()
    expect(toUser()).toBe(0)
    for (const failed of [3, 4, 5]) await expect(push(job, failed)).rejects.toThrow('answered 503')
    await expect.poll(toUser).toBe(1)
    await jobsDone()
    expect(toUser()).toBe(1)
    busy.answer(201)
    await push(job, 6)
    expect(busy.received[0]?.message.title).toBe('異常: No.5 蒸気圧力')
    // What is left to be tried again finds nobody.
    await test.deps.database.asSystem((tx) => tx.execute(sql`delete from push_subscriptions`))
  })

  it('of a browser whose session somebody else’s deed has closed comes as a mail, the first time', async () => {
    const user = await test.signIn(await buildUser(test.deps.database, test.own))
    const browser = pushes.browser()
    await subscribed(user, browser)
    await test.deps.database.asSystem((tx) =>
      endSession(tx, user.sessionId, 'refresh_token_reused', test.deps.clock()),
    )
    const toUser = () => inbox.received.filter(({ to }) => to?.[0]?.address === user.email).length
    await send((await meterOf('No.6 蒸気圧力')).id, '09:00', 0.9)
    await expect.poll(toUser).toBe(1)
    await send((await meterOf('No.7 蒸気圧力')).id, '09:00', 0.9)
    await jobsDone()
    expect([toUser(), browser.received.length]).toEqual([1, 0])
  })

  it('that is under way when somebody else’s deed closes the session comes as a mail, and the browser’s subscription is deleted', async () => {
    const user = await test.signIn(await buildUser(test.deps.database, test.own))
    const browser = pushes.browser()
    browser.answer(503)
    const subscriptionId = await subscribed(user, browser)
    const meter = await meterOf('No.13 蒸気圧力')
    await send(meter.id, '09:00', 0.9)
    const job = { ...(await alertOf(meter.id)), subscriptionId }
    await jobsDone()
    // The queue's own next attempt would come in between.
    await test.deps.database.asSystem((tx) =>
      tx.execute(sql`delete from pgboss.job where name = 'notice-push' and state = 'retry'`),
    )
    await jobsDone()
    await test.deps.database.asSystem((tx) => setPassword(tx, user.id, 'unused', test.deps.clock()))
    browser.answer(201)
    await push(job, 1)
    const toUser = () => inbox.received.filter(({ to }) => to?.[0]?.address === user.email).length
    await expect.poll(toUser).toBe(1)
    expect(browser.received).toEqual([])
    const { rowCount } = await test.deps.database.asSystem((tx) =>
      tx.execute(sql`select from push_subscriptions where id = ${subscriptionId}`),
    )
    expect(rowCount).toBe(0)
  })

  it('ends with the session that asked for it, without a word to who has signed out', async () => {
    const browser = pushes.browser()
    const user = await test.signIn(await buildUser(test.deps.database, test.own))
    await subscribe(user, browser)
    await test.ask('POST', '/api/v1/logout', { as: user })
    const { rowCount } = await test.deps.database.asSystem((tx) =>
      tx.execute(sql`select from push_subscriptions where user_id = ${user.id}`),
    )
    expect(rowCount).toBe(0)
    await send((await meterOf('No.4 蒸気圧力')).id, '09:00', 0.9)
    await jobsDone()
    expect(browser.received).toEqual([])
    expect(inbox.received.filter(({ to }) => to?.[0]?.address === user.email)).toEqual([])
  })

  it('ends with a session that nobody has used for as long as it may last, and comes as a mail, the first time', async () => {
    const browser = pushes.browser()
    const user = await test.signIn(await buildUser(test.deps.database, test.own))
    await subscribed(user, browser)
    await test.deps.database.asSystem((tx) =>
      tx.execute(sql`
        update sessions set last_used_at = last_used_at - make_interval(days => ${refreshDays}, secs => 60)
        where user_id = ${user.id}`),
    )
    const toUser = () => inbox.received.filter(({ to }) => to?.[0]?.address === user.email).length
    await send((await meterOf('No.8 蒸気圧力')).id, '09:00', 0.9)
    await expect.poll(toUser).toBe(1)
    await jobsDone()
    expect([toUser(), browser.received.length]).toEqual([1, 0])
  })

  it('of two browsers that a changed password has signed out comes as one mail, and every reading is kept', async () => {
    const user = await test.signIn(await buildUser(test.deps.database, test.own))
    for (const browser of [pushes.browser(), pushes.browser()]) await subscribed(user, browser)
    await test.deps.database.asSystem((tx) => setPassword(tx, user.id, 'unused', test.deps.clock()))
    const toUser = () => inbox.received.filter(({ to }) => to?.[0]?.address === user.email).length
    await send((await meterOf('No.9 蒸気圧力')).id, '09:00', 0.9)
    await expect.poll(toUser).toBe(1)
    await jobsDone()
    expect(toUser()).toBe(1)
  })
})
