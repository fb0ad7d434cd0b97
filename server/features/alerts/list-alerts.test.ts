// Covers docs/requirements.md: 133, 135, 182, 242, 594, 606

import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildUser } from '../../../tests/support/server/accounts.ts'
import { alertCalls } from '../../../tests/support/server/alerts.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addGroup } from '../../../tests/support/server/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'

let test: TestApp
let calls: ReturnType<typeof alertCalls>
beforeAll(async () => {
  test = await createTestApp()
  calls = alertCalls(test)
})
afterAll(() => test.close())

describe('the list', () => {
  it('pages, sorts and counts the alerts of one state and of one unit', async () => {
    const meters = await Promise.all([calls.meterOf(), calls.meterOf(), calls.meterOf({ meterUnitId: 2 })])
    for (const [index, meter] of meters.entries()) {
      await calls.send(meter, 100 + index, 0.9)
      await calls.send(meter, 110 - index, 0.5)
    }
    const query = 'is_alert=0&is_alerted=1&meter_unit_ids=1'
    const all = await calls.list(`${query}&sort_by=updated_at&sort_type=asc&limit=1000`)
    const times = dataOf('alerts', all).map(({ updated_at }) => updated_at)
    expect(times.length).toBeGreaterThan(1)
    expect(times).toEqual(times.toSorted())
    expect(all.json).toMatchObject({ count: times.length })
    const [page, rest] = [
      await calls.list(`${query}&limit=1`),
      await calls.list(`${query}&skip=1&limit=1000`),
    ]
    const ids = [...dataOf('alerts', page), ...dataOf('alerts', rest)]
    expect(ids).toHaveLength(times.length)
    expect(new Set(ids.map(({ id }) => id)).size).toBe(times.length)
    expect(page.json).toMatchObject({ count: times.length })
    expect(ids.every(({ meter_value }) => meter_value.meter.meter_unit_id === 1)).toBe(true)
    await calls.confirm(ids[0]?.id ?? 0)
    const confirmed = dataOf('alerts', await calls.list('is_confirm=1&sort_by=confirm_at&limit=1000'))
    expect(confirmed.length).toBeGreaterThan(0)
    expect(confirmed.every(({ confirm_at }) => confirm_at !== null)).toBe(true)
  })

  it('selects by meter, group, the days on which alerts began and who confirmed them, and counts so', async () => {
    const { database } = test.deps
    const group = await addGroup(database, test.own.id, { name: '冷水' })
    const [pump, fan] = [await calls.meterOf({ meterGroupId: group.id }), await calls.meterOf()]
    const mate = await test.signIn(await buildUser(database, test.own, { username: '髙田 一郎' }))
    for (const meter of [pump, fan]) await calls.send(meter, 20, 0.9)
    const [{ id = 0 } = {}] = await calls.alertsOf(pump)
    await calls.confirm(id, {}, mate)
    const of = async (query: string) => {
      const answer = await calls.list(`meter_ids=${pump.id},${fan.id}&${query}&limit=1000`)
      const found = dataOf('alerts', answer).map(({ meter_value }) => meter_value.meter_id)
      expect(answer.json).toMatchObject({ count: found.length })
      return found.toSorted((one, other) => one - other)
    }
    expect(await of('')).toEqual([pump.id, fan.id])
    const ofFan = await calls.list(`meter_ids=${fan.id}`)
    expect(ofFan.json).toMatchObject({ count: 1, data: [{ meter_value: { meter_id: fan.id } }] })
    expect(await of(`meter_group_ids=${group.id}`)).toEqual([pump.id])
    expect(await of(`confirmed_by=${encodeURIComponent('高田')}`)).toEqual([pump.id])
    expect(await of(`confirmed_by=${encodeURIComponent('高木')}`)).toEqual([])
    const span = (text: string) => of(`created_span=${encodeURIComponent(text)}`)
    expect(await span('2026-11-20>,2026-11-20<')).toEqual([pump.id, fan.id])
    expect(await span('2026-11-21>')).toEqual([])
    expect(await span('2026-11-19<')).toEqual([])
  })

  it('selects by when readings of the run were measured, and counts so', async () => {
    const meter = await calls.meterOf()
    for (const at of [10, 20, 30]) await calls.send(meter, at, 0.9)
    await calls.send(meter, 40, 0.5)
    const of = async (span: string) => {
      const query = `meter_ids=${meter.id}&measured_span=${encodeURIComponent(span)}`
      const answer = await calls.list(query)
      expect(answer.json).toMatchObject({ count: dataOf('alerts', answer).length })
      return dataOf('alerts', answer).length
    }
    // The run is from 9:10 to 9:30.
    expect(await of('2026-11-20-09-15>,2026-11-20-09-16<')).toBe(1)
    expect(await of('2026-11-20-09-30>')).toBe(1)
    expect(await of('2026-11-20-09-31>')).toBe(0)
    expect(await of('2026-11-20-09-10<')).toBe(1)
    expect(await of('2026-11-20-09-09<')).toBe(0)
    expect(await of('2026-11-20>,2026-11-20<')).toBe(1)
    const refused = await calls.list('measured_span=2026-02-30%3E')
    expect([refused.status, failureOf(refused).issues?.[0]?.path]).toEqual([400, 'measured_span'])
  })

  it.each(['created_at', 'updated_at', 'confirm_at', 'id'] as const)(
    'gives every alert once by key, sorted by %s, at equal times too',
    async (by) => {
      const meters = await Promise.all(Array.from({ length: 8 }, () => calls.meterOf()))
      for (const [index, meter] of meters.entries()) {
        await calls.send(meter, 60, 0.9)
        if (index % 4 > 0) await calls.send(meter, 61 + (index % 2), 0.5)
        const [{ id = 0 } = {}] = await calls.alertsOf(meter)
        if (index % 4 > 1) await calls.confirm(id)
      }
      await test.deps.database.asSystem((tx) =>
        tx.execute(sql`update alerts set confirm_at = date_trunc('minute', confirm_at)`),
      )
      const all = dataOf('alerts', await calls.list('limit=1000'))
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
        const chosen = new Set(dataOf('alerts', await calls.list(`${query}&limit=1000`)).map(({ id }) => id))
        // Those that nobody has confirmed come as if they were confirmed after all others.
        const timeOf = (alert: (typeof all)[number]) =>
          by === 'id' ? 0 : Date.parse(alert[by] ?? '9999-12-29')
        const sorted = all
          .filter(({ id }) => chosen.has(id))
          .sort((one, other) => timeOf(one) - timeOf(other) || one.id - other.id)
        const seen: number[] = []
        let before: string | undefined
        for (let after: string | undefined = ''; after !== undefined; ) {
          const answer = await calls.list(`${query}&limit=7${after && `&after=${after}`}`)
          seen.push(...dataOf('alerts', answer).map(({ id }) => id))
          expect(answer.json).toMatchObject({ count: sorted.length })
          const { next, previous } = answer.json as { next?: string; previous?: string }
          after = next
          before = previous
        }
        expect(sorted.length).toBeGreaterThan(1)
        expect(seen).toEqual((sort === 'asc' ? sorted : sorted.reverse()).map(({ id }) => id))
        const back: number[] = []
        while (before !== undefined) {
          const answer = await calls.list(`${query}&limit=7&before=${before}`)
          back.unshift(...dataOf('alerts', answer).map(({ id }) => id))
          before = (answer.json as { previous?: string }).previous
        }
        expect(back).toEqual(seen.slice(0, Math.floor((seen.length - 1) / 7) * 7))
      }
    },
  )

  it('by key goes on where it ended though alerts open meanwhile', async () => {
    const [first, second, third] = await Promise.all([calls.meterOf(), calls.meterOf(), calls.meterOf()])
    await calls.send(first, 170, 0.9)
    await calls.send(second, 171, 0.9)
    const query = 'is_alert=1&is_alerted=1&limit=1'
    const { next } = (await calls.list(query)).json as { next?: string }
    await calls.send(third, 172, 0.9)
    const [alert] = dataOf('alerts', await calls.list(`${query}&after=${next}`))
    expect(alert?.meter_value.meter_id).toBe(first.id)
  })

  it.each(['abc', Buffer.from('1.2.3').toString('base64url'), ''])(
    'refuses «%s», a place to go on that it did not give, naming it',
    async (after) => {
      for (const path of ['after', 'before']) {
        const refused = await calls.list(`${path}=${after}`)
        expect(refused.status).toBe(400)
        expect(failureOf(refused)).toMatchObject({ code: 'validation_failed', issues: [{ path }] })
      }
    },
  )

  it('in the order of opening has first what was opened last, however late its readings came', async () => {
    const meters = await Promise.all([calls.meterOf(), calls.meterOf()])
    for (const [index, meter] of meters.entries()) await calls.send(meter, 150 - index, 0.9)
    const found = dataOf('alerts', await calls.list('is_alert=1&is_alerted=1&sort_by=id&limit=2'))
    expect(found.map(({ meter_value }) => meter_value.meter_id)).toEqual(meters.map(({ id }) => id).reverse())
  })
})
