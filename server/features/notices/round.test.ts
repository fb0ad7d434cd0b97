// Covers docs/requirements.md: 488, 686

import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { role } from '../../../contract/access.ts'
import { buildUser } from '../../../tests/support/server/accounts.ts'
import { dataOf } from '../../../tests/support/server/data.ts'
import {
  type NotificationServer,
  openNotificationServer,
} from '../../../tests/support/server/notification-server.ts'
import { roundWatch } from '../../../tests/support/server/round-watch.ts'
import { mailOf } from './notice.ts'
import { describeRound } from './round.ts'

let notifications: NotificationServer
let test: NotificationServer['test']
let watch: ReturnType<typeof roundWatch>
beforeAll(async () => {
  notifications = await openNotificationServer()
  ;({ test } = notifications)
  watch = roundWatch(test)
  // Here rounds are kept when a test says so.
  await test.deps.database.asSystem((tx) =>
    tx.execute(sql`delete from pgboss.schedule where name = 'rounds'`),
  )
})
afterAll(() => notifications.close())

describe('of a missed round', () => {
  it('those who want alerts and the person in charge are told once: what is left, and where to look', async () => {
    watch.goTo('2026-11-23 08:00')
    const names = Array.from({ length: 14 }, (_none, index) => `No.${index + 1} 冷却水<圧力>`)
    const group = await watch.add(names, { every: 'day', weekdays: [1], time: '10:00' })
    await watch.capture(group.meterIds[0] ?? 0)
    await watch.skip(group.meterIds[1] ?? 0)
    const inCharge = await buildUser(test.deps.database, test.own)
    expect((await watch.route(group.id, { assignee_id: inCharge.id })).status).toBe(200)
    const browser = notifications.pushes.browser()
    const { endpoint, keys } = browser
    const subscriber = await test.signIn(await buildUser(test.deps.database, test.own))
    dataOf(
      'createPushSubscription',
      await test.ask('POST', '/api/v1/push-subscription', { as: subscriber, body: { endpoint, keys } }),
    )
    watch.goTo('2026-11-23 10:00')
    await watch.keep()
    await watch.keep()
    const { received } = notifications.inbox
    await expect.poll(() => [received.length, browser.received.length]).toEqual([2, 1])
    await notifications.jobsDone()
    expect(received.map(({ to }) => to)).toEqual(
      expect.arrayContaining(
        [notifications.reader, inCharge].map(({ email }) => [expect.objectContaining({ address: email })]),
      ),
    )
    const mail = received.find(({ text }) => text?.startsWith(inCharge.username))
    expect(mail?.subject).toBe(`【検針】点検ルート「${group.name}」が予定の時刻までに終わっていません`)
    const left = names.slice(2, 12).join('、')
    expect(mail?.text?.split('\n')).toEqual([
      `${inCharge.username} 様`,
      '',
      `点検ルート「${group.name}」が予定の時刻までに終わっていません。`,
      '',
      '予定の時刻: 2026年11月23日 10:00',
      '進み具合: 予定 14 = 撮影 1 + スキップ 1 + 残り 12',
      `残り: ${left} ほか2件`,
      `担当者: ${inCharge.username}`,
      '',
      '点検ルート: https://kenshin.example.com/rounds',
      '',
    ])
    expect(mail?.html).toContain('冷却水&lt;圧力&gt;')
    expect(browser.received.map(({ message }) => message)).toEqual([
      {
        title: `点検ルート「${group.name}」が予定の時刻までに終わっていません`,
        body: expect.stringMatching(/^予定の時刻: 2026年11月23日 10:00\n進み具合/),
        tag: expect.stringMatching(/^round-\d+$/),
        url: '/rounds',
      },
    ])
    expect([received.length, browser.received.length]).toEqual([2, 1])
  })

  it('one who was in charge and became a system administrator is neither told nor named', async () => {
    watch.goTo('2026-11-30 08:00')
    const group = await watch.add(['A'], { every: 'day', weekdays: [1], time: '10:00' })
    const promoted = await buildUser(test.deps.database, test.own)
    expect((await watch.route(group.id, { assignee_id: promoted.id })).status).toBe(200)
    await test.deps.database.asSystem((tx) =>
      tx.execute(sql`update memberships set role = ${role.system} where user_id = ${promoted.id}`),
    )
    watch.goTo('2026-11-30 10:00')
    await watch.keep()
    await notifications.jobsDone()
    const mails = notifications.inbox.received.filter(({ subject }) => subject?.includes(group.name))
    expect(mails.flatMap(({ to = [] }) => to.map(({ address }) => address))).toEqual([
      notifications.reader.email,
    ])
    expect(mails[0]?.text).toContain('担当者: なし')
  })

  it('a mail that comes late says that it is done', () => {
    const notice = describeRound({
      name: '朝の巡回',
      timeZone: 'Asia/Tokyo',
      dueAt: watch.instant('2026-11-23 10:00'),
      assignee: null,
      planned: 2,
      captured: 1,
      skipped: 1,
      remaining: 0,
      abnormal: 0,
      unsure: 0,
      left: [],
    })
    const mail = mailOf(
      notice,
      { organizationId: 1, subject: 'round', id: 1 },
      { username: '鈴木', email: 'suzuki@example.com' },
      { publicUrl: undefined, jpeg: null, instead: false },
    )
    expect(mail.text).toContain('現在は終わっています。')
    expect(mail.text).toContain('予定 2 = 撮影 1 + スキップ 1 + 残り 0\n担当者: なし')
  })
})
