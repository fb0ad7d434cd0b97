// Covers docs/requirements.md: 158, 484, 485, 487, 489, 495, 686

import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { role } from '../../../contract/access.ts'
import type { RoundSchedule } from '../../../contract/rounds.ts'
import { buildUser } from '../../../tests/support/server/accounts.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import {
  addDevice,
  addInspection,
  addMeter,
  addPicture,
  addRound,
} from '../../../tests/support/server/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import { roundWatch } from '../../../tests/support/server/round-watch.ts'
import { photograph } from '../../../tests/support/server/subjects.ts'
import { auditEntries } from '../../db/schema.ts'

let test: TestApp
let watch: ReturnType<typeof roundWatch>
beforeAll(async () => {
  test = await createTestApp()
  watch = roundWatch(test)
})
beforeEach(() => watch.goTo('2026-11-23 08:00'))
afterAll(() => test.close())

const daily: RoundSchedule = { every: 'day', weekdays: [1, 2, 3, 4, 5], time: '10:00' }
const friday: RoundSchedule = { every: 'week', weekday: 5, time: '17:00' }

describe('a round of now', () => {
  it('counts a meter as captured by its latest reading of a person, else as skipped', async () => {
    const group = await watch.add(['A', 'B', 'C', 'D'], daily)
    const [a = 0, b = 0, c = 0, d = 0] = group.meterIds
    await watch.capture(a, { createdAt: watch.instant('2026-11-22 23:59:59'), value: 0.1 })
    await watch.capture(a, { source: 'camera', value: 0.2 })
    expect(await watch.round(group.id)).toMatchObject({ planned: 4, captured: 0, remaining: 4 })
    await watch.skip(a)
    await watch.capture(a, { value: 0.9, isAbnormal: true })
    const unsure = { valueSource: 'reader', readState: 1, confidence: 0.4 } as const
    await watch.capture(b, { ...unsure, createdAt: watch.instant('2026-11-23 00:00') })
    await watch.skip(c, { reason: 'no_access' })
    const round = await watch.round(group.id)
    expect(round).toMatchObject({
      planned: 4,
      captured: 2,
      skipped: 1,
      remaining: 1,
      abnormal: 1,
      unsure: 1,
      begins_at: '2026-11-23T00:00:00.000+09:00',
      ends_at: '2026-11-24T00:00:00.000+09:00',
      due_at: '2026-11-23T10:00:00.000+09:00',
      done_at: null,
      missed_at: null,
    })
    const { id, username } = test.own.general
    const person = { id, username }
    expect(round.stops.map(({ meter_name, reading, skip }) => [meter_name, reading, skip])).toMatchObject([
      ['A', { value: 0.9, is_abnormal: true, is_unsure: false, user: person }, null],
      ['B', { is_unsure: true }, null],
      ['C', null, { reason: 'no_access', note: '', user: person }],
      ['D', null, null],
    ])
    watch.goTo('2026-11-23 09:00')
    await watch.capture(d, { source: 'entry' })
    watch.goTo('2026-11-23 09:30')
    await watch.capture(a)
    // The clock goes on meanwhile.
    expect((await watch.round(group.id)).done_at).toMatch(/^2026-11-23T09:0/)
  })

  it('says which picture waits for the meter’s settings', async () => {
    const group = await watch.add(['A'])
    const { sha256: pictureSha256 } = await addPicture(test.deps, test.own.id, photograph)
    const waiting = { value: null, valueSource: 'reader', readState: 3, pictureSha256 } as const
    await watch.capture(group.meterIds[0] ?? 0, waiting)
    const { stops, abnormal } = await watch.round(group.id)
    expect([stops[0]?.reading, abnormal]).toMatchObject([{ value: null, read_state: 3 }, 0])
  })

  it('has nothing of a deleted reading, and names nobody who has left', async () => {
    const group = await watch.add(['A', 'B'])
    const [a = 0, b = 0] = group.meterIds
    const user = await buildUser(test.deps.database, test.own)
    const { id } = await watch.capture(a, { createdByUserId: user.id })
    await watch.capture(b, { createdByUserId: user.id })
    await test.deps.database.asSystem(async (tx) => {
      await tx.execute(sql`update readings set deleted_at = now() where id = ${id}`)
      await tx.execute(sql`delete from memberships where user_id = ${user.id}`)
    })
    const { captured, stops } = await watch.round(group.id)
    expect([captured, stops[0]?.reading, stops[1]?.reading?.user]).toEqual([1, null, null])
  })

  it('is of the meters that the group has now, read by phone', async () => {
    const [one, other] = [await watch.add(['A', 'B']), await watch.add(['C'])]
    const [a = 0] = one.meterIds
    await watch.capture(a)
    await addMeter(test.deps.database, test.own.id, { name: 'カメラ', inspectionId: one.id })
    const move = { as: test.own.general, body: { inspection_id: other.id, place_note: '屋上 北側' } }
    expect((await test.ask('PUT', `/api/v1/meters/${a}`, move)).status).toBe(200)
    expect(await watch.round(one.id)).toMatchObject({ planned: 1, captured: 0 })
    const there = await watch.round(other.id)
    expect(there).toMatchObject({ planned: 2, captured: 1 })
    expect(there.stops.map(({ meter_id, place_note }) => [meter_id, place_note])).toEqual([
      [a, '屋上 北側'],
      [other.meterIds[0], ''],
    ])
    const empty = await addInspection(test.deps.database, test.own.id)
    await expect(watch.round(empty.id)).rejects.toThrow('no round')
  })
})

describe('the route of a group', () => {
  it('is set in parts, which others leave alone, and is audited', async () => {
    const group = await watch.add(['A', 'B', 'C'])
    const [a = 0, b = 0, c = 0] = group.meterIds
    const order = async () => (await watch.round(group.id)).stops.map(({ meter_id }) => meter_id)
    const ordered = dataOf('updateRoute', await watch.route(group.id, { meter_ids: [c, a] }))
    expect(ordered.stops.map(({ meter_id }) => meter_id)).toEqual([c, a, b])
    const { id, username } = test.own.admin
    dataOf('updateRoute', await watch.route(group.id, { schedule: friday, assignee_id: id }))
    expect(await watch.round(group.id)).toMatchObject({
      schedule: friday,
      assignee: { id, username },
      begins_at: '2026-11-23T00:00:00.000+09:00',
      due_at: '2026-11-27T17:00:00.000+09:00',
    })
    expect(await order()).toEqual([c, a, b])
    await watch.route(group.id, { schedule: null, assignee_id: null })
    expect(await watch.round(group.id)).toMatchObject({ schedule: null, assignee: null, due_at: null })
    const entries = await test.deps.database.asSystem((tx) =>
      tx
        .select({ before: auditEntries.before, after: auditEntries.after })
        .from(auditEntries)
        .where(sql`noun = 'inspection' and subject_id = ${group.id}`)
        .orderBy(auditEntries.id),
    )
    expect(entries).toEqual([
      { before: { route: [] }, after: { route: [c, a] } },
      {
        before: { schedule: null, assignee: null },
        after: { schedule: friday, assignee: username },
      },
      { before: { schedule: friday, assignee: username }, after: { schedule: null, assignee: null } },
    ])
    await watch.route(group.id, { schedule: null })
    expect(
      await test.deps.database.asSystem((tx) =>
        tx.$count(auditEntries, sql`subject_id = ${group.id} and noun = 'inspection'`),
      ),
    ).toBe(3)
  })

  it('takes the meters of this group only, each once, and a person of the organization', async () => {
    const [group, other] = [await watch.add(['A']), await watch.add(['B'])]
    const [a = 0] = group.meterIds
    const [b = 0] = other.meterIds
    const refused = async (body: object) => {
      const answer = await watch.route(group.id, body)
      return [answer.status, failureOf(answer).issues?.[0]?.path]
    }
    expect(await refused({ meter_ids: [a, b] })).toEqual([400, 'meter_ids.1'])
    expect(await refused({ meter_ids: [a, a] })).toEqual([400, 'meter_ids.1'])
    expect(await refused({ assignee_id: test.other.general.id })).toEqual([400, 'assignee_id'])
    expect(await refused({ schedule: { every: 'month', day: 32, time: '10:00' } })).toEqual([
      400,
      'schedule.day',
    ])
    expect(await refused({ schedule: { ...daily, time: '25:00' } })).toEqual([400, 'schedule.time'])
  })

  it('has nobody in charge once that person has left the organization', async () => {
    const group = await watch.add(['A'], daily)
    const user = await buildUser(test.deps.database, test.own)
    expect((await watch.route(group.id, { assignee_id: user.id })).status).toBe(200)
    const removed = await test.ask('DELETE', `/api/v1/user/${user.id}/organization/${test.own.id}`, {
      as: test.own.admin,
    })
    expect(removed.status).toBe(200)
    expect(await watch.round(group.id)).toMatchObject({ assignee: null, schedule: daily })
  })

  it('may be in charge of any member, whose names everybody sees, and nobody else’s', async () => {
    const ask = async (as: typeof test.own.general) =>
      dataOf('roundAssignees', await test.ask('GET', '/api/v1/round-assignees', { as }))
    const names = await ask(await test.signIn(test.own.general))
    const { admin, general } = test.own
    expect(names).toEqual(
      expect.arrayContaining([admin, general].map(({ id, username }) => ({ id, username }))),
    )
    expect(names.map(({ id }) => id)).not.toContain(test.other.general.id)
    const group = await watch.add(['A'])
    expect((await watch.route(group.id, { assignee_id: admin.id })).status).toBe(200)
  })

  it('is never in the charge of a system administrator, also not of one who was in charge before', async () => {
    const { general, admin, system } = test.own
    const group = await watch.add(['A'], daily)
    for (const caller of [general, admin, system]) {
      const as = await test.signIn(caller)
      const names = dataOf('roundAssignees', await test.ask('GET', '/api/v1/round-assignees', { as }))
      expect(names.map(({ id }) => id)).not.toContain(system.id)
      const path = `/api/v1/inspection/${group.id}/route`
      const refused = await test.ask('PUT', path, { as, body: { assignee_id: system.id } })
      expect([refused.status, failureOf(refused).issues?.[0]?.path]).toEqual([400, 'assignee_id'])
    }
    const promoted = await buildUser(test.deps.database, test.own)
    expect((await watch.route(group.id, { assignee_id: promoted.id })).status).toBe(200)
    expect((await watch.round(group.id)).assignee?.id).toBe(promoted.id)
    await test.deps.database.asSystem((tx) =>
      tx.execute(sql`update memberships set role = ${role.system} where user_id = ${promoted.id}`),
    )
    expect(await watch.round(group.id)).toMatchObject({ assignee: null, schedule: daily })
    const answer = await watch.route(group.id, { assignee_id: general.id })
    expect(dataOf('updateRoute', answer).assignee?.id).toBe(general.id)
    const audited = await test.deps.database.asSystem((tx) =>
      tx
        .select({ before: auditEntries.before })
        .from(auditEntries)
        .where(
          sql`noun = 'inspection' and subject_id = ${group.id} and after ->> 'assignee' = ${general.username}`,
        ),
    )
    expect(audited).toEqual([{ before: { assignee: null } }])
  })

  it('refuses in the database a schedule of another shape', async () => {
    const { id } = await watch.add(['A'])
    for (const wrong of [
      { every: 'year', time: '10:00' },
      { every: 'week', weekday: 7, time: '10:00' },
      { every: 'week', weekday: 1 },
      { every: 'day', weekdays: [], time: '10:00' },
      { every: 'month', day: 0, time: '10:00' },
    ])
      await expect(
        test.deps.database.asSystem((tx) =>
          tx.execute(sql`update inspections set schedule = ${JSON.stringify(wrong)}::jsonb,
            schedule_from = now(), rounds_from = now() where id = ${id}`),
        ),
        JSON.stringify(wrong),
      ).rejects.toMatchObject({ cause: { constraint: 'inspections_schedule' } })
  })

  it('is proposed from the phone readings of the last 90 days', async () => {
    const group = await watch.add(['A', 'B', 'C'])
    const [a = 0, b = 0, c = 0] = group.meterIds
    const at = (id: number, local: string, source: 'phone' | 'entry' = 'phone') =>
      watch.capture(id, { createdAt: watch.instant(local), source })
    await at(c, '2026-11-20 09:00')
    await at(a, '2026-11-20 09:10')
    await at(c, '2026-11-20 09:20')
    await at(b, '2026-11-19 08:00', 'entry')
    await at(a, '2026-08-01 08:00')
    await at(c, '2026-08-01 09:00')
    const ask = () =>
      test.ask('GET', `/api/v1/inspection/${group.id}/proposed-route`, { as: test.own.general })
    expect(dataOf('proposedRoute', await ask())).toEqual({ meter_ids: [c, a, b], rounds: 1 })
  })
})

describe('past rounds', () => {
  it('are listed in pages, the last to end first, and one with its meters', async () => {
    const group = await watch.add(['A', 'B'])
    const [a = 0, b = 0] = group.meterIds
    const days = Array.from({ length: 55 }, (_none, index) => index)
    for (const day of days)
      await addRound(
        test.deps.database,
        { id: group.id, organizationId: test.own.id },
        {
          beginsAt: new Date(watch.instant('2026-11-20 00:00').getTime() - day * 86_400_000),
          endsAt: new Date(watch.instant('2026-11-21 00:00').getTime() - day * 86_400_000),
          meterIds: [b, a],
          captured: 1,
        },
      )
    await addRound(
      test.deps.database,
      { id: group.id, organizationId: test.own.id },
      {
        beginsAt: watch.instant('2026-11-23 00:00'),
        endsAt: watch.instant('2026-11-24 00:00'),
        closedAt: null,
      },
    )
    const { id: deviceId } = await addDevice(test.deps.database, test.own.id)
    await test.deps.database.asSystem((tx) =>
      tx.execute(sql`update meters set inspection_id = null, device_id = ${deviceId} where id = ${a}`),
    )
    await watch.capture(a, { createdAt: watch.instant('2026-11-20 12:00'), value: 0.3 })
    const ask = (query: string) =>
      test.ask('GET', `/api/v1/past-rounds?inspection_id=${group.id}${query}`, { as: test.own.general })
    const first = await ask('')
    const { next } = first.json as { next: string }
    const rows = [...dataOf('pastRounds', first), ...dataOf('pastRounds', await ask(`&after=${next}`))]
    expect(rows.map(({ begins_at }) => begins_at)).toEqual(
      days.map(
        (day) =>
          new Date(Date.parse('2026-11-20T09:00Z') - day * 86_400_000).toISOString().slice(0, 10) +
          'T00:00:00.000+09:00',
      ),
    )
    expect(rows[0]).toMatchObject({ planned: 2, captured: 1, skipped: 0, remaining: 1 })
    const one = await test.ask('GET', `/api/v1/past-rounds/${rows[0]?.id}`, { as: test.own.general })
    expect(dataOf('pastRound', one).stops.map(({ meter_id, reading }) => [meter_id, reading?.value])).toEqual(
      [
        [b, undefined],
        [a, 0.3],
      ],
    )
  })
})
