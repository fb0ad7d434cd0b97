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
    const touched = await test.deps.database.inOrganization(test.own.id, null, async (tx) => [
      (await tx.execute(sql`update alerts set comment = 'x' where id = ${id}`)).rowCount,
      (await tx.execute(sql`delete from alerts where id = ${id}`)).rowCount,
    ])
    expect(touched).toEqual([0, 0])
  })
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
