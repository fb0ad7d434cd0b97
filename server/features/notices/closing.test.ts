// Covers docs/requirements.md: 805, 806, 807, 808, 809, 847

import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildUser, type TestUser } from '../../../tests/support/server/accounts.ts'
import { addCycle, addInspection, addMeter, addReading } from '../../../tests/support/server/builders.ts'
import { dataOf } from '../../../tests/support/server/data.ts'
import {
  type NotificationServer,
  openNotificationServer,
} from '../../../tests/support/server/notification-server.ts'
import { roundWatch } from '../../../tests/support/server/round-watch.ts'
import { closingCycles, closingReminders, memberships, organizations } from '../../db/schema.ts'
import { announceClosings } from './announce-closings.ts'
import { closing } from './closing.ts'
import { sendNoticeMail } from './send-mail.ts'

let notifications: NotificationServer
let test: NotificationServer['test']
let watch: ReturnType<typeof roundWatch>
beforeAll(async () => {
  notifications = await openNotificationServer()
  ;({ test } = notifications)
  watch = roundWatch(test)
  await wantNotices(test.own.system, false)
  // Here reminders are sent when a test says so.
  await asSystem((tx) => tx.execute(sql`delete from pgboss.schedule where name = 'closing-reminders'`))
})
beforeEach(async () => {
  notifications.inbox.received.length = 0
  await asSystem(async (tx) => {
    await tx.delete(closingCycles)
  })
})
afterAll(() => notifications.close())

const asSystem: NotificationServer['test']['deps']['database']['asSystem'] = (...given) =>
  test.deps.database.asSystem(...given)
const wantNotices = ({ id }: { id: number }, isClosingNotice: boolean) =>
  asSystem((tx) => tx.update(memberships).set({ isClosingNotice }).where(eq(memberships.userId, id)))
const setOrganization = (fields: Partial<typeof organizations.$inferInsert>) =>
  asSystem((tx) => tx.update(organizations).set(fields).where(eq(organizations.id, test.own.id)))

const addCounter = (name: string, given: Parameters<typeof addMeter>[2] = {}) =>
  addMeter(test.deps.database, test.own.id, { name, meterCategoryId: 4, decimalPoint: 0, ...given })
const addOwnCycle = (meters: { id: number }[], given: Parameters<typeof addCycle>[3] = {}) =>
  addCycle(
    test.deps.database,
    test.own.id,
    meters.map(({ id }) => id),
    given,
  )
const read = (meter: Parameters<typeof addReading>[1], local: string, given = {}) =>
  addReading(test.deps.database, meter, { createdAt: watch.instant(local), value: 1, ...given })
const camera = { source: 'camera', valueSource: 'reader', confidence: 1 } as const
const unsure = { source: 'phone', valueSource: 'reader', confidence: 0.1, readState: 1 } as const

async function subscribe(user: TestUser) {
  const browser = notifications.pushes.browser()
  const { endpoint, keys } = browser
  const as = await test.signIn(user)
  const body = { endpoint, keys }
  dataOf('createPushSubscription', await test.ask('POST', '/api/v1/push-subscription', { as, body }))
  return browser
}
/** Reminds at a local time; returns who was mailed what since the test began. */
async function remindAt(local: string) {
  watch.goTo(local)
  await announceClosings(test.deps)
  await notifications.jobsDone()
  return notifications.inbox.received
    .map(({ to = [], subject }) => [to[0]?.address, subject?.replace('【検針】', '')])
    .toSorted()
}
const textTo = ({ email }: { email: string }) =>
  notifications.inbox.received.find(({ to = [] }) => to[0]?.address === email)?.text?.split('\n')

describe('a reminder of a closing', () => {
  it('tells administrators at 9:00 what is missing, by mail and notification, with a link to the month', async () => {
    watch.goTo('2026-11-28 08:00')
    const browser = await subscribe(test.own.admin)
    const foreign = await subscribe(test.own.general)
    const names = Array.from({ length: 12 }, (_none, index) => `給水<${index + 1}>`)
    const missing: { id: number }[] = []
    for (const name of names) missing.push(await addCounter(name))
    const [doubted, done, measuring] = [
      await addCounter('揚水'),
      await addCounter('井戸'),
      await addCounter('受電'),
    ]
    for (const meter of [doubted, done]) await read(meter, '2026-10-31 12:00')
    await read(done, '2026-11-28 08:00')
    await read(doubted, '2026-11-28 08:00', unsure)
    await read(measuring, '2026-11-27 10:00', camera)
    const cycle = await addOwnCycle([...missing, doubted, done, measuring], { name: '本館' })
    expect(await remindAt('2026-11-28 08:59')).toEqual([])
    const title = '「本館」2026年11月の締め: 未検針 12件、要確認 1件'
    expect(await remindAt('2026-11-28 09:00')).toEqual([[test.own.admin.email, title]])
    const path = `/closings?cycle=${cycle.id}&month=2026-11`
    expect(textTo(test.own.admin)).toEqual([
      `${test.own.admin.username} 様`,
      '',
      '検針サイクル「本館」の締め日時が近づいています。まだ検針していないメーターと確認が必要なメーターがあります。',
      '',
      '対象年月: 2026年11月',
      '締め日時: 2026年11月30日 24:00',
      `未検針: 12件（${names.slice(0, 10).join('、')} ほか2件）`,
      '要確認: 1件（揚水）',
      '端末の測定待ち: 1件（締め日時までに届く予定です）',
      '締めに使う検針: 2026年11月28日 00:00 以降のもの',
      '',
      `締め: https://kenshin.example.com${path}`,
      '',
    ])
    await expect
      .poll(() => browser.received.map(({ message }) => message))
      .toEqual([
        {
          title,
          body: expect.stringMatching(/^対象年月: 2026年11月\n締め日時/),
          tag: expect.stringMatching(/^closing-\d+$/),
          url: path,
        },
      ])
    expect(foreign.received).toEqual([])
  })

  it('tells a person in charge only of the own meters, and of the round', async () => {
    watch.goTo('2026-11-30 08:00')
    const inCharge = await buildUser(test.deps.database, test.own)
    const browser = await subscribe(inCharge)
    const group = await addInspection(test.deps.database, test.own.id, { assigneeUserId: inCharge.id })
    const own = await addCounter('屋上', { inspectionId: group.id })
    const cycle = await addOwnCycle([await addCounter('地下'), own], { name: '本館', closingHour: 17 })
    const titles = [1, 2].map((count) => `「本館」2026年11月の締め: 未検針 ${count}件`)
    expect(await remindAt('2026-11-30 09:00')).toEqual(
      [
        [test.own.admin.email, titles[1]],
        [inCharge.email, titles[0]],
      ].toSorted(),
    )
    const text = textTo(inCharge)
    expect(text?.[2]).toContain('担当する点検グループに、まだ検針していないメーターがあります。')
    expect(text).toContain('締め日時: 2026年11月30日 17:00')
    expect(text).toContain('未検針: 1件（屋上）')
    expect(text?.slice(-3, -1)).toEqual([
      '点検ルート: https://kenshin.example.com/rounds',
      `締め: https://kenshin.example.com/closings?cycle=${cycle.id}&month=2026-11`,
    ])
    await expect
      .poll(() => browser.received.map(({ message }) => message))
      .toMatchObject([{ url: '/rounds' }])
  })

  it('looks up only the meters that a person in charge is told of', async () => {
    watch.goTo('2026-11-30 08:00')
    const inCharge = await buildUser(test.deps.database, test.own)
    const group = await addInspection(test.deps.database, test.own.id, { assigneeUserId: inCharge.id })
    const own = await addCounter('屋上', { inspectionId: group.id })
    const others: { id: number }[] = []
    for (let floor = 0; floor < 10; floor++) others.push(await addCounter(`${floor}階`))
    await addOwnCycle([own, ...others], { name: '本館' })
    await remindAt('2026-11-30 09:00')
    const [reminder] = await asSystem((tx) => tx.select().from(closingReminders))
    const scansFor = ({ id: userId }: { id: number }) =>
      test.deps.database.inOrganization(test.own.id, null, async (tx) => {
        await tx.execute(sql`set local enable_seqscan = off`)
        const scans = async () => {
          const { rows } = await tx.execute<{ scans: number }>(sql`
            select idx_scan::int as scans from pg_stat_xact_user_tables where relname = 'readings'`)
          return rows[0]?.scans ?? 0
        }
        const before = await scans()
        const ref = { organizationId: test.own.id, id: reminder?.id ?? 0 }
        const notice = await closing.find(tx, ref, { now: test.deps.clock(), userId, showsEnd: true })
        return { title: notice?.title, scans: (await scans()) - before }
      })
    const [admin, inspector] = [await scansFor(test.own.admin), await scansFor(inCharge)]
    expect(inspector.title).toBe('「本館」2026年11月の締め: 未検針 1件')
    expect(inspector.scans).toBeGreaterThan(0)
    expect(admin.scans).toBeGreaterThan(5 * inspector.scans)
  })

  it('is sent once a day, however many servers run, and again on the day of the closing', async () => {
    await addOwnCycle([await addCounter('給水')], { name: '本館' })
    watch.goTo('2026-11-28 09:10')
    await Promise.all(Array.from({ length: 4 }, () => announceClosings(test.deps)))
    expect(await remindAt('2026-11-28 12:00')).toHaveLength(1)
    expect(await remindAt('2026-11-29 12:00')).toHaveLength(1)
    expect(await remindAt('2026-11-30 12:00')).toHaveLength(2)
    expect(await remindAt('2026-12-01 12:00')).toHaveLength(2)
    expect(await remindAt('2026-12-29 12:00')).toHaveLength(3)
  })

  it('is sent late after a stop of the server, but not on the next day', async () => {
    await addOwnCycle([await addCounter('給水')])
    expect(await remindAt('2026-11-28 23:50')).toHaveLength(1)
    expect(await remindAt('2026-12-01 09:00')).toHaveLength(1)
  })

  it('does not keep its cycle from being deleted', async () => {
    const cycle = await addOwnCycle([await addCounter('給水')])
    await remindAt('2026-11-28 09:00')
    const as = await test.signIn(test.own.admin)
    expect((await test.ask('DELETE', `/api/v1/closing-cycles/${cycle.id}`, { as })).status).toBe(200)
    expect(await asSystem((tx) => tx.$count(closingReminders))).toBe(0)
  })

  it('is not delivered once the day is over', async () => {
    await addOwnCycle([await addCounter('給水')])
    await remindAt('2026-11-28 09:00')
    const [row] = await asSystem((tx) => tx.select().from(closingReminders))
    const job = {
      organizationId: test.own.id,
      subject: 'closing',
      id: row?.id ?? 0,
      userId: test.own.admin.id,
    }
    await sendNoticeMail(test.deps, job)
    expect(notifications.inbox.received).toHaveLength(2)
    watch.goTo('2026-11-29 00:10')
    await sendNoticeMail(test.deps, job)
    expect(notifications.inbox.received).toHaveLength(2)
  })

  it('is not sent when nothing is missing at 9:00', async () => {
    const [done, measuring] = [await addCounter('井戸'), await addCounter('受電')]
    await read(done, '2026-10-31 12:00')
    const last = await read(done, '2026-11-28 08:00')
    await read(measuring, '2026-11-27 10:00', camera)
    await addOwnCycle([done, measuring])
    expect(await remindAt('2026-11-28 09:00')).toEqual([])
    await asSystem((tx) => tx.execute(sql`delete from readings where id = ${last.id}`))
    expect(await remindAt('2026-11-28 12:00')).toEqual([])
  })

  it('counts a meter whose device has stopped measuring', async () => {
    const meter = await addCounter('受電')
    await read(meter, '2026-11-27 08:00', camera)
    await addOwnCycle([meter], { name: '本館' })
    expect(await remindAt('2026-11-28 09:00')).toEqual([
      [test.own.admin.email, '「本館」2026年11月の締め: 未検針 1件'],
    ])
  })

  it('is not sent to those who want none, neither by mail nor by notification', async () => {
    watch.goTo('2026-11-28 08:00')
    const inCharge = await buildUser(test.deps.database, test.own)
    const browsers = [await subscribe(test.own.admin), await subscribe(inCharge)]
    const group = await addInspection(test.deps.database, test.own.id, { assigneeUserId: inCharge.id })
    await addOwnCycle([await addCounter('屋上', { inspectionId: group.id })])
    for (const user of [test.own.admin, inCharge]) await wantNotices(user, false)
    expect(await remindAt('2026-11-28 09:00')).toEqual([])
    expect(browsers.flatMap(({ received }) => received)).toEqual([])
    await wantNotices(test.own.admin, true)
  })

  it.each([
    ['a demonstration', { demoEnabled: true }],
    ['a stopped organization', { status: 1 as const }],
    ['an expired organization', { expireAt: new Date('2026-11-01T00:00Z') }],
  ])('is not sent in %s', async (_name, fields) => {
    await addOwnCycle([await addCounter('給水')])
    await setOrganization(fields)
    expect(await remindAt('2026-11-28 09:00')).toEqual([])
    await setOrganization({ demoEnabled: false, status: 0, expireAt: null })
    expect(await remindAt('2026-11-28 09:10')).toHaveLength(1)
  })
})
