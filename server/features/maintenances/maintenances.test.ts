// Covers docs/requirements.md: 1072, 1073, 1074, 1075, 1076, 1077, 1078

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { alertCalls, type TestMeter } from '../../../tests/support/server/alerts.ts'
import { addAlertRule, addGroup, addMeter } from '../../../tests/support/server/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import {
  type NotificationServer,
  openNotificationServer,
} from '../../../tests/support/server/notification-server.ts'
import { groups, meters } from '../../db/schema.ts'
import { announcePending } from '../notices/index.ts'
import { endOverdue } from './index.ts'

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

const newGroup = (name = 'ポンプ室') => addGroup(test.deps.database, test.own.id, { name })
const meterIn = (groupId: number | null, name: string) =>
  calls.meterOf({ name, meterGroupId: groupId, decimalPoint: 2 })
/** With a rule: 注意 above 0.5, 警報 above 0.7, until 0.48. */
async function ruledIn(groupId: number, name: string) {
  const range = { emergencyStartValue: null, emergencyEndValue: null }
  const meter = await calls.meterOf({
    name,
    meterGroupId: groupId,
    decimalPoint: 2,
    meterUnitId: 1,
    ...range,
  })
  await addAlertRule(test.deps.database, meter, {
    condition: { kind: 'limit', direction: 'above', warning: 0.5, alarm: 0.7, closing_limit: 0.48 },
  })
  return meter
}
const path = (groupId: number) => `/api/v1/meters-group/${groupId}/maintenance`
const put = (groupId: number, body: object = { minutes: 120, reason: '配管の交換' }, as = test.own.admin) =>
  test.ask('PUT', path(groupId), { as, body })
const start = async (groupId: number, minutes = 120) =>
  dataOf('updateMaintenance', await put(groupId, { minutes, reason: '配管の交換' }))
const remove = (groupId: number, as = test.own.admin) => test.ask('DELETE', path(groupId), { as })
const end = async (groupId: number) => dataOf('endMaintenance', await remove(groupId))
const listed = async (as = test.own.general) =>
  dataOf('maintenances', await test.ask('GET', '/api/v1/maintenances', { as }))
/** The minute worker, so many minutes later. */
const endLater = (minutes: number) =>
  endOverdue({ ...test.deps, clock: () => new Date(test.deps.clock().getTime() + minutes * 60_000) })
/** Subjects of the mails, in their order of the alphabet, once everything that is due was announced. */
const subjects = async () => {
  await announcePending(test.deps)
  await notifications.jobsDone()
  return inbox.received.map(({ subject = '' }) => subject.replace('【検針】', '')).toSorted()
}
const openAlert = async (meter: TestMeter) => {
  const alert = (await calls.alertsOf(meter)).at(-1)
  if (alert === undefined) throw new Error('the meter has no alert')
  return alert
}

describe('while people work at the meters of a group', () => {
  it('alerts open and nobody is told, and at the end those that still occur are told', async () => {
    const phone = notifications.pushes.browser()
    const { endpoint, keys } = phone
    const as = test.own.general
    const body = { endpoint, keys }
    dataOf('createPushSubscription', await test.ask('POST', '/api/v1/push-subscription', { as, body }))
    const group = await newGroup()
    const [lasting, over] = [await meterIn(group.id, '吐出圧力'), await meterIn(group.id, '吸込圧力')]
    const elsewhere = await meterIn((await newGroup('ボイラー室')).id, '蒸気圧力')
    const alone = await meterIn(null, '水位')
    await start(group.id)
    for (const meter of [lasting, over, elsewhere, alone]) await calls.send(meter, 0, 0.9)
    await calls.send(over, 10, 0.5)
    expect(await openAlert(lasting)).toMatchObject({ is_alert: true })
    expect(await openAlert(over)).toMatchObject({ is_alert: false, is_alerted: true })
    expect(await subjects()).toEqual(['異常: 水位', '異常: 蒸気圧力'])
    const { text } = await test.ask('GET', '/metrics')
    expect(text).toMatch(/^alerts_to_announce 0$/m)

    expect(await end(group.id)).toEqual({ id: group.id, occurring_alerts: 1 })
    expect(await subjects()).toEqual(['異常: 吐出圧力', '異常: 水位', '異常: 蒸気圧力'])
    expect(phone.received.map(({ message }) => (message as { title: string }).title).toSorted()).toEqual(
      await subjects(),
    )
    expect(await end(group.id)).toEqual({ id: group.id, occurring_alerts: 1 })
    expect(await subjects()).toHaveLength(3)
  })

  it('nobody is told of an alert that was confirmed before the end', async () => {
    const group = await newGroup()
    const meter = await meterIn(group.id, '吐出圧力')
    await start(group.id)
    await calls.send(meter, 0, 0.9)
    await calls.confirm((await openAlert(meter)).id)
    expect(await end(group.id)).toMatchObject({ occurring_alerts: 0 })
    expect(await subjects()).toEqual([])
  })

  it('a confirmed alert that gets worse is told at the end, unless it is over by then', async () => {
    const group = await newGroup()
    const [lasting, over] = [await meterIn(group.id, '吐出圧力'), await meterIn(group.id, '吸込圧力')]
    for (const meter of [lasting, over]) {
      await calls.send(meter, 0, 0.85)
      await subjects()
      await calls.confirm((await openAlert(meter)).id)
    }
    inbox.received.length = 0
    await start(group.id)
    for (const meter of [lasting, over]) await calls.send(meter, 10, 0.98)
    await calls.send(over, 20, 0.5)
    expect(await subjects()).toEqual([])
    await end(group.id)
    expect(await subjects()).toEqual(['さらに悪化: 吐出圧力'])
  })

  it('the case of a rule that began in it is told only if it goes on, with its level', async () => {
    const group = await newGroup()
    const [lasting, over] = [await ruledIn(group.id, '吐出圧力'), await ruledIn(group.id, '吸込圧力')]
    await start(group.id)
    for (const meter of [lasting, over]) {
      await calls.send(meter, 0, 0.6)
      await calls.send(meter, 10, 0.8)
    }
    await calls.send(over, 20, 0.4)
    expect(await subjects()).toEqual([])
    await end(group.id)
    expect(await subjects()).toEqual(['さらに悪化: 吐出圧力'])
  })

  it('the end of a case that was told before is told at the end, once', async () => {
    const group = await newGroup()
    const meter = await ruledIn(group.id, '吐出圧力')
    await calls.send(meter, 0, 0.6)
    expect(await subjects()).toEqual(['注意: 吐出圧力'])
    await start(group.id)
    await calls.send(meter, 10, 0.4)
    expect(await subjects()).toHaveLength(1)
    await end(group.id)
    expect(await subjects()).toEqual(['注意: 吐出圧力', '注意（解消）: 吐出圧力'])
  })

  it('a meter that leaves the group is told of at once', async () => {
    const group = await newGroup()
    const meter = await meterIn(group.id, '吐出圧力')
    await start(group.id)
    await calls.send(meter, 0, 0.9)
    expect(await subjects()).toEqual([])
    const { database } = test.deps
    await database.asSystem((tx) =>
      tx.update(meters).set({ meterGroupId: null }).where(eq(meters.id, meter.id)),
    )
    expect(await subjects()).toEqual(['異常: 吐出圧力'])
    await database.asSystem((tx) => tx.delete(groups).where(eq(groups.id, group.id)))
    expect((await listed()).map(({ group_id }) => group_id)).not.toContain(group.id)
  })
})

describe('点検中 of a group', () => {
  it('ends by itself when its time is over, and only once on two servers', async () => {
    const group = await newGroup()
    const meter = await meterIn(group.id, '吐出圧力')
    const { started_at, ends_at } = await start(group.id, 60)
    expect(Date.parse(ends_at) - Date.parse(started_at)).toBe(3_600_000)
    await calls.send(meter, 0, 0.9)
    await endLater(59)
    expect(await subjects()).toEqual([])
    await Promise.all([endLater(61), endLater(61)])
    await Promise.all([announcePending(test.deps), announcePending(test.deps)])
    expect(await subjects()).toEqual(['異常: 吐出圧力'])
    expect((await listed()).map(({ group_id }) => group_id)).not.toContain(group.id)
  })

  it('is not shown any more once its time is over, also before it has ended', async () => {
    const group = await newGroup()
    await start(group.id, 1)
    test.advance(61_000)
    expect((await listed()).map(({ group_id }) => group_id)).not.toContain(group.id)
    expect(await start(group.id)).toMatchObject({ group_id: group.id })
    await end(group.id)
  })

  it('is extended and shortened, and keeps who began it and when', async () => {
    const group = await newGroup()
    const meter = await meterIn(group.id, '吐出圧力')
    const { started_at } = await start(group.id, 60)
    const changed = dataOf('updateMaintenance', await put(group.id, { minutes: 180, reason: '弁の交換' }))
    expect(changed).toMatchObject({ started_at, started_by: test.own.admin.username, reason: '弁の交換' })
    await calls.send(meter, 0, 0.9)
    await endLater(120)
    expect(await subjects()).toEqual([])
    await start(group.id, 60)
    await endLater(61)
    expect(await subjects()).toEqual(['異常: 吐出圧力'])
  })

  it('is read by every user of the organization, and changed by administrators', async () => {
    const group = await newGroup('受水槽')
    const data = await start(group.id)
    expect(data).toMatchObject({
      group_id: group.id,
      group_name: '受水槽',
      reason: '配管の交換',
      started_by: test.own.admin.username,
    })
    expect(await listed()).toContainEqual(data)
    expect(await listed(test.other.admin)).toEqual([])
    const body = { minutes: 60, reason: '点検' }
    expect(failureOf(await put(group.id, body, test.own.general)).code).toBe('forbidden')
    expect(failureOf(await remove(group.id, test.own.general)).code).toBe('forbidden')
    expect((await put(group.id, body, test.other.admin)).status).toBe(404)
    expect((await remove(group.id, test.other.admin)).status).toBe(404)
    expect(await listed()).toContainEqual(data)
    await end(group.id)
  })

  it('does not concern meters of another organization', async () => {
    const group = await addGroup(test.deps.database, test.other.id)
    dataOf('updateMaintenance', await put(group.id, { minutes: 60, reason: '点検' }, test.other.admin))
    const meter = await addMeter(test.deps.database, test.own.id, { name: '水位', decimalPoint: 2 })
    await calls.send(meter, 0, 0.9)
    expect(await subjects()).toEqual(['異常: 水位'])
  })

  it.each([
    ['no time', { minutes: 0 }, { path: 'minutes', message: '時間は1分以上を指定してください' }],
    [
      'more than a day',
      { minutes: 1441 },
      { path: 'minutes', message: '時間は24時間以内を指定してください' },
    ],
    ['half a minute', { minutes: 0.5 }, { path: 'minutes' }],
    ['an empty reason', { reason: ' ' }, { path: 'reason' }],
    ['a reason that is too long', { reason: 'あ'.repeat(101) }, { path: 'reason' }],
  ])('is refused with the field: %s', async (_what, wrong, issue) => {
    const group = await newGroup()
    const answer = await put(group.id, { minutes: 60, reason: '点検', ...wrong })
    expect(failureOf(answer)).toMatchObject({ code: 'validation_failed', issues: [issue] })
  })

  it('is in the history of its group: when it began, was changed and was ended', async () => {
    const group = await newGroup()
    const { ends_at } = await start(group.id, 1440)
    const later = await start(group.id, 60)
    await end(group.id)
    await end(group.id)
    const log = `/api/v1/audit-entries?noun=group&subject_id=${group.id}`
    const entries = dataOf('auditEntries', await test.ask('GET', log, { as: test.own.admin }))
    const at = (time: string) => new Date(time).toISOString()
    const reason = '配管の交換'
    expect(entries.map(({ before, after }) => ({ before, after }))).toEqual([
      {
        before: { maintenance_ends_at: at(later.ends_at), maintenance_reason: reason },
        after: { maintenance_ends_at: null, maintenance_reason: null },
      },
      { before: { maintenance_ends_at: at(ends_at) }, after: { maintenance_ends_at: at(later.ends_at) } },
      {
        before: { maintenance_ends_at: null, maintenance_reason: null },
        after: { maintenance_ends_at: at(ends_at), maintenance_reason: reason },
      },
    ])
  })
})
