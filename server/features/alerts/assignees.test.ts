// Covers docs/requirements.md: 1045, 1046, 1047, 1048, 1049, 1050

import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { role } from '../../../contract/access.ts'
import { buildUser } from '../../../tests/support/server/accounts.ts'
import { alertCalls } from '../../../tests/support/server/alerts.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import { answerDuring } from '../../../tests/support/server/locks.ts'

let test: TestApp
let calls: ReturnType<typeof alertCalls>
beforeAll(async () => {
  test = await createTestApp()
  calls = alertCalls(test)
})
afterAll(() => test.close())

const newUser = async (traits: Parameters<typeof buildUser>[2] = {}) =>
  test.signIn(await buildUser(test.deps.database, test.own, traits))

/** An occurring alert of a new meter. */
async function open() {
  const meter = await calls.meterOf()
  await calls.send(meter, 0, 0.9)
  const [{ id = 0 } = {}] = await calls.alertsOf(meter)
  return { meter, id, alert: async () => (await calls.alertsOf(meter)).find((each) => each.id === id) }
}

const assigneeOf = async ({ alert }: Awaited<ReturnType<typeof open>>) =>
  (await alert())?.assignee?.id ?? null

describe('taking an alert over', () => {
  it('says who has it and since when, and leaves the alert where it is', async () => {
    const one = await open()
    const before = await one.alert()
    const { general } = test.own
    const taken = dataOf('updateAssignee', await calls.assign(one.id, general.id, null))
    const { assignee, ...rest } = taken
    expect(rest).toEqual(before)
    expect(assignee).toMatchObject({ id: general.id, username: general.username })
    const age = test.deps.clock().getTime() - Date.parse(assignee?.taken_at ?? '')
    expect(age).toBeGreaterThanOrEqual(0)
    expect(age).toBeLessThan(60_000)
    // A repeat, as after a lost answer.
    expect(dataOf('updateAssignee', await calls.assign(one.id, general.id, null))).toEqual(taken)
  })

  it('at the same moment is one person’s: the other is told who has it', async () => {
    const one = await open()
    const [first, second] = [await newUser(), await newUser()]
    const refused = await answerDuring(test, {
      lock: (tx) => tx.execute(sql`select from meters where id = ${one.meter.id} for no key update`),
      send: () => calls.assign(one.id, second.id, null, second),
      work: (tx) =>
        tx.execute(sql`
          update alerts set assignee_user_id = ${first.id}, taken_at = '2026-11-20T05:20:00Z' where id = ${one.id}`),
    })
    expect(refused.status).toBe(409)
    expect(failureOf(refused)).toMatchObject({
      code: 'assignee_changed',
      issues: [
        {
          path: 'previous_user_id',
          message: `${first.username}さんが2026年11月20日 14:20から担当しています`,
        },
      ],
    })
    expect(await assigneeOf(one)).toBe(first.id)
  })

  it('of a confirmed alert is refused, and nothing changes', async () => {
    const one = await open()
    await calls.confirm(one.id)
    const answer = await calls.assign(one.id, test.own.general.id, null)
    expect(failureOf(answer)).toMatchObject({
      code: 'assignee_changed',
      issues: [{ message: 'このアラートは確認済みです' }],
    })
    expect(await assigneeOf(one)).toBeNull()
  })
})

describe('handing an alert over', () => {
  it('is for every user, to any member, from whoever the caller knows to have it', async () => {
    const one = await open()
    const [taro, hanako] = [await newUser(), await newUser()]
    await calls.assign(one.id, taro.id, null)
    expect(failureOf(await calls.assign(one.id, hanako.id, null)).code).toBe('assignee_changed')
    expect(await assigneeOf(one)).toBe(taro.id)
    expect((await calls.assign(one.id, hanako.id, taro.id)).status).toBe(200)
    expect(await assigneeOf(one)).toBe(hanako.id)
  })

  it.each([
    ['a stranger', () => test.other.general.id],
    ['a system administrator', async () => (await newUser({ role: role.system })).id],
    ['nobody', () => 1_000_000_000],
  ])('to %s is refused by the name of the field', async (_, whom) => {
    const one = await open()
    const answer = await calls.assign(one.id, await whom(), null)
    expect(answer.status).toBe(400)
    expect(failureOf(answer)).toMatchObject({ code: 'reference_unknown', issues: [{ path: 'user_id' }] })
    expect(await assigneeOf(one)).toBeNull()
  })

  it('lets a system administrator take over', async () => {
    const one = await open()
    const { system } = test.own
    expect((await calls.assign(one.id, system.id, null, system)).status).toBe(200)
    expect(await assigneeOf(one)).toBe(system.id)
  })

  it('is refused in another organization, by the database too', async () => {
    const one = await open()
    const { id } = test.other.general
    expect((await calls.assign(one.id, id, null, test.other.general)).status).toBe(404)
    const set = (assignee: number, takenAt: string | null) =>
      test.deps.database
        .inOrganization(test.own.id, test.own.general.id, (tx) =>
          tx.execute(sql`update alerts set assignee_user_id = ${assignee}, taken_at = ${takenAt}::timestamptz
            where id = ${one.id}`),
        )
        .then(
          () => 'stored',
          (error: Error) => (error.cause as { code?: string } | undefined)?.code,
        )
    const [notAMember, checkFailed] = ['23503', '23514']
    expect(await set(id, '2026-11-20T01:00:00Z')).toBe(notAMember)
    expect(await set(test.own.admin.id, null)).toBe(checkFailed)
    expect(await set(test.own.admin.id, '2026-11-20T01:00:00Z')).toBe('stored')
  })
})

describe('releasing an alert', () => {
  it('is for who has it and for administrators', async () => {
    const one = await open()
    const [taro, hanako] = [await newUser(), await newUser()]
    await calls.assign(one.id, taro.id, null, taro)
    const refused = await calls.assign(one.id, null, taro.id, hanako)
    expect([refused.status, failureOf(refused).issues?.[0]?.path]).toEqual([403, 'user_id'])
    expect(await assigneeOf(one)).toBe(taro.id)
    expect((await calls.assign(one.id, null, taro.id, taro)).status).toBe(200)
    expect(await assigneeOf(one)).toBeNull()
    await calls.assign(one.id, taro.id, null, taro)
    expect((await calls.assign(one.id, null, taro.id, test.own.admin)).status).toBe(200)
    expect(await assigneeOf(one)).toBeNull()
  })
})

describe('a confirmation', () => {
  it('keeps who worked on the alert; undone, the person has it again', async () => {
    const one = await open()
    const taro = await newUser()
    await calls.assign(one.id, taro.id, null)
    const before = await one.alert()
    await calls.confirm(one.id)
    expect(await one.alert()).toMatchObject({ is_alerted: false, assignee: before?.assignee })
    await calls.undo(one.id)
    expect(await one.alert()).toEqual(before)
  })
})

describe('a person who leaves the organization', () => {
  const remove = (id: number) =>
    test.ask('DELETE', `/api/v1/user/${id}/organization/${test.own.id}`, { as: test.own.admin })

  it('no longer has alerts; confirmed ones keep that somebody had them', async () => {
    const [left, done, undone] = [await open(), await open(), await open()]
    const taro = await newUser()
    for (const { id } of [left, done, undone]) await calls.assign(id, taro.id, null)
    for (const { id } of [done, undone]) await calls.confirm(id)
    expect((await remove(taro.id)).status).toBe(200)
    expect(await assigneeOf(left)).toBeNull()
    expect(await done.alert()).toMatchObject({ assignee: { id: taro.id, username: null } })
    await calls.undo(undone.id)
    expect(await undone.alert()).toMatchObject({ is_alert: true })
    expect(await assigneeOf(undone)).toBeNull()
  })

  it('while the alert is being assigned has none either, whichever comes first', async () => {
    const [one, other] = [await open(), await open()]
    const taro = await newUser()
    const assigned = await answerDuring(test, {
      lock: (tx) => tx.execute(sql`delete from memberships where user_id = ${taro.id}`),
      send: () => calls.assign(one.id, taro.id, null),
    })
    expect(failureOf(assigned)).toMatchObject({ code: 'reference_unknown', issues: [{ path: 'user_id' }] })
    const hanako = await newUser()
    const removed = await answerDuring(test, {
      lock: (tx) =>
        tx.execute(sql`
          update alerts set assignee_user_id = ${hanako.id}, taken_at = now() where id = ${other.id}`),
      send: () => remove(hanako.id),
    })
    expect(removed.status).toBe(200)
    expect([await assigneeOf(one), await assigneeOf(other)]).toEqual([null, null])
  })
})

it('the list selects what the caller has, what nobody has and what another has, and counts so', async () => {
  const [mine, other, free] = [await open(), await open(), await open()]
  const taro = await newUser()
  await calls.assign(mine.id, test.own.general.id, null)
  await calls.assign(other.id, taro.id, null)
  const of = async (assignee: string) => {
    const ids = [mine, other, free].map(({ meter }) => meter.id)
    const answer = await calls.list(`meter_ids=${ids}&assignee=${assignee}`)
    const found = dataOf('alerts', answer).map(({ id }) => id)
    expect(answer.json).toMatchObject({ count: found.length })
    return found
  }
  expect(await of('me')).toEqual([mine.id])
  expect(await of('none')).toEqual([free.id])
  expect(await of(`${taro.id}`)).toEqual([other.id])
  const wrong = await calls.list('assignee=taro')
  expect([wrong.status, failureOf(wrong).issues?.[0]?.path]).toEqual([400, 'assignee'])
})

it('the history of operations says who gave the alert to whom; that of the reading leaves it out', async () => {
  const meter = await calls.meterOf()
  const reading = await calls.send(meter, 0, 0.9)
  const [{ id = 0 } = {}] = await calls.alertsOf(meter)
  const [taro, hanako] = [await newUser(), await newUser()]
  await calls.assign(id, taro.id, null, taro)
  await calls.assign(id, hanako.id, taro.id, taro)
  await calls.assign(id, null, hanako.id, test.own.admin)
  await calls.assign(id, null, null, test.own.admin)
  const log = await test.ask('GET', `/api/v1/audit-entries?noun=alert&subject_id=${id}`, {
    as: test.own.admin,
  })
  const told = dataOf('auditEntries', log).map(({ user, action, before, after }) => ({
    who: user?.id,
    action,
    before,
    after,
  }))
  const entry = (who: number, before: string | null, after: string | null) => ({
    who,
    action: 'update',
    before: { assignee: before },
    after: { assignee: after },
  })
  expect(told).toEqual([
    entry(test.own.admin.id, hanako.username, null),
    entry(taro.id, taro.username, hanako.username),
    entry(taro.id, null, taro.username),
  ])
  const history = await test.ask('GET', `/api/v1/meter-value/${reading}/changes`, { as: test.own.general })
  expect(dataOf('readingChanges', history).map(({ action }) => action)).toEqual(['create'])
})
