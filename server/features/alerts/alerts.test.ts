import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { alertDesk, brief, occurring, past } from '../../../tests/support/alerts.ts'
import { createTestApp, type TestApp } from '../../../tests/support/app.ts'
import { dataOf, failureOf } from '../../../tests/support/data.ts'
import { photograph } from '../../../tests/support/examples.ts'

let test: TestApp
let desk: ReturnType<typeof alertDesk>
beforeAll(async () => {
  test = await createTestApp()
  desk = alertDesk(test)
})
afterAll(() => test.close())

describe('an alert', () => {
  it('opens with the first abnormal reading, follows further ones and is over with a normal one', async () => {
    const meter = await desk.meterOf()
    await desk.send(meter, 0, 0.5)
    expect(await desk.of(meter)).toEqual([])
    await desk.send(meter, 1, 0.9)
    expect(await desk.of(meter)).toEqual([occurring(1, 1)])
    const latest = await desk.send(meter, 2, null)
    const [alert] = await desk.alertsOf(meter)
    expect(alert && brief(alert)).toEqual(occurring(1, 2))
    expect(alert?.meter_value).toMatchObject({ id: latest, value: null, meter: { name: meter.name } })
    await desk.send(meter, 3, 0.5)
    await desk.send(meter, 4, 0.4)
    expect(await desk.of(meter)).toEqual([past(1, 2, 3)])
    await desk.send(meter, 5, 1)
    expect(await desk.of(meter)).toEqual([past(1, 2, 3), occurring(5, 5)])
  })

  it('does not open with a picture that is still to be read, and such a one ends none', async () => {
    const meter = await desk.meterOf()
    const image = Buffer.from(photograph).toString('base64')
    await desk.send(meter, 0, null, image)
    expect(await desk.of(meter)).toEqual([])
    await desk.send(meter, 1, 0.9)
    await desk.send(meter, 2, null, image)
    expect(await desk.of(meter)).toEqual([occurring(1, 1)])
  })

  it('that arrives late opens as past, and a late normal reading cuts one in two', async () => {
    const meter = await desk.meterOf()
    await desk.send(meter, 10, 0.5)
    await desk.send(meter, 4, 0.9)
    await desk.send(meter, 6, 0.95)
    expect(await desk.of(meter)).toEqual([past(4, 6, 10)])
    await desk.send(meter, 5, 0.5)
    expect(await desk.of(meter)).toEqual([past(4, 4, 5), past(6, 6, 10)])
  })

  it('goes when a correction leaves it no abnormal reading, and merges when what parted two is deleted', async () => {
    const meter = await desk.meterOf()
    const wrong = await desk.send(meter, 1, 0.9)
    await desk.correct(wrong, 0.5)
    expect(await desk.of(meter)).toEqual([])
    await desk.correct(wrong, 0.9)
    const between = await desk.send(meter, 2, 0.5)
    await desk.send(meter, 3, 0.9)
    const [first] = await desk.alertsOf(meter)
    expect(await desk.of(meter)).toEqual([past(1, 1, 2), occurring(3, 3)])
    await desk.remove(between)
    const merged = await desk.alertsOf(meter)
    expect(merged.map(brief)).toEqual([occurring(1, 3)])
    expect(merged[0]?.id).toBe(first?.id)
    await desk.remove(wrong)
    expect(await desk.of(meter)).toEqual([occurring(3, 3)])
  })

  it('follows a changed abnormal range', async () => {
    const meter = await desk.meterOf()
    for (const [at, value] of [0.5, 0.7, 0.5, 0.9, 0.7].entries()) await desk.send(meter, at, value)
    expect(await desk.of(meter)).toEqual([past(3, 3, 4)])
    await desk.setRange(meter, 0.6, 1)
    expect(await desk.of(meter)).toEqual([past(1, 1, 2), occurring(3, 4)])
    await desk.setRange(meter, null, null)
    expect(await desk.of(meter)).toEqual([])
  })
})

describe('a confirmation', () => {
  it('keeps who, when and why; a second one changes nothing', async () => {
    const meter = await desk.meterOf()
    await desk.send(meter, 0, 0.9)
    const [{ id = 0 } = {}] = await desk.alertsOf(meter)
    const now = new Date(Math.floor(test.deps.clock().getTime() / 1000) * 1000)
    const local = new Date(now.getTime() + 9 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
    const first = dataOf(
      'updateAlert',
      await desk.confirm(id, { confirm_at: local, comment: '弁を閉めました' }),
    )
    expect(first).toMatchObject({
      is_alert: false,
      is_alerted: false,
      confirmed_by: test.own.general.username,
      comment: '弁を閉めました',
    })
    expect(new Date(first.confirm_at ?? 0)).toEqual(now)
    expect(dataOf('updateAlert', await desk.confirm(id, { comment: '別人' }, test.own.admin))).toEqual(first)
  })

  it('is of now where the screen’s clock is far from ours', async () => {
    const meter = await desk.meterOf()
    await desk.send(meter, 0, 0.9)
    const [{ id = 0 } = {}] = await desk.alertsOf(meter)
    const { confirm_at } = dataOf(
      'updateAlert',
      await desk.confirm(id, { confirm_at: '2020-01-01 00:00:00' }),
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
    const meter = await desk.meterOf()
    await desk.send(meter, 0, 0.9)
    const [{ id = 0 } = {}] = await desk.alertsOf(meter)
    const answer = await desk.confirm(id, wrong)
    expect(answer.status).toBe(400)
    expect(failureOf(answer).issues?.map((issue) => issue.path)).toEqual([path])
    expect(await desk.of(meter)).toEqual([occurring(0, 0)])
  })

  it('answers for the rest of its stretch; what is abnormal after a normal reading is new', async () => {
    const meter = await desk.meterOf()
    await desk.send(meter, 0, 0.9)
    const [{ id = 0 } = {}] = await desk.alertsOf(meter)
    await desk.confirm(id)
    const confirmed = await desk.alertsOf(meter)
    await desk.send(meter, 1, 0.95)
    await desk.send(meter, 2, null)
    expect(await desk.alertsOf(meter)).toEqual(confirmed)
    await desk.send(meter, 4, 0.5)
    expect(await desk.alertsOf(meter)).toEqual(confirmed)
    await desk.send(meter, 5, 0.9)
    expect(await desk.of(meter)).toEqual([expect.objectContaining({ state: 'confirmed' }), occurring(5, 5)])
    // What was measured after what the person saw is a stretch of its own, had it come in order.
    await desk.send(meter, 1, 0.5)
    expect((await desk.of(meter)).slice(1)).toEqual([past(2, 2, 4), occurring(5, 5)])
  })

  it('stays as history when its reading turns out to be normal', async () => {
    const meter = await desk.meterOf()
    const reading = await desk.send(meter, 0, 0.9)
    const [{ id = 0 } = {}] = await desk.alertsOf(meter)
    await desk.confirm(id)
    await desk.correct(reading, 0.5)
    expect(await desk.alertsOf(meter)).toMatchObject([{ id, is_alerted: false, meter_value: { value: 0.5 } }])
  })

  it('cannot be undone or removed by any call, whatever the code does', async () => {
    const meter = await desk.meterOf()
    await desk.send(meter, 0, 0.9)
    const [{ id = 0 } = {}] = await desk.alertsOf(meter)
    await desk.confirm(id)
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
    const meter = await desk.meterOf()
    await desk.send(meter, 0, 0.9)
    const before = await desk.alertsOf(meter)
    const [{ id = 0 } = {}] = before
    await desk.confirm(id, { comment: '取り違え' })
    expect((await desk.undo(id)).status).toBe(200)
    expect(await desk.alertsOf(meter)).toEqual(before)
    await desk.confirm(id)
    await desk.send(meter, 1, 0.95)
    await desk.send(meter, 2, 0.5)
    await desk.send(meter, 3, 0.9)
    await desk.undo(id)
    expect(await desk.of(meter)).toEqual([past(0, 1, 2), occurring(3, 3)])
    const noted = await test.deps.database.asSystem((tx) =>
      tx.execute(sql`
        select from alert_announcements where alert_id in (select id from alerts where meter_id = ${meter.id})`),
    )
    expect(noted.rowCount).toBe(2)
  })

  it('leaves nothing where its readings turned out to be normal meanwhile', async () => {
    const meter = await desk.meterOf()
    const reading = await desk.send(meter, 0, 0.9)
    const [{ id = 0 } = {}] = await desk.alertsOf(meter)
    await desk.confirm(id)
    await desk.correct(reading, 0.5)
    expect((await desk.undo(id)).status).toBe(200)
    expect(await desk.alertsOf(meter)).toEqual([])
  })

  it('is for who confirmed it, once, within half a minute', async () => {
    const meter = await desk.meterOf()
    await desk.send(meter, 0, 0.9)
    const [{ id = 0 } = {}] = await desk.alertsOf(meter)
    const refused = { status: 409, json: { code: 'undo_refused' } }
    expect(await desk.undo(id)).toMatchObject(refused)
    await desk.confirm(id)
    expect(await desk.undo(id, test.own.admin)).toMatchObject(refused)
    expect((await desk.undo(id)).status).toBe(200)
    expect(await desk.undo(id)).toMatchObject(refused)
    await desk.confirm(id)
    test.advance(30_001)
    expect(await desk.undo(id)).toMatchObject(refused)
    expect(await desk.of(meter)).toMatchObject([{ state: 'confirmed' }])
    expect((await desk.undo(1_000_000_000)).status).toBe(404)
  })
})

describe('the range of an alert', () => {
  const ranges = async (meter: Parameters<typeof desk.alertsOf>[0]) =>
    (await desk.alertsOf(meter)).map(
      ({ emergency_start_value: start, emergency_end_value: end, meter_value }) => [
        start,
        end,
        meter_value.meter.emergency_start_value,
      ],
    )

  it('is the one that it was judged by: past and confirmed ones keep it, one that goes on has the new one', async () => {
    const meter = await desk.meterOf()
    for (const [at, value] of [0.9, 0.5, 0.9, 0.5, 0.9].entries()) await desk.send(meter, at, value)
    const [first] = await desk.alertsOf(meter)
    await desk.confirm(first?.id ?? 0)
    expect(await ranges(meter)).toEqual([
      [0.8, 1, 0.8],
      [0.8, 1, 0.8],
      [0.8, 1, 0.8],
    ])
    await desk.setRange(meter, 0.85, 1.2)
    expect(await ranges(meter)).toEqual([
      [0.8, 1, 0.85],
      [0.8, 1, 0.85],
      [0.85, 1.2, 0.85],
    ])
    await desk.send(meter, 5, 0.5)
    await desk.setRange(meter, 0.4, 0.6)
    expect((await ranges(meter)).at(-1)).toEqual([0.4, 0.6, 0.4])
  })
})

it('the history of a reading tells of its corrections, of its meter’s abnormal range, and of what was said to its alert', async () => {
  const meter = await desk.meterOf()
  const reading = await desk.send(meter, 0, 0.9)
  const later = await desk.send(meter, 1, 0.95)
  const [{ id = 0 } = {}] = await desk.alertsOf(meter)
  await desk.confirm(id, { comment: '取り違え' })
  await desk.undo(id)
  await desk.confirm(id, { comment: '弁を閉めた' }, test.own.admin)
  await desk.send(meter, 2, 0.99)
  await desk.setRange(meter, 0.8, 1.2)
  await desk.correct(later, 0.96)
  await desk.setRange(meter, 0.85, 1.2)
  const told = async (of: number) =>
    dataOf(
      'readingChanges',
      await test.ask('GET', `/api/v1/meter-value/${of}/changes`, { as: test.own.general }),
    ).map(({ id: _, at: __, ...change }) => change)
  const [own, admin] = [test.own.general.username, test.own.admin.username]
  const range = { start: 0.8, end: 1 }
  const wider = { start: 0.8, end: 1.2 }
  const raised = { user: own, action: 'range', before: wider, after: { start: 0.85, end: 1.2 } }
  const widened = { user: own, action: 'range', before: range, after: wider }
  const said = [
    { user: admin, action: 'confirm', range, comment: '弁を閉めた' },
    { user: own, action: 'undo', range },
    { user: own, action: 'confirm', range, comment: '取り違え' },
  ]
  expect(await told(later)).toEqual([
    raised,
    { user: own, action: 'correct', before: { value: 0.95 }, after: { value: 0.96 } },
    widened,
    ...said,
  ])
  expect(await told(reading)).toEqual([raised, widened, ...said])
})

describe('the list', () => {
  it('pages, sorts and counts the alerts of one state and of one unit', async () => {
    const meters = await Promise.all([desk.meterOf(), desk.meterOf(), desk.meterOf({ meterUnitId: 2 })])
    for (const [index, meter] of meters.entries()) {
      await desk.send(meter, 100 + index, 0.9)
      await desk.send(meter, 110 - index, 0.5)
    }
    const query = 'is_alert=0&is_alerted=1&meter_unit_ids=1'
    const all = await desk.list(`${query}&sort_by=updated_at&sort_type=asc&limit=1000`)
    const times = dataOf('alerts', all).map(({ updated_at }) => updated_at)
    expect(times.length).toBeGreaterThan(1)
    expect(times).toEqual(times.toSorted())
    expect(all.json).toMatchObject({ count: times.length })
    const [page, rest] = [await desk.list(`${query}&limit=1`), await desk.list(`${query}&skip=1&limit=1000`)]
    const ids = [...dataOf('alerts', page), ...dataOf('alerts', rest)]
    expect(ids).toHaveLength(times.length)
    expect(new Set(ids.map(({ id }) => id)).size).toBe(times.length)
    expect(page.json).toMatchObject({ count: times.length })
    expect(ids.every(({ meter_value }) => meter_value.meter.meter_unit_id === 1)).toBe(true)
    const confirmed = dataOf('alerts', await desk.list('is_confirm=1&sort_by=confirm_at&limit=1000'))
    expect(confirmed.length).toBeGreaterThan(0)
    expect(confirmed.every(({ confirm_at }) => confirm_at !== null)).toBe(true)
  })

  it.each(['created_at', 'updated_at', 'confirm_at', 'id'] as const)(
    'gives every alert once by key, sorted by %s, at equal times too',
    async (by) => {
      const meters = await Promise.all(Array.from({ length: 8 }, () => desk.meterOf()))
      for (const [index, meter] of meters.entries()) {
        await desk.send(meter, 60, 0.9)
        if (index % 4 > 0) await desk.send(meter, 61 + (index % 2), 0.5)
        const [{ id = 0 } = {}] = await desk.alertsOf(meter)
        if (index % 4 > 1) await desk.confirm(id)
      }
      await test.deps.database.asSystem((tx) =>
        tx.execute(sql`update alerts set confirm_at = date_trunc('minute', confirm_at)`),
      )
      const all = dataOf('alerts', await desk.list('limit=1000'))
      const states = [
        '',
        'is_alert=1&is_alerted=1&',
        'is_alerted=1&is_alert=0&',
        'is_alerted=0&',
        'is_confirm=0&',
      ]
      for (const [state, sort] of states.flatMap((each) => [
        [each, 'asc'] as const,
        [each, 'desc'] as const,
      ])) {
        const query = `${state}sort_by=${by}&sort_type=${sort}`
        const chosen = new Set(dataOf('alerts', await desk.list(`${query}&limit=1000`)).map(({ id }) => id))
        // Those that nobody has confirmed come as if they were confirmed after all others.
        const timeOf = (alert: (typeof all)[number]) =>
          by === 'id' ? 0 : Date.parse(alert[by] ?? '9999-12-29')
        const sorted = all
          .filter(({ id }) => chosen.has(id))
          .sort((one, other) => timeOf(one) - timeOf(other) || one.id - other.id)
        const seen: number[] = []
        for (let after: string | undefined = ''; after !== undefined; ) {
          const answer = await desk.list(`${query}&limit=7${after && `&after=${after}`}`)
          seen.push(...dataOf('alerts', answer).map(({ id }) => id))
          expect(answer.json).toMatchObject({ count: sorted.length })
          after = (answer.json as { next?: string }).next
        }
        expect(sorted.length).toBeGreaterThan(1)
        expect(seen).toEqual((sort === 'asc' ? sorted : sorted.reverse()).map(({ id }) => id))
      }
    },
  )

  it('by key goes on where it ended though alerts open meanwhile', async () => {
    const [first, second, third] = await Promise.all([desk.meterOf(), desk.meterOf(), desk.meterOf()])
    await desk.send(first, 170, 0.9)
    await desk.send(second, 171, 0.9)
    const query = 'is_alert=1&is_alerted=1&limit=1'
    const { next } = (await desk.list(query)).json as { next?: string }
    await desk.send(third, 172, 0.9)
    const [alert] = dataOf('alerts', await desk.list(`${query}&after=${next}`))
    expect(alert?.meter_value.meter_id).toBe(first.id)
  })

  it.each(['abc', Buffer.from('1.2.3').toString('base64url'), ''])(
    'refuses «%s», a place to go on that it did not give, naming it',
    async (after) => {
      const refused = await desk.list(`after=${after}`)
      expect(refused.status).toBe(400)
      expect(failureOf(refused)).toMatchObject({ code: 'validation_failed', issues: [{ path: 'after' }] })
    },
  )

  it('in the order of opening has first what was opened last, however late its readings came', async () => {
    const meters = await Promise.all([desk.meterOf(), desk.meterOf()])
    for (const [index, meter] of meters.entries()) await desk.send(meter, 150 - index, 0.9)
    const found = dataOf('alerts', await desk.list('is_alert=1&is_alerted=1&sort_by=id&limit=2'))
    expect(found.map(({ meter_value }) => meter_value.meter_id)).toEqual(meters.map(({ id }) => id).reverse())
  })
})
