// Covers docs/requirements.md: 983, 984

import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { alertCalls } from '../../../tests/support/server/alerts.ts'
import { addMeter } from '../../../tests/support/server/builders.ts'
import { dataOf } from '../../../tests/support/server/data.ts'
import {
  type NotificationServer,
  openNotificationServer,
} from '../../../tests/support/server/notification-server.ts'
import { announcePending } from './announce-alerts.ts'
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

/** A meter from 0 to 2 MPa that is abnormal from 0.80 MPa on: a step is 0.20 MPa. Its first alert is confirmed. */
async function confirmedAt(value: number | null) {
  const meter = await addMeter(test.deps.database, test.own.id, {
    name: '蒸気圧力',
    decimalPoint: 2,
    startValue: 0,
    endValue: 2,
    emergencyStartValue: 0.8,
    emergencyEndValue: 2,
  })
  await calls.send(meter, 0, 0.5)
  await calls.send(meter, 10, value)
  await notifications.jobsDone()
  const [alert] = await calls.alertsOf(meter)
  dataOf('updateAlert', await calls.confirm(alert?.id ?? 0))
  inbox.received.length = 0
  return { meter, alertId: alert?.id ?? 0 }
}
const subjects = async () => {
  await notifications.jobsDone()
  return inbox.received.map(({ subject }) => subject)
}
const told = '【検針】さらに悪化: 蒸気圧力'

describe('a confirmed alert that gets clearly worse', () => {
  it('is told again by mail and notification, with the value then and now, and once per step', async () => {
    const phone = notifications.pushes.browser()
    const { endpoint, keys } = phone
    const as = test.own.admin
    dataOf(
      'createPushSubscription',
      await test.ask('POST', '/api/v1/push-subscription', { as, body: { endpoint, keys } }),
    )
    const { meter, alertId } = await confirmedAt(0.85)
    phone.received.length = 0
    await calls.send(meter, 20, 1.04)
    expect(await subjects()).toEqual([])
    const worse = await calls.send(meter, 30, 1.1)
    expect(await subjects()).toEqual([told])
    const [mail] = inbox.received
    expect(mail?.to).toMatchObject([{ address: notifications.reader.email }])
    for (const line of [
      '「蒸気圧力」の確認済みのアラートが、さらに悪化しました。',
      '測定値: 0.85 MPa → 1.10 MPa',
      '異常範囲: 0.80 〜 2.00 MPa',
      '測定日時: 2026年11月20日 09:30',
      `アラート: https://kenshin.example.com/alerts?tab=confirmed&alert=${alertId}&value=${worse}`,
    ]) {
      expect(mail?.text).toContain(line)
    }
    expect(mail?.text).toMatch(new RegExp(`^確認: 20\\d\\d年.*（${test.own.general.username}）$`, 'm'))
    expect(phone.received.map(({ message }) => message)).toEqual([
      expect.objectContaining({
        title: 'さらに悪化: 蒸気圧力',
        body: expect.stringContaining('測定値: 0.85 MPa → 1.10 MPa'),
        url: `/alerts?tab=confirmed&alert=${alertId}&value=${worse}`,
      }),
    ])
    for (const [at, value] of [
      [40, 0.9],
      [50, 1.12],
      [60, 0.95],
      [70, 1.29],
    ] as const)
      await calls.send(meter, at, value)
    expect(await subjects()).toEqual([told])
    await calls.send(meter, 80, 1.31)
    expect(await subjects()).toEqual([told, told])
    expect(inbox.received[1]?.text).toContain('測定値: 1.10 MPa → 1.31 MPa')
  })

  it('stays confirmed, and is listed with the values and the reading', async () => {
    const { meter, alertId } = await confirmedAt(0.85)
    const worse = await calls.send(meter, 20, 1.2)
    const [alert] = await calls.alertsOf(meter)
    expect(alert).toMatchObject({
      id: alertId,
      is_alert: false,
      is_alerted: false,
      worsened: { meter_value_id: worse, previous_value: 0.85, value: 1.2 },
      meter_value: { value: 0.85 },
    })
    const listed = dataOf('alerts', await calls.list(`is_worsened=1&meter_ids=${meter.id}`))
    expect(listed.map(({ id }) => id)).toEqual([alertId])
    expect(dataOf('alerts', await calls.list(`is_worsened=0&meter_ids=${meter.id}`))).toEqual([])
    const as = test.other.general
    expect(dataOf('alerts', await test.ask('GET', '/api/v1/meter-alerts?is_worsened=1', { as }))).toEqual([])
  })

  it('is told of once though its reading is judged twice, announced twice and mailed twice', async () => {
    const { meter } = await confirmedAt(0.85)
    const id = await calls.send(meter, 20, 1.2)
    expect(await subjects()).toEqual([told])
    dataOf('updateReading', await calls.correct(id, 1.19))
    dataOf('updateReading', await calls.correct(id, 1.2))
    await announcePending(test.deps)
    const { database, jobs } = test.deps
    const { rows } = await database.asSystem((tx) =>
      tx.execute<{ id: number }>(sql`select max(id)::int as id from alert_worsenings`),
    )
    const job = { organizationId: test.own.id, subject: 'worsening', id: rows[0]?.id ?? 0 }
    const userId = notifications.reader.id
    await database.inOrganization(test.own.id, null, (tx) =>
      jobs.enqueue(tx, 'notice-mail', [{ ...job, userId }]),
    )
    expect(await subjects()).toEqual([told])
  })

  it('waits in the database while the queue is down, and is told of after a restart', async () => {
    const { meter } = await confirmedAt(0.85)
    const { database } = test.deps
    await database.asSystem((tx) => tx.execute(sql`alter table pgboss.job_common rename to away`))
    try {
      await calls.send(meter, 20, 1.2)
      await calls.send(meter, 30, 1.21)
    } finally {
      await database.asSystem((tx) => tx.execute(sql`alter table pgboss.away rename to job_common`))
    }
    // What a server that starts does.
    await announcePending(test.deps)
    expect(await subjects()).toEqual([told])
  })

  it('is compared over pictures that are not read yet and readings without a value', async () => {
    const { meter } = await confirmedAt(0.85)
    await calls.send(meter, 20, null)
    await test.deps.database.asSystem((tx) =>
      tx.execute(sql`
        insert into readings (organization_id, meter_id, value_source, source, read_state, is_abnormal, created_at)
        values (${test.own.id}, ${meter.id}, 'reader', 'entry', 0, false, '2026-11-20 09:25+09')`),
    )
    expect(await subjects()).toEqual([])
    await calls.send(meter, 30, 1.2)
    expect(await subjects()).toEqual([told])
  })

  it('whose reading was confirmed without a value is compared with the limit', async () => {
    const { meter } = await confirmedAt(null)
    await calls.send(meter, 20, 0.95)
    expect(await subjects()).toEqual([])
    await calls.send(meter, 30, 1.05)
    expect(await subjects()).toEqual([told])
    expect(inbox.received[0]?.text).toContain('測定値: データ無し → 1.05 MPa')
  })

  it('is told of when a person corrects the latest reading, but not by a late one that others follow', async () => {
    const { meter } = await confirmedAt(0.85)
    const latest = await calls.send(meter, 40, 0.9)
    await calls.send(meter, 20, 1.5)
    expect(await subjects()).toEqual([])
    dataOf('updateReading', await calls.correct(latest, 1.2))
    expect(await subjects()).toEqual([told])
  })

  it('is told of again where the worse value was a misreading that a person has corrected', async () => {
    const { meter } = await confirmedAt(0.85)
    const misread = await calls.send(meter, 20, 1.9)
    expect(await subjects()).toEqual([told])
    dataOf('updateReading', await calls.correct(misread, 0.86))
    await calls.send(meter, 30, 1.2)
    expect(await subjects()).toEqual([told, told])
  })

  it('is not told of once the reading was deleted, or is normal by correction', async () => {
    const { meter } = await confirmedAt(0.85)
    const id = await calls.send(meter, 20, 1.9)
    await notifications.jobsDone()
    inbox.received.length = 0
    const { rows } = await test.deps.database.asSystem((tx) =>
      tx.execute<{ id: number }>(sql`select id::int from alert_worsenings where reading_id = ${id}`),
    )
    const { id: userId } = notifications.reader
    const job = { organizationId: test.own.id, subject: 'worsening', id: rows[0]?.id ?? 0, userId }
    dataOf('updateReading', await calls.correct(id, 0.5))
    await sendNoticeMail(test.deps, job)
    expect(inbox.received).toEqual([])
    const [alert] = await calls.alertsOf(meter)
    expect(alert).not.toHaveProperty('worsened')
  })

  it('begins anew after the run: the next abnormal reading opens an alert', async () => {
    const { meter } = await confirmedAt(0.85)
    await calls.send(meter, 20, 0.5)
    await calls.send(meter, 30, 1.5)
    expect(await subjects()).toEqual(['【検針】異常: 蒸気圧力'])
  })

  it('is forgotten with the confirmation that is taken back', async () => {
    const { meter, alertId } = await confirmedAt(0.85)
    await calls.send(meter, 20, 1.2)
    expect((await calls.undo(alertId)).status).toBe(200)
    const [alert] = await calls.alertsOf(meter)
    expect(alert).toMatchObject({ is_alert: true, meter_value: { value: 1.2 } })
    expect(alert).not.toHaveProperty('worsened')
    dataOf('updateAlert', await calls.confirm(alertId))
    await notifications.jobsDone()
    inbox.received.length = 0
    await calls.send(meter, 30, 1.35)
    expect(await subjects()).toEqual([])
    await calls.send(meter, 40, 1.45)
    expect(await subjects()).toEqual([told])
  })
})
