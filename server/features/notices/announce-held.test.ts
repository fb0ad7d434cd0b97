// Covers docs/requirements.md: 986, 987, 988

import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildUser } from '../../../tests/support/server/accounts.ts'
import { addMeter, addReading } from '../../../tests/support/server/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import { deviceWatch } from '../../../tests/support/server/device-watch.ts'
import {
  type NotificationServer,
  openNotificationServer,
} from '../../../tests/support/server/notification-server.ts'
import { auditEntries, heldNotices, noticeDigests } from '../../db/schema.ts'
import { reconcileAround } from '../alerts/index.ts'
import { announcePending } from './announce-alerts.ts'
import { announceHeld } from './announce-held.ts'
import { sendNoticeMail } from './send-mail.ts'

let notifications: NotificationServer
let test: NotificationServer['test']
let inbox: NotificationServer['inbox']
let watch: ReturnType<typeof deviceWatch>
beforeAll(async () => {
  notifications = await openNotificationServer()
  ;({ test, inbox } = notifications)
  watch = deviceWatch(test)
  // Here held notices are sent when a test says so.
  await asSystem((tx) =>
    tx.execute(sql`delete from pgboss.schedule where name in ('announce-alerts', 'silence', 'rounds')`),
  )
})
/** Each test has a night of its own. */
let day = 1
beforeEach(async () => {
  day += 2
  watch.goTo(`${date(day)}T12:00`)
  await setQuietHours(night)
  await asSystem((tx) => tx.delete(heldNotices))
  inbox.received.length = 0
})
afterAll(() => notifications.close())

const asSystem: NotificationServer['test']['deps']['database']['asSystem'] = (...given) =>
  test.deps.database.asSystem(...given)
const date = (of: number) => new Date(Date.UTC(2026, 11, of)).toISOString().slice(0, 10)
const evening = (time: string) => `${date(day)}T${time}`
const morning = (time: string) => `${date(day + 1)}T${time}`

const night = { from: '22:00', to: '07:00', weekdays: [0, 1, 2, 3, 4, 5, 6] }
const put = async (quiet_hours: unknown, user = test.own.admin) =>
  test.ask('PUT', '/api/v1/quiet-hours', { as: await test.signIn(user), body: { quiet_hours } })
const setQuietHours = async (hours: typeof night | null) => dataOf('updateQuietHours', await put(hours))

/** Stores a reading of now as a call does, and does what the job does after it. */
async function read(meter: Awaited<ReturnType<typeof addMeter>>, local: string, value: number) {
  watch.goTo(local)
  const given = { value, isAbnormal: value >= 0.8, createdAt: test.deps.clock() }
  const reading = await addReading(test.deps.database, meter, given)
  await watch.within((tx) => reconcileAround(test.deps, tx, meter, reading))
  await announcePending(test.deps)
  return reading
}
const meterOf = (name: string) => addMeter(test.deps.database, test.own.id, { name, decimalPoint: 2 })
/** What has been mailed to the reader once the job has run at a local time. */
async function mailsAt(local: string) {
  watch.goTo(local)
  await announceHeld(test.deps)
  await notifications.jobsDone()
  return inbox.received
}
const subjectsAt = async (local: string) => (await mailsAt(local)).map(({ subject }) => subject)

describe('quiet hours', () => {
  it('hold mails and notifications of a night, and send one digest at their end', async () => {
    const browser = notifications.pushes.browser()
    const as = await test.signIn(test.own.general)
    const { endpoint, keys } = browser
    const subscribed = await test.ask('POST', '/api/v1/push-subscription', { as, body: { endpoint, keys } })
    const { id } = dataOf('createPushSubscription', subscribed)
    const [before, during, over] = [await meterOf('前'), await meterOf('夜の<圧力>'), await meterOf('戻った')]
    await read(before, evening('21:50'), 0.9)
    expect(await subjectsAt(evening('21:55'))).toEqual(['【検針】異常: 前'])
    await expect.poll(() => browser.received.length).toBe(1)
    await read(over, evening('23:00'), 0.9)
    await read(over, morning('01:00'), 0.5)
    await read(during, morning('02:00'), 0.95)
    await read(during, morning('03:00'), 0.9)
    expect(await subjectsAt(morning('06:59'))).toHaveLength(1)
    expect(browser.received).toHaveLength(1)
    // The screen is not held.
    const listed = await test.ask('GET', '/api/v1/meter-alerts?is_alert=1&is_alerted=1', {
      as: await test.signIn(test.own.general),
    })
    expect(dataOf('alerts', listed).map(({ meter_value: { meter } }) => meter.name)).toContain('夜の<圧力>')

    const [, mail, ...more] = await mailsAt(morning('07:00'))
    expect(more).toEqual([])
    expect(mail?.to).toMatchObject([{ address: notifications.reader.email }])
    expect(mail?.subject).toBe('【検針】休止時間のまとめ: 続いているもの 1件、終わったもの 1件')
    const [d, m] = [day, day + 1]
    expect(mail?.text?.split('\n')).toEqual([
      `${notifications.reader.username} 様`,
      '',
      `通知の休止時間が終わりました。2026年12月${d}日 23:00 から 2026年12月${m}日 07:00 までのお知らせです。`,
      '',
      '【続いているもの】: 1件',
      `異常: 夜の<圧力>: 0.90 MPa（2026年12月${m}日 03:00）`,
      '【終わったもの・確認済みのもの】: 1件',
      `異常（終了）: 戻った: 0.90 MPa（2026年12月${d}日 23:00）、終了 2026年12月${m}日 01:00`,
      '',
      'アラート: https://kenshin.example.com/alerts?tab=occurring',
      '端末: https://kenshin.example.com/devices',
      '',
    ])
    expect(mail?.html).toContain('夜の&lt;圧力&gt;')
    expect(browser.received.map(({ message }) => message.title)).toEqual([
      '異常: 前',
      '休止時間のまとめ: 続いているもの 1件、終わったもの 1件',
    ])
    await read(await meterOf('朝'), morning('07:05'), 0.9)
    expect(await subjectsAt(morning('07:06'))).toHaveLength(3)
    await test.ask('DELETE', `/api/v1/push-subscription/${id}`, { as: await test.signIn(test.own.general) })
  })

  it('send nothing where nothing happened, or nothing of it is left', async () => {
    expect(await subjectsAt(morning('07:00'))).toEqual([])
    const meter = await meterOf('消えた')
    day += 1
    const reading = await read(meter, evening('23:00'), 0.9)
    await asSystem((tx) => tx.execute(sql`delete from alerts where meter_id = ${reading.meterId}`))
    expect(await subjectsAt(morning('07:00'))).toEqual([])
    day += 1
  })

  it('are over at once when an administrator ends them in the night, and last longer when they are extended', async () => {
    await read(await meterOf('一つ目'), evening('23:00'), 0.9)
    await setQuietHours({ ...night, to: '09:00' })
    expect(await subjectsAt(morning('08:00'))).toEqual([])
    await setQuietHours(null)
    expect(await subjectsAt(morning('08:01'))).toEqual(['【検針】休止時間のまとめ: 続いているもの 1件'])
  })

  it('send one digest though servers are restarted in the night and compete in the morning', async () => {
    await read(await meterOf('再起動'), evening('23:00'), 0.9)
    watch.goTo(morning('07:00'))
    await Promise.all([announceHeld(test.deps), announceHeld(test.deps), announceHeld(test.deps)])
    expect(await subjectsAt(morning('07:01'))).toHaveLength(1)
  })

  it('send no digest to a member who was removed or wants no more mails', async () => {
    const [leaving, tired] = [
      await buildUser(test.deps.database, test.own),
      await buildUser(test.deps.database, test.own),
    ]
    for (const user of [leaving, tired]) await notifications.wantsMail(user, true)
    await read(await meterOf('退職'), evening('23:00'), 0.9)
    await asSystem((tx) => tx.execute(sql`delete from memberships where user_id = ${leaving.id}`))
    await notifications.wantsMail(tired, false)
    const mails = await mailsAt(morning('07:00'))
    expect(mails.map(({ to }) => to?.[0]?.address)).toEqual([notifications.reader.email])
    // Removed between the announcement and the sending.
    const [digest] = await asSystem((tx) => tx.select().from(noticeDigests).orderBy(sql`id desc`).limit(1))
    const job = { organizationId: test.own.id, subject: 'digest', id: digest?.id ?? 0, userId: leaving.id }
    await sendNoticeMail(test.deps, job)
    expect(inbox.received).toHaveLength(1)
  })

  it('hold outages of devices and their ends, which the digest tells in one line', async () => {
    const device = await watch.add({ name: '夜のカメラ', intervalCrons: '0 23 * * *' })
    watch.goTo(evening('13:00'))
    await watch.report(device)
    await watch.checkSilenceAt(morning('02:04'))
    await watch.checkSilenceAt(morning('02:05'))
    watch.goTo(morning('03:00'))
    await watch.report(device)
    await watch.checkSilenceAt(morning('03:01'))
    expect(inbox.received).toEqual([])
    const [mail] = await mailsAt(morning('07:00'))
    expect(mail?.subject).toBe('【検針】休止時間のまとめ: 終わったもの 1件')
    expect(mail?.text).toMatch(/^通信エラー（再開）: 夜のカメラ: .* 23:00 から、再開 .* 03:00$/m)
    await asSystem((tx) => tx.execute(sql`update devices set deleted_at = now() where id = ${device}`))
  })

  it('never hold mails about accounts', async () => {
    watch.goTo(evening('23:30'))
    const body = {
      email: `new-${day}@example.com`,
      organization_id: test.own.id,
      role: 0,
      is_alert_mail: true,
    }
    const as = await test.signIn(test.own.admin)
    const answer = await test.ask('POST', '/api/v1/user/invite', {
      as,
      body: { ...body, username: `new${day}` },
    })
    expect(answer.status).toBe(201)
    await expect.poll(() => inbox.received.map(({ to }) => to?.[0]?.address)).toEqual([body.email])
  })

  it('are of one organization', async () => {
    watch.goTo(evening('23:00'))
    const as = await test.signIn(test.other.general)
    const other = dataOf('quietHours', await test.ask('GET', '/api/v1/quiet-hours', { as }))
    expect(other).toEqual({ quiet_hours: null, quiet_until: null })
  })

  it('are read by every user with their end, and changed by administrators, which is recorded', async () => {
    watch.goTo(evening('23:00'))
    const as = await test.signIn(test.own.general)
    expect(dataOf('quietHours', await test.ask('GET', '/api/v1/quiet-hours', { as }))).toEqual({
      quiet_hours: night,
      quiet_until: `${morning('07:00')}:00.000+09:00`,
    })
    expect((await put(null, test.own.general)).status).toBe(403)
    await setQuietHours({ ...night, weekdays: [0, 6] })
    const [entry] = await asSystem((tx) =>
      tx
        .select()
        .from(auditEntries)
        .where(eq(auditEntries.noun, 'organization'))
        .orderBy(sql`id desc`)
        .limit(1),
    )
    expect(entry).toMatchObject({
      before: { quiet_hours: '毎日 22:00から翌7:00まで' },
      after: { quiet_hours: '毎週土・日曜日 22:00から翌7:00まで' },
    })
  })

  it.each([
    [{ ...night, from: '24:00' }, 'quiet_hours.from'],
    [{ ...night, to: '7:00' }, 'quiet_hours.to'],
    [{ ...night, to: '22:00' }, 'quiet_hours.to'],
    [{ ...night, weekdays: [] }, 'quiet_hours.weekdays'],
    [{ ...night, weekdays: [7] }, 'quiet_hours.weekdays.0'],
    [{ ...night, zone: 'UTC' }, 'quiet_hours.zone'],
  ])('%j are refused by the name of the field, and by the database', async (wrong, path) => {
    const answer = await put(wrong)
    expect(answer.status).toBe(400)
    expect(failureOf(answer).issues?.map((issue) => issue.path)).toEqual([path])
    if ('zone' in wrong) return
    await expect(
      asSystem((tx) =>
        tx.execute(
          sql`update organizations set quiet_hours = ${JSON.stringify(wrong)}::jsonb where id = ${test.own.id}`,
        ),
      ),
    ).rejects.toThrow()
  })
})
