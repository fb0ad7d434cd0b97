// Covers docs/requirements.md: 487, 488, 489

import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RoundSchedule } from '../../../contract/rounds.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addMeter } from '../../../tests/support/server/builders.ts'
import { roundWatch } from '../../../tests/support/server/round-watch.ts'
import { checkRounds } from '../../jobs/minute-checks.ts'
import { isoInZone } from '../../time-zone.ts'
import { work } from './keep-rounds.ts'

let test: TestApp
let watch: ReturnType<typeof roundWatch>
beforeAll(async () => {
  test = await createTestApp()
  watch = roundWatch(test)
  await system(sql`update memberships set is_alert_mail = true where user_id = ${test.own.admin.id}`)
})
beforeEach(async () => {
  await system(sql`delete from rounds`)
  await system(sql`update inspections set schedule = null, schedule_from = null, rounds_from = null`)
  await system(sql`delete from pgboss.job where name = 'notice-mail'`)
  watch.goTo('2026-11-23 08:00')
})
afterAll(() => test.close())

const system = (query: ReturnType<typeof sql>) => test.deps.database.asSystem((tx) => tx.execute(query))
const daily: RoundSchedule = { every: 'day', weekdays: [1, 2, 3, 4, 5], time: '10:00' }
const friday: RoundSchedule = { every: 'week', weekday: 5, time: '17:00' }

const local = (at: Date | null) => at && isoInZone('Asia/Tokyo', at).slice(5, 16)
/** Day, done, missed, and where it is over: its meters, captured and skipped. */
const storedOf = async (id: number) =>
  (await watch.stored(id)).map(({ beginsAt, doneAt, missedAt, closedAt, meterIds, captured, skipped }) => [
    local(beginsAt)?.slice(0, 5),
    local(doneAt),
    local(missedAt),
    ...(closedAt === null ? [] : [meterIds.length, captured, skipped]),
  ])
const keepAt = async (time: string) => {
  watch.goTo(time)
  await watch.keep()
}
const mails = async () => {
  const { rows } = await system(
    sql`select (data->>'userId')::int as id from pgboss.job where name = 'notice-mail' order by 1`,
  )
  return rows.map(({ id }) => id)
}

describe('a round that is due', () => {
  it('is stored when it begins, missed at its time, told of once, and cleared when it is done', async () => {
    const group = await watch.add(['A', 'B'], daily)
    const [a = 0, b = 0] = group.meterIds
    await watch.keep()
    expect(await storedOf(group.id)).toEqual([['11-23', null, null]])
    await watch.capture(a)
    await keepAt('2026-11-23 09:59')
    expect(await storedOf(group.id)).toEqual([['11-23', null, null]])
    watch.goTo('2026-11-23 10:00')
    // Several servers at once.
    await Promise.all(Array.from({ length: 4 }, () => checkRounds(test.deps)))
    expect(await storedOf(group.id)).toEqual([['11-23', null, '11-23T10:00']])
    expect((await watch.round(group.id)).missed_at).toMatch('2026-11-23T10:00')
    expect(await mails()).toEqual([test.own.admin.id])
    watch.goTo('2026-11-23 11:00')
    await watch.skip(b)
    await keepAt('2026-11-23 11:01')
    expect(await storedOf(group.id)).toEqual([['11-23', '11-23T11:00', '11-23T10:00']])
    await keepAt('2026-11-24 00:00')
    expect(await storedOf(group.id)).toEqual([
      ['11-23', '11-23T11:00', '11-23T10:00', 2, 1, 1],
      ['11-24', null, null],
    ])
    expect(await mails()).toEqual([test.own.admin.id])
  })

  it('is no alert where it is done in time, nor on a day without one, nor before its schedule was set', async () => {
    watch.goTo('2026-11-27 11:00')
    const group = await watch.add(['A'], daily)
    const [a = 0] = group.meterIds
    await keepAt('2026-11-28 12:00')
    await keepAt('2026-11-30 08:00')
    await watch.capture(a)
    await keepAt('2026-12-01 00:01')
    expect(await storedOf(group.id)).toEqual([
      ['11-30', '11-30T08:00', null, 1, 1, 0],
      ['12-01', null, null],
    ])
    expect(await mails()).toEqual([])
  })

  it('is noticed afterwards by a server that was down, each of a row, and only the last is told of', async () => {
    const group = await watch.add(['A'], daily)
    const [a = 0] = group.meterIds
    await watch.capture(a, { createdAt: watch.instant('2026-11-24 09:00') })
    await keepAt('2026-11-26 08:00')
    expect(await storedOf(group.id)).toEqual([
      ['11-23', null, '11-26T08:00', 1, 0, 0],
      ['11-24', '11-24T09:00', null, 1, 1, 0],
      ['11-25', null, '11-26T08:00', 1, 0, 0],
      ['11-26', null, null],
    ])
    expect(await mails()).toEqual([test.own.admin.id])
  })

  it('that was over is counted anew when its captures arrive, and when one is deleted', async () => {
    const [group, other] = [await watch.add(['A', 'B'], daily), await watch.add(['C'])]
    const [a = 0, b = 0] = group.meterIds
    await watch.keep()
    await keepAt('2026-11-24 00:00')
    await system(sql`update meters set inspection_id = ${other.id} where id = ${a}`)
    const arrived = await watch.capture(a, { createdAt: watch.instant('2026-11-23 09:00') })
    await watch.skip(b, { skippedAt: watch.instant('2026-11-23 09:30') })
    await keepAt('2026-11-24 09:00')
    expect((await storedOf(group.id))[0]).toEqual(['11-23', '11-23T09:30', '11-24T00:00', 2, 1, 1])
    await system(sql`update readings set deleted_at = now() where id = ${arrived.id}`)
    await keepAt('2026-11-24 09:01')
    expect((await storedOf(group.id))[0]).toEqual(['11-23', null, '11-24T00:00', 2, 0, 1])
  })

  it('of a group without meters is none, and begins with its first one', async () => {
    const group = await watch.add([], daily)
    await watch.keep()
    await keepAt('2026-11-23 12:00')
    const { id } = await watch.add(['A'])
    await system(sql`update meters set inspection_id = ${group.id} where inspection_id = ${id}`)
    await keepAt('2026-11-23 12:01')
    expect(await storedOf(group.id)).toEqual([])
    await keepAt('2026-11-24 08:00')
    expect(await storedOf(group.id)).toEqual([['11-24', null, null]])
    await system(sql`update meters set inspection_id = null where inspection_id = ${group.id}`)
    await keepAt('2026-11-25 08:00')
    expect(await storedOf(group.id)).toEqual([])
    expect(await mails()).toEqual([])
  })

  it('begins anew with another schedule, by which what was done counts', async () => {
    const group = await watch.add(['A', 'B'], daily)
    const [a = 0] = group.meterIds
    await watch.capture(a)
    await keepAt('2026-11-23 10:00')
    expect((await watch.route(group.id, { schedule: friday })).status).toBe(200)
    expect((await watch.round(group.id)).missed_at).toBeNull()
    await keepAt('2026-11-27 17:00')
    expect(await storedOf(group.id)).toEqual([['11-23', null, '11-27T17:00']])
    expect((await watch.route(group.id, { schedule: null })).status).toBe(200)
    await watch.capture(a)
    await keepAt('2026-11-28 00:00')
    expect(await storedOf(group.id)).toEqual([['11-27', null, null, 2, 1, 0]])
  })

  it('is missed in the week in which its schedule was set, days of which were rounds before', async () => {
    const group = await watch.add(['A', 'B'])
    const [a = 0] = group.meterIds
    await watch.capture(a)
    await keepAt('2026-11-24 00:00')
    await keepAt('2026-11-25 09:00')
    expect((await watch.route(group.id, { schedule: friday })).status).toBe(200)
    await keepAt('2026-11-27 17:00')
    expect(await storedOf(group.id)).toEqual([
      ['11-23', null, null, 2, 1, 0],
      ['11-23', null, '11-27T17:00'],
    ])
    expect((await watch.round(group.id)).missed_at).toMatch('2026-11-27T17:00')
    expect(await mails()).toEqual([test.own.admin.id])
    // What arrives late for a day before belongs to the round of that day.
    await watch.skip(a, { skippedAt: watch.instant('2026-11-23 07:00') })
    await keepAt('2026-11-27 17:01')
    expect(await storedOf(group.id)).toHaveLength(2)
  })

  it('stands while the same schedule is sent again', async () => {
    const group = await watch.add(['A'])
    const schedule = { every: 'day', weekdays: [1, 2], time: '10:00' } as const
    await watch.route(group.id, { schedule })
    await keepAt('2026-11-23 10:00')
    expect((await watch.route(group.id, { schedule })).status).toBe(200)
    await keepAt('2026-11-23 10:01')
    expect(await storedOf(group.id)).toEqual([['11-23', null, '11-23T10:00']])
  })

  it('that was done and gets another meter before its time is missed without it', async () => {
    const [group, other] = [await watch.add(['A'], daily), await watch.add(['B'])]
    const [a = 0] = group.meterIds
    const [b = 0] = other.meterIds
    await watch.capture(a)
    await watch.keep()
    expect(await storedOf(group.id)).toEqual([['11-23', '11-23T08:00', null]])
    const body = { inspection_id: group.id }
    const as = await test.signIn(test.own.general)
    expect((await test.ask('PUT', `/api/v1/meters/${b}`, { as, body })).status).toBe(200)
    await keepAt('2026-11-23 10:00')
    expect(await storedOf(group.id)).toEqual([['11-23', null, '11-23T10:00']])
  })

  it('tells the person in charge, who may want no other alerts', async () => {
    const group = await watch.add(['A'], daily)
    await watch.route(group.id, { assignee_id: test.own.general.id })
    await keepAt('2026-11-23 10:00')
    expect(await mails()).toEqual([test.own.general.id, test.own.admin.id].sort((x, y) => x - y))
  })
})

describe('a round without a schedule', () => {
  it('is kept where something was done in it', async () => {
    const group = await watch.add(['A', 'B'])
    const [a = 0] = group.meterIds
    const stray = await addMeter(test.deps.database, test.own.id)
    await watch.capture(stray.id)
    await keepAt('2026-11-24 08:00')
    expect(await storedOf(group.id)).toEqual([])
    await watch.capture(a, { source: 'camera' })
    await keepAt('2026-11-24 08:01')
    expect(await storedOf(group.id)).toEqual([])
    await watch.capture(a, { source: 'entry' })
    await keepAt('2026-11-24 08:02')
    expect(await storedOf(group.id)).toEqual([['11-24', null, null]])
    await keepAt('2026-11-25 00:00')
    expect(await storedOf(group.id)).toEqual([['11-24', null, null, 2, 1, 0]])
  })
})

describe('what a phone or desktop whose clock is a little ahead measured', () => {
  it('makes the round of its day, too', async () => {
    const group = await watch.add(['A'])
    await watch.capture(group.meterIds[0] ?? 0, { createdAt: watch.instant('2026-11-23 08:01') })
    await watch.keep()
    expect(await storedOf(group.id)).toEqual([['11-23', '11-23T08:01', null]])
  })
})

describe('the work of each minute', () => {
  it('is none where nothing happened, and wakes open consoles where something did', async () => {
    const group = await watch.add(['A'], daily)
    const told: unknown[] = []
    const unsubscribe = test.deps.changes.subscribe(test.own.id, (change) => told.push(change))
    await watch.keep()
    await expect.poll(() => told).toContainEqual({ noun: 'rounds' })
    expect((await system(work(test.deps.clock()))).rows).toEqual([])
    await watch.skip(group.meterIds[0] ?? 0)
    await expect.poll(() => told).toContainEqual({ noun: 'rounds', meter_ids: group.meterIds })
    unsubscribe()
  })

  it('is left while a demonstration is being filled', async () => {
    const filling = JSON.stringify({ at: '2026-11-23', done: 0, total: 60 })
    await system(sql`update organizations set filling = ${filling}::jsonb where id = ${test.own.id}`)
    const group = await watch.add(['A'], daily)
    await keepAt('2026-11-23 10:00')
    expect(await storedOf(group.id)).toEqual([])
    await system(sql`update organizations set filling = null`)
    await watch.keep()
    expect(await storedOf(group.id)).toEqual([['11-23', null, '11-23T10:00']])
  })

  it('of one organization holds up no other', async () => {
    const group = await watch.add(['A'], daily)
    const there = await roundWatch(test, test.other).add(['B'], daily)
    await system(
      sql`alter table rounds add constraint broken check (organization_id <> ${sql.raw(String(test.own.id))})`,
    )
    await watch.keep()
    await system(sql`alter table rounds drop constraint broken`)
    expect([await storedOf(group.id), await storedOf(there.id)]).toEqual([[], [['11-23', null, null]]])
    await watch.keep()
    expect(await storedOf(group.id)).toEqual([['11-23', null, null]])
  })
})
