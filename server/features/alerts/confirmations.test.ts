// Covers docs/requirements.md: 9, 150, 183, 243, 302, 608

import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { alertCalls, occurring, past } from '../../../tests/support/server/alerts.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'

let test: TestApp
let calls: ReturnType<typeof alertCalls>
beforeAll(async () => {
  test = await createTestApp()
  calls = alertCalls(test)
})
afterAll(() => test.close())

describe('a confirmation', () => {
  it('keeps who, when and why; a second one changes nothing', async () => {
    const meter = await calls.meterOf()
    await calls.send(meter, 0, 0.9)
    const [{ id = 0 } = {}] = await calls.alertsOf(meter)
    const now = new Date(Math.floor(test.deps.clock().getTime() / 1000) * 1000)
    const local = new Date(now.getTime() + 9 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
    const first = dataOf(
      'updateAlert',
      await calls.confirm(id, { confirm_at: local, comment: '弁を閉めました' }),
    )
    expect(first).toMatchObject({
      is_alert: false,
      is_alerted: false,
      confirmed_by: test.own.general.username,
      comment: '弁を閉めました',
    })
    expect(new Date(first.confirm_at ?? 0)).toEqual(now)
    expect(dataOf('updateAlert', await calls.confirm(id, { comment: '別人' }, test.own.admin))).toEqual(first)
  })

  it('is of now where the screen’s clock is far from ours', async () => {
    const meter = await calls.meterOf()
    await calls.send(meter, 0, 0.9)
    const [{ id = 0 } = {}] = await calls.alertsOf(meter)
    const { confirm_at } = dataOf(
      'updateAlert',
      await calls.confirm(id, { confirm_at: '2020-01-01 00:00:00' }),
    )
    expect(Math.abs(new Date(confirm_at ?? 0).getTime() - test.deps.clock().getTime())).toBeLessThan(60_000)
  })

  it.each([
    [{ is_alert: true }, 'is_alert'],
    [{ is_alerted: true }, 'is_alerted'],
    [{ confirm_at: 'きのう' }, 'confirm_at'],
    [{ confirm_at: '2026-02-30 10:00:00' }, 'confirm_at'],
    [{ comment: 'あ'.repeat(101) }, 'comment'],
    [{ value: 1 }, 'value'],
  ])('with %j is refused by the name of the field', async (wrong, path) => {
    const meter = await calls.meterOf()
    await calls.send(meter, 0, 0.9)
    const [{ id = 0 } = {}] = await calls.alertsOf(meter)
    const answer = await calls.confirm(id, wrong)
    expect(answer.status).toBe(400)
    expect(failureOf(answer).issues?.map((issue) => issue.path)).toEqual([path])
    expect(await calls.of(meter)).toEqual([occurring(0, 0)])
  })

  it('answers for the rest of its run; what is abnormal after a normal reading is new', async () => {
    const meter = await calls.meterOf()
    await calls.send(meter, 0, 0.9)
    const [{ id = 0 } = {}] = await calls.alertsOf(meter)
    await calls.confirm(id)
    const confirmed = await calls.alertsOf(meter)
    await calls.send(meter, 1, 0.95)
    await calls.send(meter, 2, null)
    expect(await calls.alertsOf(meter)).toEqual(confirmed)
    await calls.send(meter, 4, 0.5)
    expect(await calls.alertsOf(meter)).toEqual(confirmed)
    await calls.send(meter, 5, 0.9)
    expect(await calls.of(meter)).toEqual([expect.objectContaining({ state: 'confirmed' }), occurring(5, 5)])
    // What was measured after what the person saw is a run of its own, had it come in order.
    await calls.send(meter, 1, 0.5)
    expect((await calls.of(meter)).slice(1)).toEqual([past(2, 2, 4), occurring(5, 5)])
  })

  it('stays as history when its reading turns out to be normal', async () => {
    const meter = await calls.meterOf()
    const reading = await calls.send(meter, 0, 0.9)
    const [{ id = 0 } = {}] = await calls.alertsOf(meter)
    await calls.confirm(id)
    await calls.correct(reading, 0.5)
    expect(await calls.alertsOf(meter)).toMatchObject([
      { id, is_alerted: false, meter_value: { value: 0.5 } },
    ])
  })

  it('cannot be undone or removed by any call, whatever the code does', async () => {
    const meter = await calls.meterOf()
    await calls.send(meter, 0, 0.9)
    const [{ id = 0 } = {}] = await calls.alertsOf(meter)
    await calls.confirm(id)
    const touched = (userId: number | null) =>
      test.deps.database.inOrganization(test.own.id, userId, async (tx) => [
        (await tx.execute(sql`update alerts set comment = 'x' where id = ${id}`)).rowCount,
        (await tx.execute(sql`delete from alerts where id = ${id}`)).rowCount,
      ])
    for (const nobody of [null, test.own.admin.id]) expect(await touched(nobody)).toEqual([0, 0])
    await test.deps.database.asSystem((tx) =>
      tx.execute(sql`update alerts set confirm_at = now() - interval '3 minutes' where id = ${id}`),
    )
    expect(await touched(test.own.general.id)).toEqual([0, 0])
  })
})

describe('taking back a confirmation', () => {
  it('makes the alert what its readings make of it by then, and tells nobody of it again', async () => {
    const meter = await calls.meterOf()
    await calls.send(meter, 0, 0.9)
    const before = await calls.alertsOf(meter)
    const [{ id = 0 } = {}] = before
    await calls.confirm(id, { comment: '取り違え' })
    expect((await calls.undo(id)).status).toBe(200)
    expect(await calls.alertsOf(meter)).toEqual(before)
    await calls.confirm(id)
    await calls.send(meter, 1, 0.95)
    await calls.send(meter, 2, 0.5)
    await calls.send(meter, 3, 0.9)
    await calls.undo(id)
    expect(await calls.of(meter)).toEqual([past(0, 1, 2), occurring(3, 3)])
    const noted = await test.deps.database.asSystem((tx) =>
      tx.execute(sql`
        select from alert_announcements where alert_id in (select id from alerts where meter_id = ${meter.id})`),
    )
    expect(noted.rowCount).toBe(2)
  })

  it('leaves nothing where its readings turned out to be normal meanwhile', async () => {
    const meter = await calls.meterOf()
    const reading = await calls.send(meter, 0, 0.9)
    const [{ id = 0 } = {}] = await calls.alertsOf(meter)
    await calls.confirm(id)
    await calls.correct(reading, 0.5)
    expect((await calls.undo(id)).status).toBe(200)
    expect(await calls.alertsOf(meter)).toEqual([])
  })

  it('is for who confirmed it, once, within half a minute', async () => {
    const meter = await calls.meterOf()
    await calls.send(meter, 0, 0.9)
    const [{ id = 0 } = {}] = await calls.alertsOf(meter)
    const refused = { status: 409, json: { code: 'undo_refused' } }
    expect(await calls.undo(id)).toMatchObject(refused)
    await calls.confirm(id)
    expect(await calls.undo(id, test.own.admin)).toMatchObject(refused)
    expect((await calls.undo(id)).status).toBe(200)
    expect(await calls.undo(id)).toMatchObject(refused)
    await calls.confirm(id)
    test.advance(30_001)
    expect(await calls.undo(id)).toMatchObject(refused)
    expect(await calls.of(meter)).toMatchObject([{ state: 'confirmed' }])
    expect((await calls.undo(1_000_000_000)).status).toBe(404)
  })
})

describe('the comment of a confirmation', () => {
  /** A confirmed alert of a new meter, and its reading. */
  const confirmed = async (comment: string | null) => {
    const meter = await calls.meterOf()
    const reading = await calls.send(meter, 0, 0.9)
    const [{ id = 0 } = {}] = await calls.alertsOf(meter)
    await calls.confirm(id, { comment })
    return { meter, reading, id }
  }
  const changesOf = async (reading: number) =>
    dataOf(
      'readingChanges',
      await test.ask('GET', `/api/v1/meter-value/${reading}/changes`, { as: test.own.general }),
    ).filter(({ action }) => action === 'comment')

  it('can be changed by its author at any time; the alert says when, and the history keeps both', async () => {
    const { meter, reading, id } = await confirmed('弁を閉めた')
    const [before] = await calls.alertsOf(meter)
    expect(before).toMatchObject({ comment: '弁を閉めた', comment_edited_at: null })
    // The policy refuses every update by now.
    await test.deps.database.asSystem((tx) =>
      tx.execute(sql`update alerts set confirm_at = confirm_at - interval '3 days' where id = ${id}`),
    )
    const start = test.deps.clock().getTime()
    const edited = dataOf('updateAlertComment', await calls.comment(id, '弁を閉め、翌朝に開けた'))
    expect(edited).toMatchObject({ comment: '弁を閉め、翌朝に開けた', confirmed_by: before?.confirmed_by })
    const editedAt = Date.parse(edited.comment_edited_at ?? '')
    expect(editedAt).toBeGreaterThanOrEqual(start)
    expect(editedAt).toBeLessThanOrEqual(test.deps.clock().getTime())
    const cleared = dataOf('updateAlertComment', await calls.comment(id, ''))
    expect(cleared.comment).toBeNull()
    const later = { before: { comment: '弁を閉め、翌朝に開けた' }, after: { comment: null } }
    const earlier = { before: { comment: '弁を閉めた' }, after: { comment: '弁を閉め、翌朝に開けた' } }
    const by = { user: test.own.general.username, action: 'comment' }
    expect((await changesOf(reading)).map(({ id: _, at: __, ...change }) => change)).toEqual([
      { ...by, ...later },
      { ...by, ...earlier },
    ])
    const log = await test.ask('GET', `/api/v1/audit-entries?noun=alert&subject_id=${id}`, {
      as: test.own.admin,
    })
    expect(dataOf('auditEntries', log)).toMatchObject([
      { action: 'update', ...later },
      { action: 'update', ...earlier },
      { action: 'confirm', before: {}, after: { comment: '弁を閉めた' } },
    ])
  })

  it('is for its author alone, administrators are refused as well', async () => {
    const { meter, reading, id } = await confirmed('弁を閉めた')
    const refused = { status: 409, json: { code: 'comment_refused' } }
    for (const other of [test.own.admin, test.own.system])
      expect(await calls.comment(id, '別の話', other)).toMatchObject(refused)
    expect((await calls.comment(id, 'あ'.repeat(101))).status).toBe(400)
    expect((await calls.comment(1_000_000_000, '無い')).status).toBe(404)
    await calls.undo(id)
    expect(await calls.comment(id, '取り消した後')).toMatchObject(refused)
    expect(await calls.alertsOf(meter)).toMatchObject([{ comment: null, comment_edited_at: null }])
    expect(await changesOf(reading)).toEqual([])
  })

  it('that is sent again as it is changes nothing', async () => {
    const { reading, id } = await confirmed('弁を閉めた')
    const same = dataOf('updateAlertComment', await calls.comment(id, '弁を閉めた'))
    expect(same.comment_edited_at).toBeNull()
    expect(await changesOf(reading)).toEqual([])
  })

  it('leaves the confirmation one that can be taken back at once', async () => {
    const { meter, id } = await confirmed(null)
    await calls.comment(id, '弁を閉めた')
    expect((await calls.undo(id)).status).toBe(200)
    expect(await calls.alertsOf(meter)).toMatchObject([{ comment: null, comment_edited_at: null }])
  })

  it('is changed by the database for its author alone, and with nothing else of the alert', async () => {
    const { meter, id } = await confirmed('弁を閉めた')
    const open = await calls.meterOf()
    await calls.send(open, 0, 0.9)
    const [unconfirmed] = await calls.alertsOf(open)
    await test.deps.database.asSystem((tx) =>
      tx.execute(sql`update alerts set confirm_at = confirm_at - interval '1 hour' where id = ${id}`),
    )
    const setting = (alert: number, userId: number | null, organizationId = test.own.id) =>
      test.deps.database
        .inOrganization(organizationId, userId, (tx) =>
          tx.execute(sql`select set_alert_comment(${alert}::bigint, 'x'::text, now())`),
        )
        .then(
          () => 'stored',
          (error: Error) => (error.cause as { code?: string } | undefined)?.code,
        )
    const denied = '42501'
    for (const other of [test.own.admin.id, test.own.system.id, null])
      expect(await setting(id, other)).toBe(denied)
    expect(await setting(id, test.own.general.id, test.other.id)).toBe(denied)
    expect(await setting(unconfirmed?.id ?? 0, test.own.general.id)).toBe(denied)
    expect(await setting(id, test.own.general.id)).toBe('stored')
    const [after] = await calls.alertsOf(meter)
    expect(after).toMatchObject({ is_alerted: false, comment: 'x' })
    const touched = await test.deps.database.inOrganization(test.own.id, test.own.general.id, (tx) =>
      tx.execute(sql`update alerts set comment = 'y' where id = ${id}`),
    )
    expect(touched.rowCount).toBe(0)
    const written = (column: string) =>
      test.deps.database
        .asSystem((tx) => tx.execute(sql.raw(`update alert_changes set ${column} where alert_id = ${id}`)))
        .then(
          () => 'stored',
          (error: Error) => /alert_changes_\w+/.exec(String(error.cause))?.[0],
        )
    expect(await written("action = 'remove'")).toBe('alert_changes_action')
    expect(await written("previous_comment = 'z'")).toBe('alert_changes_previous_comment')
  })
})

it('the history of a reading tells of its corrections, of its meter’s abnormal range, and of what was said to its alert', async () => {
  const meter = await calls.meterOf()
  const reading = await calls.send(meter, 0, 0.9)
  const later = await calls.send(meter, 1, 0.95)
  const [{ id = 0 } = {}] = await calls.alertsOf(meter)
  await calls.confirm(id, { comment: '取り違え' })
  await calls.undo(id)
  await calls.confirm(id, { comment: '弁を閉めた' }, test.own.admin)
  await calls.send(meter, 2, 0.99)
  await calls.setRange(meter, 0.8, 1.2)
  await calls.correct(later, 0.96)
  await calls.setRange(meter, 0.85, 1.2)
  const told = async (of: number) =>
    dataOf(
      'readingChanges',
      await test.ask('GET', `/api/v1/meter-value/${of}/changes`, { as: test.own.general }),
    ).map(({ id: _, at: __, ...change }) => change)
  const [own, admin] = [test.own.general.username, test.own.admin.username]
  const value_format = { unit: 'MPa', decimals: null }
  const range = { start: 0.8, end: 1, value_format }
  const wider = { start: 0.8, end: 1.2, value_format }
  const raised = { user: own, action: 'range', before: wider, after: { start: 0.85, end: 1.2, value_format } }
  const widened = { user: own, action: 'range', before: range, after: wider }
  const said = [
    { user: admin, action: 'confirm', range, comment: '弁を閉めた' },
    { user: own, action: 'undo', range },
    { user: own, action: 'confirm', range, comment: '取り違え' },
  ]
  const entered = (value: number) => ({
    user: own,
    action: 'create',
    before: null,
    after: { value, value_format },
  })
  expect(await told(later)).toEqual([
    raised,
    {
      user: own,
      action: 'correct',
      before: { value: 0.95, value_format },
      after: { value: 0.96, value_format },
      reason: null,
    },
    widened,
    ...said,
    entered(0.95),
  ])
  expect(await told(reading)).toEqual([raised, widened, ...said, entered(0.9)])
})
