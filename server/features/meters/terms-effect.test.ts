// Covers docs/requirements.md: 728, 729

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addMeter, addReading } from '../../../tests/support/server/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import type { Database } from '../../db/client.ts'

let test: TestApp
let database: Database
beforeAll(async () => {
  test = await createTestApp()
  database = test.deps.database
})
afterAll(() => test.close())

const as = () => ({ as: test.own.general })
const start = (month: string) => new Date(`${month}-01T00:00:00+09:00`)
const counting = { digit_number: 5, decimal_point: 1 }

/** Shows 100 at the start of August, then 110, 125 and 130 on 20 October; times 60. */
async function addCounter(given: Parameters<typeof addMeter>[2] = {}) {
  const fields = { meterCategoryId: 4, digitNumber: 5, decimalPoint: 1, multiplier: 60, ...given }
  const meter = await addMeter(database, test.own.id, fields)
  for (const [at, value] of [
    [start('2026-08'), 100],
    [start('2026-09'), 110],
    [start('2026-10'), 125],
    [new Date('2026-10-20T00:00:00+09:00'), 130],
  ] as const) {
    await addReading(database, meter, { createdAt: at, value })
  }
  return meter
}

const ask = (id: number, asked: Record<string, string | number>) => {
  const query = new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]))
  return test.ask('GET', `/api/v1/meters/${id}/terms-effect?${query}`, as())
}
const effectOf = async (id: number, asked: Parameters<typeof ask>[1]) => {
  const { count, months } = dataOf('termsEffect', await ask(id, { ...counting, ...asked }))
  return { count, months: months.map(({ from, before, after }) => [from.slice(0, 7), before, after]) }
}
const termsOf = async (id: number) =>
  dataOf('meterTerms', await test.ask('GET', `/api/v1/meters/${id}/terms`, as()))
const firstOf = async (id: number) => (await termsOf(id)).find((each) => each.valid_from === null)?.id ?? 0
const usagesOf = async (id: number) => {
  const query = `meter_ids=${id}&period=month&from=2026-08-01&to=2026-09-30`
  const rows = dataOf('usages', await test.ask('GET', `/api/v1/usages?${query}`, as()))
  return Object.fromEntries(rows.map(({ from, usage }) => [from.slice(0, 7), usage]))
}
const nothing = { count: 0, months: [] }

describe('the effect of other terms', () => {
  it('is the usage of each month that changes, newest first and until the last reading', async () => {
    const { id } = await addCounter()
    const terms = await termsOf(id)
    expect(await effectOf(id, { terms_id: await firstOf(id), multiplier: 50 })).toEqual({
      count: 3,
      months: [
        ['2026-10', 300, 250],
        ['2026-09', 900, 750],
        ['2026-08', 600, 500],
      ],
    })
    expect(await effectOf(id, { valid_from: '2026-09-01 00:00:00', multiplier: 40 })).toEqual({
      count: 2,
      months: [
        ['2026-10', 300, 200],
        ['2026-09', 900, 600],
      ],
    })
    expect(await termsOf(id)).toEqual(terms)
  })

  it('is what GET /usages returns before and after each of the acts', async () => {
    const { id } = await addCounter()
    const first = await firstOf(id)
    const path = `/api/v1/meters/${id}/terms`
    const proves = async (asked: Parameters<typeof ask>[1], act: () => Promise<{ status: number }>) => {
      const before = await usagesOf(id)
      const { months } = await effectOf(id, asked)
      expect((await act()).status).toBeLessThan(300)
      const after = await usagesOf(id)
      const changed = Object.keys(before).filter((month) => before[month] !== after[month])
      expect(months.filter(([month]) => month !== '2026-10')).toEqual(
        changed.toReversed().map((month) => [month, before[month], after[month]]),
      )
      return changed
    }
    const added = { ...counting, valid_from: '2026-09-11 00:00:00', multiplier: 40 }
    expect(await proves(added, () => test.ask('POST', path, { ...as(), body: added }))).toHaveLength(1)
    const corrected = { ...counting, multiplier: 7 }
    const put = () => test.ask('PUT', `${path}/${first}`, { ...as(), body: corrected })
    expect(await proves({ ...corrected, terms_id: first }, put)).toHaveLength(2)
    const newest = (await termsOf(id))[0]?.id ?? 0
    const remove = () => test.ask('DELETE', `${path}/${newest}`, as())
    expect(await proves({ terms_id: newest }, remove)).toHaveLength(1)
  })

  it('is nothing for the same terms, after the last reading, without readings and for a gauge', async () => {
    const { id } = await addCounter()
    expect(await effectOf(id, { terms_id: await firstOf(id), multiplier: 60 })).toEqual(nothing)
    expect(await effectOf(id, { valid_from: '2026-10-20 00:00:00', multiplier: 40 })).toEqual(nothing)
    const [empty, gauge] = [
      await addMeter(database, test.own.id, { meterCategoryId: 4 }),
      await addMeter(database, test.own.id),
    ]
    await addReading(database, gauge, { createdAt: start('2026-08') })
    await addReading(database, gauge, { createdAt: start('2026-09') })
    for (const meter of [empty, gauge])
      expect(await effectOf(meter.id, { terms_id: await firstOf(meter.id), multiplier: 9 })).toEqual(nothing)
  })

  it('shows a month that becomes known because the counter has other digits', async () => {
    const meter = await addMeter(database, test.own.id, { meterCategoryId: 4, decimalPoint: 0 })
    await addReading(database, meter, { createdAt: start('2026-08'), value: 9950 })
    await addReading(database, meter, { createdAt: start('2026-09'), value: 20 })
    const asked = { terms_id: await firstOf(meter.id), multiplier: 1, digit_number: 4, decimal_point: 0 }
    expect(await effectOf(meter.id, asked)).toEqual({ count: 1, months: [['2026-08', null, 70]] })
  })

  it('counts all months and returns the newest twelve', async () => {
    const meter = await addMeter(database, test.own.id, { meterCategoryId: 4, decimalPoint: 0 })
    for (let month = 0; month <= 15; month++) {
      const createdAt = new Date(Date.UTC(2025, month, 1) - 9 * 3_600_000)
      await addReading(database, meter, { createdAt, value: month * 10 })
    }
    const { count, months } = await effectOf(meter.id, { terms_id: await firstOf(meter.id), multiplier: 2 })
    expect(count).toBe(15)
    expect(months).toHaveLength(12)
    expect([months[0], months[11]]).toEqual([
      ['2026-03', 10, 20],
      ['2025-04', 10, 20],
    ])
  })

  it.each([
    ['a day that does not exist', { valid_from: '2026-02-30 00:00:00', multiplier: 4 }, 'valid_from'],
    ['text instead of a date', { valid_from: '昨日', multiplier: 4 }, 'valid_from'],
    ['a moment in the future', { valid_from: '2999-01-01 00:00:00', multiplier: 4 }, 'valid_from'],
    ['new terms without a date', { multiplier: 4 }, 'valid_from'],
    ['new terms without a multiplier', { valid_from: '2026-09-01 00:00:00' }, 'multiplier'],
    ['full-width digits', { valid_from: '2026-09-01 00:00:00', multiplier: '４０' }, 'multiplier'],
    ['no digits', { valid_from: '2026-09-01 00:00:00', multiplier: 4, digit_number: 0 }, 'digit_number'],
    ['13 digits', { valid_from: '2026-09-01 00:00:00', multiplier: 4, digit_number: 13 }, 'digit_number'],
    ['half a digit', { valid_from: '2026-09-01 00:00:00', multiplier: 4, digit_number: 1.5 }, 'digit_number'],
    [
      'many decimals',
      { valid_from: '2026-09-01 00:00:00', multiplier: 4, decimal_point: 6 },
      'decimal_point',
    ],
  ])('is refused for %s, and the field is named', async (_, asked, field) => {
    const { id } = await addMeter(database, test.own.id, { meterCategoryId: 4, digitNumber: 5 })
    const answered = await ask(id, { ...counting, ...asked })
    expect(answered.status).toBe(400)
    expect(failureOf(answered).issues?.map(({ path }) => path)).toEqual([field])
  })

  it('is not found for terms of another meter, nor for deleting the first ones', async () => {
    const [meter, other] = [await addCounter(), await addCounter()]
    const foreign = { terms_id: await firstOf(other.id), multiplier: 4 }
    for (const asked of [foreign, { terms_id: await firstOf(meter.id) }])
      expect((await ask(meter.id, asked)).status).toBe(404)
  })
})
