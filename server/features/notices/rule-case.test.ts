// Covers docs/requirements.md: 1033, 1034, 1035, 1036

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { alertCalls, type TestMeter } from '../../../tests/support/server/alerts.ts'
import { addAlertRule } from '../../../tests/support/server/builders.ts'
import { dataOf } from '../../../tests/support/server/data.ts'
import {
  type NotificationServer,
  openNotificationServer,
} from '../../../tests/support/server/notification-server.ts'
import { heldNotices, organizations } from '../../db/schema.ts'
import { announceHeld } from './announce-held.ts'
import { sendNoticeMail } from './send-mail.ts'

let notifications: NotificationServer
let test: NotificationServer['test']
let inbox: NotificationServer['inbox']
let calls: ReturnType<typeof alertCalls>
beforeAll(async () => {
  notifications = await openNotificationServer()
  ;({ test, inbox } = notifications)
  calls = alertCalls(test)
})
beforeEach(async () => {
  await notifications.jobsDone()
  inbox.received.length = 0
})
afterAll(() => notifications.close())

/** A meter with a rule: 注意 above 0.5, 警報 above 0.7, until 0.48. */
async function ruled(name = '蒸気圧力') {
  const range = { emergencyStartValue: null, emergencyEndValue: null }
  const meter = await calls.meterOf({ name, decimalPoint: 2, meterUnitId: 1, ...range })
  await addAlertRule(test.deps.database, meter, {
    name: `高圧 ${meter.id}`,
    condition: { kind: 'limit', direction: 'above', warning: 0.5, alarm: 0.7, closing_limit: 0.48 },
  })
  return meter
}
const subjects = async () => {
  await notifications.jobsDone()
  return inbox.received.map(({ subject }) => subject)
}
const alertOf = async (meter: TestMeter) => {
  const [alert] = await calls.alertsOf(meter)
  if (alert === undefined) throw new Error('the meter has no alert')
  return alert
}

const [warning, worse, over] = [
  '【検針】注意: 蒸気圧力',
  '【検針】さらに悪化: 蒸気圧力',
  '【検針】警報（解消）: 蒸気圧力',
]

describe('the case of a rule', () => {
  it('is told once by mail and notification to those who want alerts, with the rule and its sentence', async () => {
    const phone = notifications.pushes.browser()
    const { endpoint, keys } = phone
    const body = { endpoint, keys }
    dataOf(
      'createPushSubscription',
      await test.ask('POST', '/api/v1/push-subscription', { as: test.own.admin, body }),
    )
    const meter = await ruled()
    const reading = await calls.send(meter, 0, 0.6)
    await calls.send(meter, 10, 0.65)
    expect(await subjects()).toEqual([warning])
    const { id } = await alertOf(meter)
    expect(inbox.received[0]?.to).toMatchObject([{ address: notifications.reader.email }])
    for (const line of [
      '「蒸気圧力」で注意が発生しました。',
      '測定値: 0.60 MPa',
      `アラートルール: 高圧 ${meter.id}`,
      '条件: 蒸気圧力が0.50 MPaを超えたら注意、0.70 MPaを超えたら警報。0.48 MPa以下に戻ったら解消。',
      '測定日時: 2026年11月20日 09:00',
      `アラート: https://kenshin.example.com/alerts?tab=occurring&alert=${id}&value=${reading}`,
    ])
      expect(inbox.received[0]?.text).toContain(line)
    expect(phone.received.map(({ message }) => message)).toMatchObject([{ title: '注意: 蒸気圧力' }])
    await notifications.jobsDone()
  })

  it('is told again when it becomes an alarm, confirmed or not, and shown as worse if it was confirmed', async () => {
    const meter = await ruled()
    await calls.send(meter, 0, 0.6)
    expect(await subjects()).toEqual([warning])
    await calls.send(meter, 10, 0.8)
    expect(await subjects()).toEqual([warning, worse])
    expect(inbox.received[1]?.text).toContain('「蒸気圧力」の注意が、警報になりました。')
    expect(await alertOf(meter)).not.toHaveProperty('worsened')

    const confirmed = await ruled()
    await calls.send(confirmed, 0, 0.6)
    await subjects()
    await calls.confirm((await alertOf(confirmed)).id)
    inbox.received.length = 0
    const reading = await calls.send(confirmed, 10, 0.8)
    expect(await subjects()).toEqual([worse])
    expect(inbox.received[0]?.text).toContain('「蒸気圧力」の確認済みの注意が、警報になりました。')
    expect(inbox.received[0]?.text).toContain('測定値: 0.60 MPa → 0.80 MPa')
    expect(await alertOf(confirmed)).toMatchObject({
      rule: { level: 'warning' },
      worsened: { meter_value_id: reading, previous_value: 0.6, value: 0.8 },
    })
    await calls.correct(reading, 0.6)
    expect(await alertOf(confirmed)).not.toHaveProperty('worsened')
  })

  it('is told as over once, to those who were told, also after a confirmation', async () => {
    const meter = await ruled()
    await calls.send(meter, 0, 0.8)
    expect(await subjects()).toEqual(['【検針】警報: 蒸気圧力'])
    await calls.confirm((await alertOf(meter)).id)
    await notifications.wantsMail(test.own.general, true)
    inbox.received.length = 0
    const last = await calls.send(meter, 10, 0.4)
    expect(await subjects()).toEqual([over])
    expect(inbox.received[0]?.to).toMatchObject([{ address: notifications.reader.email }])
    expect(inbox.received[0]?.text).toContain('「蒸気圧力」の警報は解消しました。')
    expect(inbox.received[0]?.text).toContain('解消日時: 2026年11月20日 09:10')
    await notifications.wantsMail(test.own.general, false)
    // What is corrected opens it again, and closes it again.
    await calls.correct(last, 0.6)
    await calls.send(meter, 20, 0.4)
    expect(await subjects()).toEqual([over])
  })

  it('tells nobody where a correction ends it, or where it was over when it was found', async () => {
    const meter = await ruled()
    const reading = await calls.send(meter, 0, 0.6)
    expect(await subjects()).toEqual([warning])
    await calls.correct(reading, 0.4)
    await calls.correct(reading, 0.6)
    await calls.send(meter, 20, 0.4)
    expect(await subjects()).toEqual([warning, '【検針】注意（解消）: 蒸気圧力'])
    const late = await ruled('遅れたメーター')
    await calls.send(late, 20, 0.4)
    await calls.send(late, 10, 0.6)
    expect(await subjects()).toHaveLength(2)
  })

  it('that was corrected before its mail was written is not mailed', async () => {
    const meter = await ruled()
    const reading = await calls.send(meter, 0, 0.6)
    await subjects()
    await calls.correct(reading, 0.4)
    inbox.received.length = 0
    const job = { organizationId: test.own.id, subject: 'alert', userId: notifications.reader.id }
    await sendNoticeMail(test.deps, { ...job, id: (await alertOf(meter)).id })
    expect(inbox.received).toEqual([])
  })

  it('is held during quiet hours, with its end, and is in the digest', async () => {
    const { database } = test.deps
    const here = new Date(Date.now() + 9 * 3_600_000).getUTCHours()
    const time = (hour: number) => `${String((hour + 24) % 24).padStart(2, '0')}:00`
    const around = { from: time(here - 2), to: time(here + 2), weekdays: [0, 1, 2, 3, 4, 5, 6] }
    const setQuiet = (quietHours: typeof around | null) =>
      database.asSystem((tx) =>
        tx.update(organizations).set({ quietHours }).where(eq(organizations.id, test.own.id)),
      )
    await setQuiet(around)
    const meter = await ruled()
    await calls.send(meter, 0, 0.6)
    await notifications.jobsDone()
    await calls.send(meter, 10, 0.4)
    expect(await subjects()).toEqual([])
    expect(await database.asSystem((tx) => tx.$count(heldNotices))).toBe(1)
    await setQuiet(null)
    await announceHeld(test.deps)
    expect(await subjects()).toEqual(['【検針】休止時間のまとめ: 終わったもの 1件'])
    expect(inbox.received[0]?.text).toContain('注意（解消）: 蒸気圧力')
  })
})
