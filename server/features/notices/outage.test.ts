// Covers docs/requirements.md: 389

import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildUser } from '../../../tests/support/server/accounts.ts'
import { addMeter } from '../../../tests/support/server/builders.ts'
import { dataOf } from '../../../tests/support/server/data.ts'
import { deviceWatch } from '../../../tests/support/server/device-watch.ts'
import {
  type NotificationServer,
  openNotificationServer,
} from '../../../tests/support/server/notification-server.ts'
import { mailOf, pushMessageOf } from './notice.ts'
import { describeOutage, type OutageFacts } from './outage.ts'
import { sendNoticeMail } from './send-mail.ts'
import { sendNoticePush } from './send-push.ts'

let notifications: NotificationServer
let test: NotificationServer['test']
let watch: ReturnType<typeof deviceWatch>
beforeAll(async () => {
  notifications = await openNotificationServer()
  ;({ test } = notifications)
  watch = deviceWatch(test)
  // Here silence is checked for when a test says so.
  await test.deps.database.asSystem((tx) =>
    tx.execute(sql`delete from pgboss.schedule where name = 'silence'`),
  )
})
beforeEach(() => {
  notifications.inbox.received.length = 0
})
afterAll(() => notifications.close())

const subscribe = async (user: { idToken: string }, { endpoint, keys }: { endpoint: string; keys: object }) =>
  dataOf(
    'createPushSubscription',
    await test.ask('POST', '/api/v1/push-subscription', { as: user, body: { endpoint, keys } }),
  ).id

describe('of an outage', () => {
  it('those who want it are told once: which device, since when, why, which meters, where to look', async () => {
    const browser = notifications.pushes.browser()
    watch.goTo('2026-11-22T12:00')
    const general = await test.signIn(await buildUser(test.deps.database, test.own))
    await subscribe(general, browser)
    const id = await watch.add({ name: 'ポンプ室の<カメラ>' })
    for (const name of ['No.2 冷却水圧力', 'No.1 冷却水圧力'])
      await addMeter(test.deps.database, test.own.id, { name, deviceId: id })
    await watch.edit(id, { mapPinId: await watch.addPin() })
    await watch.report(id, { batteryPer: 7 })
    await watch.checkSilenceAt('2026-11-22T18:04')
    await watch.checkSilenceAt('2026-11-22T18:05')
    // The low battery is a mail of its own.
    const mails = () =>
      notifications.inbox.received.filter(({ subject }) => subject?.includes('通信エラー') === true)
    await expect.poll(() => [mails().length, browser.received.length]).toEqual([1, 1])
    await notifications.jobsDone()
    const [mail] = mails()
    expect(mail?.to).toMatchObject([{ address: notifications.reader.email }])
    expect(mail?.subject).toBe('【検針】通信エラー: ポンプ室の<カメラ>')
    expect(mail?.text?.split('\n')).toEqual([
      `${notifications.reader.username} 様`,
      '',
      '「ポンプ室の<カメラ>」からの報告が届いていません。',
      '',
      '届いていない最初の予定: 2026年11月22日 15:00',
      '最後の通信: 2026年11月22日 12:00',
      '考えられる原因: 電池切れ（最後の報告では残量7%）',
      '設置場所: 機械棟1階 ポンプ室前',
      '測定しているメーター: No.1 冷却水圧力、No.2 冷却水圧力',
      '',
      `端末: https://kenshin.example.com/devices/${id}`,
      '',
    ])
    expect(mail?.html).toContain('ポンプ室の&lt;カメラ&gt;')
    expect(browser.received.map(({ message }) => message)).toEqual([
      {
        title: '通信エラー: ポンプ室の<カメラ>',
        body: expect.stringMatching(/^届いていない最初の予定: 2026年11月22日 15:00\n最後の通信/),
        tag: expect.stringMatching(/^outage-\d+$/),
        url: `/devices/${id}`,
      },
    ])
    expect([mails().length, browser.received.length]).toEqual([1, 1])
  })

  it('a browser that does not get through has a mail instead', async () => {
    watch.goTo('2026-11-23T12:00')
    const user = await test.signIn(await buildUser(test.deps.database, test.own))
    const busy = notifications.pushes.browser()
    busy.answer(503)
    const subscriptionId = await subscribe(user, busy)
    const outageId = await silent('2026-11-23T18:04')
    const job = { organizationId: test.own.id, subject: 'outage', id: outageId, subscriptionId }
    await expect(sendNoticePush(test.deps, job, 3)).rejects.toThrow('answered 503')
    await expect
      .poll(() => notifications.inbox.received.filter(({ to }) => to?.[0]?.address === user.email).length)
      .toBe(1)
  })

  it.each([
    ['once its device is deleted', (id: number) => watch.edit(id, { deletedAt: test.deps.clock() })],
    ['by mail to one who wants none any more', () => notifications.wantsMail(notifications.reader, false)],
    ['of a stopped organization', () => setStatus(1)],
  ])('nothing is told %s', async (_when, before) => {
    watch.goTo('2026-11-24T12:00')
    const outageId = await silent('2026-11-24T18:04')
    await notifications.jobsDone()
    notifications.inbox.received.length = 0
    const { rows } = await watch.within((tx) =>
      tx.execute<{ id: number }>(sql`select device_id::int as id from device_outages where id = ${outageId}`),
    )
    await before(rows[0]?.id ?? 0)
    try {
      await sendNoticeMail(test.deps, {
        organizationId: test.own.id,
        subject: 'outage',
        id: outageId,
        userId: notifications.reader.id,
      })
      expect(notifications.inbox.received).toEqual([])
    } finally {
      await notifications.wantsMail(notifications.reader, true)
      await setStatus(0)
    }
  })

  it('a fault in how people are told keeps it from nobody: it is told by the next run', async () => {
    watch.goTo('2026-11-25T12:00')
    await watch.add({ name: '遅れて知らされるカメラ' })
    await withoutQueue(() => watch.checkSilenceAt('2026-11-25T18:04'))
    const told = () =>
      notifications.inbox.received.filter(
        ({ subject }) => subject === '【検針】通信エラー: 遅れて知らされるカメラ',
      ).length
    expect(told()).toBe(0)
    await watch.checkSilenceAt('2026-11-25T18:05')
    await expect.poll(told).toBe(1)
  })

  it('its beginning is mailed as such, even if the mail is written after its end', async () => {
    watch.goTo('2026-11-26T12:00')
    const id = await watch.add({ name: '戻ったカメラ' })
    await watch.checkSilenceAt('2026-11-26T18:04')
    await notifications.jobsDone()
    await watch.report(id)
    await watch.checkSilenceAt('2026-11-26T18:05')
    await notifications.jobsDone()
    notifications.inbox.received.length = 0
    const job = {
      organizationId: test.own.id,
      subject: 'outage',
      id: await outageOf(id),
      userId: notifications.reader.id,
    }
    await sendNoticeMail(test.deps, job)
    await sendNoticeMail(test.deps, { ...job, isEnd: true })
    // Nobody mails the end to a person who wants no mail and whose browser cannot be reached.
    await sendNoticeMail(test.deps, { ...job, instead: true })
    const [beginning, end, instead] = notifications.inbox.received
    expect(beginning?.subject).toBe('【検針】通信エラー: 戻ったカメラ')
    expect(beginning?.text).toContain('「戻ったカメラ」からの報告が届いていません。')
    expect(beginning?.text).not.toMatch(/再開|届いていない測定/)
    expect(end?.subject).toBe('【検針】通信エラー（再開）: 戻ったカメラ')
    expect(instead?.subject).toBe('【検針】通信エラー（再開）: 戻ったカメラ')
  })

  it('that is over before it is announced is one mail, even if a browser cannot be reached', async () => {
    watch.goTo('2026-11-27T12:00')
    const browser = notifications.pushes.browser()
    browser.answer(503)
    const subscriptionId = await subscribe(notifications.reader, browser)
    const id = await watch.add({ name: 'すぐ戻ったカメラ' })
    await withoutQueue(() => watch.checkSilenceAt('2026-11-27T18:04'))
    await watch.report(id)
    await watch.checkSilenceAt('2026-11-27T18:05')
    const subjects = () =>
      notifications.inbox.received
        .map(({ subject }) => subject)
        .filter((subject) => subject?.endsWith('すぐ戻ったカメラ'))
    await expect.poll(subjects).toEqual(['【検針】通信エラー（再開）: すぐ戻ったカメラ'])
    const job = { organizationId: test.own.id, subject: 'outage', id: await outageOf(id), subscriptionId }
    await expect(sendNoticePush(test.deps, { ...job, isEnd: true }, 3)).rejects.toThrow('answered 503')
    await notifications.jobsDone()
    expect(subjects()).toHaveLength(1)
  })

  /** An outage of a new camera that missed 15:00 of that day. */
  async function silent(checkedAt: string): Promise<number> {
    const id = await watch.add()
    await watch.checkSilenceAt(checkedAt)
    return outageOf(id)
  }
  async function outageOf(deviceId: number): Promise<number> {
    const { rows } = await watch.within((tx) =>
      tx.execute<{ id: number }>(sql`select id::int from device_outages where device_id = ${deviceId}`),
    )
    return rows[0]?.id ?? 0
  }
  async function withoutQueue(work: () => Promise<void>): Promise<void> {
    const { asSystem } = test.deps.database
    await asSystem((tx) => tx.execute(sql`alter table pgboss.job_common rename to away`))
    try {
      await work()
    } finally {
      await asSystem((tx) => tx.execute(sql`alter table pgboss.away rename to job_common`))
    }
  }
  const setStatus = (status: number) =>
    test.deps.database.asSystem((tx) =>
      tx.execute(sql`update organizations set status = ${status} where id = ${test.own.id}`),
    )
})

describe('the texts of an outage', () => {
  const ref = { organizationId: 1, subject: 'outage', id: 7 }
  const given: OutageFacts = {
    since: new Date('2026-11-20T06:00:00Z'),
    cause: 'unknown',
    endedAt: null,
    missing: null,
    deviceId: 5,
    deviceName: '屋上のカメラ',
    batteryPer: 8,
    lastDbmRecorded: -90,
    lastCommunicatedAt: null,
    deletedAt: null,
    parentName: '1階のルーター',
    mapName: null,
    pinName: null,
    meterNames: [],
    timeZone: 'Asia/Tokyo',
    status: 0,
    expireAt: null,
  }

  it.each([
    ['never_started', '設置後、一度も起動していません'],
    ['battery', '電池切れ（最後の報告では残量8%）'],
    ['signal', '電波が弱い（最後の報告では-90dBm）'],
    ['router', 'ルーターまたは中継器の停止（「1階のルーター」につながる複数の端末が同時に途絶えました）'],
    ['unknown', '不明'],
  ] as const)('name the cause %s', (cause, text) => {
    expect(pushMessageOf(describeOutage({ ...given, cause }), ref).body).toBe(
      `届いていない最初の予定: 2026年11月20日 15:00\n最後の通信: なし\n考えられる原因: ${text}\n設置場所: マップ未登録\n測定しているメーター: なし`,
    )
  })

  it('say that it is over when they are late', () => {
    const over = { ...given, endedAt: new Date('2026-11-20T12:00:00Z'), missing: 2 }
    expect(pushMessageOf(describeOutage(over), ref).title).toBe('通信エラー（再開）: 屋上のカメラ')
    const recipient = { username: 'taro', email: 'taro@example.com' }
    const { subject, text } = mailOf(describeOutage(over), ref, recipient, {
      publicUrl: undefined,
      jpeg: null,
      instead: true,
    })
    expect(subject).toBe('【検針】通信エラー（再開）: 屋上のカメラ')
    expect(text).toContain('「屋上のカメラ」からの報告が届いていませんでした。現在は再開しています。')
    expect(text).toContain('再開日時: 2026年11月20日 21:00\n途絶えていた時間: 6時間\n届いていない測定: 2件')
    expect(text).toContain('通知を届けられないブラウザがあるため')
    expect(text).not.toContain('https://')
  })
})
