// Covers docs/requirements.md: 1089, 1090

import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildUser, type SignedInUser } from '../../../tests/support/server/accounts.ts'
import { alertCalls, type TestMeter } from '../../../tests/support/server/alerts.ts'
import { addAlertRule, addRecipientGroup } from '../../../tests/support/server/builders.ts'
import { dataOf } from '../../../tests/support/server/data.ts'
import {
  type NotificationServer,
  openNotificationServer,
} from '../../../tests/support/server/notification-server.ts'
import { announceUnconfirmed } from './announce-unconfirmed.ts'
import { sendNoticeMail } from './send-mail.ts'

const minute = 60_000

let notifications: NotificationServer
let test: NotificationServer['test']
let inbox: NotificationServer['inbox']
let calls: ReturnType<typeof alertCalls>
/** Is in the group 課長, and wants no alert mails. */
let chief: SignedInUser
beforeAll(async () => {
  notifications = await openNotificationServer()
  ;({ test, inbox } = notifications)
  chief = await test.signIn(await buildUser(test.deps.database, test.own))
  const group = await addRecipientGroup(test.deps.database, test.own.id, [chief.id], { name: '課長' })
  const body = { escalation: { minutes: 30, recipient_group_id: group.id }, repeat_hours: 1 }
  const answer = await test.ask('PUT', '/api/v1/alert-reminders', { as: test.own.admin, body })
  dataOf('updateAlertReminders', answer)
  // Here people are told again when a test says so.
  await test.deps.database.asSystem((tx) =>
    tx.execute(sql`delete from pgboss.schedule where name = 'announce-alerts'`),
  )
})
beforeEach(async () => {
  await notifications.jobsDone()
  inbox.received.length = 0
  await signInAgain()
})
afterAll(() => notifications.close())

/** Sessions end while the clock is moved. */
async function signInAgain() {
  test.own.general = await test.signIn(test.own.general)
  calls = alertCalls(test)
}
/** Address and subject of each mail, in the order of the addresses. */
const mails = async () => {
  await notifications.jobsDone()
  return inbox.received.map(({ to, subject }) => `${to?.[0]?.address} ${subject}`).toSorted()
}
async function mailsAfter(minutes: number) {
  await notifications.jobsDone()
  inbox.received.length = 0
  test.advance(minutes * minute)
  await signInAgain()
  await announceUnconfirmed(test.deps)
  return mails()
}
const alertOf = async (meter: TestMeter) => {
  const [alert] = await calls.alertsOf(meter)
  if (alert === undefined) throw new Error('the meter has no alert')
  return alert
}
const range = { emergencyStartValue: null, emergencyEndValue: null }

describe('the notice of an alert that nobody has confirmed', () => {
  it('says that it is a repetition, for how long, who works on it and which group was told', async () => {
    const browser = notifications.pushes.browser()
    const { endpoint, keys } = browser
    const asChief = { as: chief, body: { endpoint, keys } }
    dataOf('createPushSubscription', await test.ask('POST', '/api/v1/push-subscription', asChief))
    const meter = await calls.meterOf({ name: 'ボイラー圧力', decimalPoint: 2 })
    const reading = await calls.send(meter, 0, 0.9)
    await expect.poll(mails).toEqual([`${notifications.reader.email} 【検針】異常: ボイラー圧力`])
    expect(await mailsAfter(30)).toEqual([
      `${chief.email} 【検針】【再通知】異常: ボイラー圧力（30分未確認）`,
    ])
    const { id, escalated } = await alertOf(meter)
    expect(escalated).toEqual({ at: expect.any(String), recipient_group: '課長' })
    const text = inbox.received[0]?.text
    for (const line of [
      '「ボイラー圧力」で異常を検出しました。最初のお知らせから30分、確認されていません。',
      '測定値: 0.90 MPa',
      '担当: なし',
      '通知先グループ: 課長',
      `アラート: https://kenshin.example.com/alerts?tab=occurring&alert=${id}&value=${reading}`,
    ])
      expect(text).toContain(line)
    expect(text).toMatch(/^最初のお知らせ: 20\d\d年\d+月\d+日 \d\d:\d\d$/m)
    await expect
      .poll(() => browser.received.map(({ message }) => message.title))
      .toEqual(['異常: ボイラー圧力', '【再通知】異常: ボイラー圧力（30分未確認）'])
    await calls.assign(id, test.own.general.id, null)
    expect(await mailsAfter(30)).toEqual(
      [chief, notifications.reader]
        .map(({ email }) => `${email} 【検針】【再通知】異常: ボイラー圧力（1時間未確認）`)
        .toSorted(),
    )
    expect(inbox.received[0]?.text).toContain(`担当: ${test.own.general.username}`)
    expect(await alertOf(meter)).toMatchObject({ escalated, repeated_at: expect.any(String) })
    await calls.confirm(id)
    // A mail that waits is not sent any more.
    const job = { organizationId: test.own.id, subject: 'reminder', id, at: 1, userId: chief.id }
    await sendNoticeMail(test.deps, job)
    expect(await mailsAfter(600)).toEqual([])
  })

  it('is sent for the case of a rule, of whose end the group is told as well', async () => {
    const meter = await calls.meterOf({ name: '蒸気圧力', decimalPoint: 2, meterUnitId: 1, ...range })
    await addAlertRule(test.deps.database, meter, {
      name: '高圧',
      condition: { kind: 'limit', direction: 'above', warning: 0.5, alarm: 0.7, closing_limit: 0.48 },
    })
    await calls.send(meter, 0, 0.6)
    await expect.poll(mails).toEqual([`${notifications.reader.email} 【検針】注意: 蒸気圧力`])
    expect(await mailsAfter(30)).toEqual([`${chief.email} 【検針】【再通知】注意: 蒸気圧力（30分未確認）`])
    expect(inbox.received[0]?.text).toContain('アラートルール: 高圧')
    inbox.received.length = 0
    await calls.send(meter, 10, 0.4)
    await expect
      .poll(mails)
      .toEqual(
        [chief, notifications.reader]
          .map(({ email }) => `${email} 【検針】注意（解消）: 蒸気圧力`)
          .toSorted(),
      )
    expect(await mailsAfter(600)).toEqual([])
  })

  it('goes to the group of the rule only when it is told again', async () => {
    const sato = await buildUser(test.deps.database, test.own)
    await notifications.wantsMail(sato, true)
    const group = await addRecipientGroup(test.deps.database, test.own.id, [sato.id])
    const meter = await calls.meterOf({ name: '温水温度', decimalPoint: 2, meterUnitId: 1, ...range })
    await addAlertRule(test.deps.database, meter, { recipientGroupId: group.id })
    await calls.send(meter, 0, 0.6)
    await expect.poll(mails).toEqual([`${sato.email} 【検針】警報: 温水温度`])
    await calls.assign((await alertOf(meter)).id, test.own.general.id, null)
    expect(await mailsAfter(60)).toEqual([`${sato.email} 【検針】【再通知】警報: 温水温度（1時間未確認）`])
  })
})
