import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildUser, type SignedInUser } from '../../../tests/support/accounts.ts'
import { createTestApp, type TestApp } from '../../../tests/support/app.ts'
import { addAlert, addMeter, addReading } from '../../../tests/support/builders.ts'
import { dataOf } from '../../../tests/support/data.ts'
import { photograph } from '../../../tests/support/examples.ts'
import {
  type PushedBrowser,
  type PushService,
  startPushService,
} from '../../../tests/support/push-service.ts'
import { type SmtpInbox, startSmtpServer } from '../../../tests/support/smtp.ts'
import { mailAlertOf } from '../../jobs/alert-mail.ts'
import { pushAlertOf } from '../../jobs/alert-push.ts'
import { endSession, setPassword } from '../sessions/repository.ts'
import { refreshDays } from '../sessions/tokens.ts'
import { announceDue, countDue, noteAnnouncement } from './announce.ts'

let inbox: SmtpInbox
let pushes: PushService
let test: TestApp
let reader: SignedInUser
beforeAll(async () => {
  inbox = await startSmtpServer()
  pushes = await startPushService()
  const settings = { SMTP_URL: inbox.url, PUBLIC_URL: 'https://kenshin.example.com' }
  test = await createTestApp({ work: true, settings, pushAgent: pushes.agent })
  reader = await test.signIn(await buildUser(test.deps.database, test.own))
  await wantsMail(reader, true)
})
beforeEach(() => {
  inbox.received.length = 0
})
afterAll(async () => {
  await test.close()
  await pushes.close()
  await inbox.close()
})

const wantsMail = (user: { id: number }, wants: boolean) =>
  test.deps.database.asSystem((tx) =>
    tx.execute(sql`update memberships set is_alert_mail = ${wants} where user_id = ${user.id}`),
  )
const send = async (meterId: number, at: string, value: number | null, image: Uint8Array | null = null) => {
  const image_base64 = image && Buffer.from(image).toString('base64')
  const body = { meter_id: meterId, value, created_at: `2026-11-20 ${at}:00`, image_base64 }
  return dataOf('createReading', await test.ask('POST', '/api/v1/meter-value', { as: reader, body })).id
}
const meterOf = (name: string) => addMeter(test.deps.database, test.own.id, { name, decimalPoint: 2 })
const within = { timeout: 20_000 }
/** Nothing is left to be sent. */
const settled = () =>
  expect
    .poll(async () => {
      const { rows } = await test.deps.database.asSystem((tx) =>
        tx.execute<{ left: number }>(sql`
          select count(*)::int as left from pgboss.job
          where name in ('alert-mail', 'alert-push', 'read-picture') and state in ('created', 'active')`),
      )
      return (rows[0]?.left ?? 0) + (await countDue(test.deps.database))
    }, within)
    .toBe(0)

describe('the mail of an alert', () => {
  it('tells each who wants it, once, what, when and where, with the picture within', async () => {
    const meter = await meterOf('No.1 <冷却水> 圧力')
    await send(meter.id, '09:00', 0.5)
    await send(meter.id, '14:03', 0.95, photograph)
    await send(meter.id, '14:30', 0.9)
    await expect.poll(() => inbox.received.length, within).toBe(1)
    await settled()
    expect(inbox.received).toHaveLength(1)
    const [mail] = inbox.received
    expect(mail?.to).toMatchObject([{ address: reader.email }])
    expect(mail?.subject).toBe('【検針】異常: No.1 <冷却水> 圧力')
    for (const fact of [
      `${reader.username} 様`,
      '「No.1 <冷却水> 圧力」で異常を検出しました。',
      '異常範囲: 0.8 〜 1 MPa',
      `メーター: https://kenshin.example.com/meters/${meter.id}`,
    ]) {
      expect(mail?.text).toContain(fact)
    }
    expect(mail?.text).toMatch(/測定値: 0\.9[05] MPa/)
    expect(mail?.text).toMatch(/測定日時: 2026年11月20日 14:(03|30)/)
    expect(mail?.html).toContain('No.1 &lt;冷却水&gt; 圧力')
    expect(mail?.text).toMatch(
      /^アラート: https:\/\/kenshin\.example\.com\/alerts\?tab=occurring&alert=\d+&value=\d+$/m,
    )
    expect(mail?.html).toMatch(
      /<a href="https:\/\/kenshin\.example\.com\/alerts\?tab=occurring&amp;alert=\d+&amp;value=\d+">/,
    )
  })

  it('shows the picture, and is not sent before it has been read', async () => {
    const meter = await meterOf('写真のメーター')
    await send(meter.id, '10:00', null, photograph)
    await expect.poll(() => inbox.received.length, within).toBe(1)
    const [mail] = inbox.received
    expect(mail?.text).toContain('測定値: データなし')
    const [picture] = mail?.attachments ?? []
    expect(mail?.html).toContain(`<img src="cid:${picture?.contentId?.slice(1, -1)}"`)
    expect(await sharp(Buffer.from(picture?.content as ArrayBuffer)).metadata()).toMatchObject({
      format: 'jpeg',
    })
    const { rows } = await test.deps.database.asSystem((tx) =>
      tx.execute(sql`select read_state from readings where meter_id = ${meter.id}`),
    )
    expect(rows).not.toContainEqual({ read_state: 0 })
  })

  it('of an alert that arrives late says that it is over', async () => {
    const meter = await meterOf('遅れて届いたメーター')
    await send(meter.id, '12:00', 0.5)
    await send(meter.id, '08:00', 0.9)
    await expect.poll(() => inbox.received.length, within).toBe(1)
    expect(inbox.received[0]?.subject).toBe('【検針】異常（終了）: 遅れて届いたメーター')
    expect(inbox.received[0]?.text).toContain('現在は終了しています。')
    expect(inbox.received[0]?.text).toContain('終了日時: 2026年11月20日 12:00')
  })

  it.each([
    ['whose alert has gone', async (meterId: number) => correctAll(meterId)],
    ['of one who wants none any more', async () => wantsMail(reader, false)],
    ['of a stopped organization', async () => setStatus(1)],
  ])('%s is not sent', async (_title, before) => {
    const meter = await meterOf('止めたメーター')
    const { rows } = await test.deps.database.asSystem(async (tx) => {
      await tx.execute(sql`
        insert into readings (organization_id, meter_id, value, value_source, source, is_abnormal, created_at)
        values (${test.own.id}, ${meter.id}, 0.9, 'entered', 'entry', true, now())`)
      return tx.execute<{ id: number }>(sql`
        insert into alerts (organization_id, meter_id, is_alert, is_alerted, created_at, first_reading_id,
          latest_at, reading_id, updated_at)
        select organization_id, meter_id, true, true, created_at, id, created_at, id, created_at
        from readings where meter_id = ${meter.id} returning id::int`)
    })
    const job = { organizationId: test.own.id, alertId: rows[0]?.id ?? 0, userId: reader.id }
    await before(meter.id)
    try {
      await mailAlertOf(test.deps, job)
      expect(inbox.received).toEqual([])
    } finally {
      await wantsMail(reader, true)
      await setStatus(0)
    }
    const isGone = (
      await test.deps.database.asSystem((tx) => tx.execute(sql`select from alerts where id = ${job.alertId}`))
    ).rowCount
    await mailAlertOf(test.deps, job)
    expect(inbox.received).toHaveLength(isGone ?? 0)
  })
})

const setStatus = (status: number) =>
  test.deps.database.asSystem((tx) =>
    tx.execute(sql`update organizations set status = ${status} where id = ${test.own.id}`),
  )
const correctAll = (meterId: number) =>
  test.deps.database.asSystem((tx) => tx.execute(sql`delete from alerts where meter_id = ${meterId}`))

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
      await expect.poll(() => browser.received.length, within).toBe(1)
      expect(browser.received[0]?.message).toMatchObject({
        title: '異常: No.2 蒸気圧力',
        tag: expect.stringMatching(/^alert-\d+$/),
        url: expect.stringMatching(/^\/alerts\?tab=occurring&alert=\d+&value=\d+$/),
      })
      expect(browser.received[0]?.message.body).toMatch(
        /^測定値: 0\.9[05] MPa\n異常範囲: 0\.8 〜 1 MPa\n測定日時: 2026年11月20日 09:[03]0$/,
      )
      expect(browser.received[0]?.headers).toMatchObject({
        authorization: expect.stringContaining(`k=${test.deps.push.publicKey}`),
        urgency: 'high',
      })
    }
    await settled()
    expect([phone, desktop, stranger].map(({ received }) => received.length)).toEqual([1, 1, 0])
  })

  const alertOf = async (meterId: number) => {
    const { rows } = await test.deps.database.asSystem((tx) =>
      tx.execute<{ id: number }>(sql`select id::int from alerts where meter_id = ${meterId}`),
    )
    return { organizationId: test.own.id, alertId: rows[0]?.id ?? 0 }
  }
  const push = (job: Parameters<typeof pushAlertOf>[1], failed = 0) => pushAlertOf(test.deps, job, failed)
  const subscribed = async (user: SignedInUser, browser: PushedBrowser) =>
    dataOf('createPushSubscription', await subscribe(user, browser)).id

  it('that a browser wants no more makes the server forget it, and comes as one mail instead', async () => {
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
    await expect.poll(() => inbox.received.length, within).toBe(2)
    await settled()
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
      tx.execute(sql`select retry_limit, retry_backoff from pgboss.queue where name = 'alert-push'`),
    )
    expect(rows).toEqual([{ retry_limit: 10, retry_backoff: true }])
    const retried = () =>
      test.deps.database.asSystem((tx) =>
        tx.execute(sql`select from pgboss.job where name = 'alert-push' and state = 'retry'`),
      )
    await expect.poll(async () => (await retried()).rowCount, within).toBe(1)
    const toUser = () => inbox.received.filter(({ to }) => to?.[0]?.address === user.email).length
    await expect(push(job, 1)).rejects.toThrow('answered 503')
    await settled()
    expect(toUser()).toBe(0)
    for (const failed of [3, 4, 5]) await expect(push(job, failed)).rejects.toThrow('answered 503')
    await expect.poll(toUser, within).toBe(1)
    await settled()
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
    await expect.poll(toUser, within).toBe(1)
    await send((await meterOf('No.7 蒸気圧力')).id, '09:00', 0.9)
    await settled()
    expect([toUser(), browser.received.length]).toEqual([1, 0])
  })

  it('that is under way when somebody else’s deed closes the session comes as a mail, and the browser is forgotten', async () => {
    const user = await test.signIn(await buildUser(test.deps.database, test.own))
    const browser = pushes.browser()
    browser.answer(503)
    const subscriptionId = await subscribed(user, browser)
    const meter = await meterOf('No.13 蒸気圧力')
    await send(meter.id, '09:00', 0.9)
    const job = { ...(await alertOf(meter.id)), subscriptionId }
    await settled()
    await test.deps.database.asSystem((tx) => setPassword(tx, user.id, 'unused', test.deps.clock()))
    browser.answer(201)
    await push(job, 1)
    const toUser = () => inbox.received.filter(({ to }) => to?.[0]?.address === user.email).length
    await expect.poll(toUser, within).toBe(1)
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
    await settled()
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
    await expect.poll(toUser, within).toBe(1)
    await settled()
    expect([toUser(), browser.received.length]).toEqual([1, 0])
  })

  it('of two browsers that a changed password has signed out comes as one mail, and every reading is kept', async () => {
    const user = await test.signIn(await buildUser(test.deps.database, test.own))
    for (const browser of [pushes.browser(), pushes.browser()]) await subscribed(user, browser)
    await test.deps.database.asSystem((tx) => setPassword(tx, user.id, 'unused', test.deps.clock()))
    const toUser = () => inbox.received.filter(({ to }) => to?.[0]?.address === user.email).length
    await send((await meterOf('No.9 蒸気圧力')).id, '09:00', 0.9)
    await expect.poll(toUser, within).toBe(1)
    await settled()
    expect(toUser()).toBe(1)
  })
})

describe('a fault in how people are told', () => {
  const alertsOf = async (meterId: number) =>
    (
      await test.deps.database.asSystem((tx) =>
        tx.execute(sql`select from alerts where meter_id = ${meterId}`),
      )
    ).rowCount
  const due = async () => {
    const { text } = await test.ask('GET', '/metrics')
    return Number(/^alerts_to_announce (\d+)$/m.exec(text)?.[1])
  }

  it('keeps no reading and no alert from being stored, shows in the metrics, and is made up for', async () => {
    await settled()
    const { asSystem } = test.deps.database
    await asSystem((tx) => tx.execute(sql`alter table pgboss.job_common rename to away`))
    const meter = await meterOf('No.10 蒸気圧力')
    try {
      await send(meter.id, '09:00', 0.9)
      expect(await alertsOf(meter.id)).toBe(1)
      await announceDue(test.deps)
      expect(await due()).toBe(1)
    } finally {
      await asSystem((tx) => tx.execute(sql`alter table pgboss.away rename to job_common`))
    }
    await announceDue(test.deps)
    expect(await due()).toBe(0)
    await expect.poll(() => inbox.received.length, within).toBe(1)
    const { rows } = await asSystem((tx) =>
      tx.execute(sql`select cron from pgboss.schedule where name = 'announce-alerts'`),
    )
    expect(rows).toEqual([{ cron: '* * * * *' }])
  })

  it('with one alert holds up no other', async () => {
    await settled()
    const { asSystem } = test.deps.database
    const ids: number[] = []
    for (const name of ['No.11 蒸気圧力', 'No.12 蒸気圧力']) {
      const reading = await addReading(test.deps.database, await meterOf(name), {
        value: 0.9,
        isAbnormal: true,
      })
      ids.push((await addAlert(test.deps.database, reading)).id)
    }
    await asSystem(async (tx) => {
      await tx.execute(
        sql.raw(`
        create function refuse_job() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
        create trigger refuse_job before insert on pgboss.job_common for each row
          when (new.data->>'alertId' = '${ids[0]}') execute function refuse_job()`),
      )
      for (const alertId of ids) await noteAnnouncement(tx, { organizationId: test.own.id, alertId })
    })
    await announceDue(test.deps)
    await asSystem(async (tx) => {
      const left = await tx.execute(sql`select alert_id::int as id, failures from alert_announcements`)
      expect(left.rows).toEqual([{ id: ids[0], failures: 1 }])
      await tx.execute(sql`drop function refuse_job cascade`)
    })
    await announceDue(test.deps)
    await expect.poll(() => inbox.received.length, within).toBe(2)
  })
})
