// Covers docs/requirements.md: 710, 711, 727, 729

import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addMeter, addReading, addReplacement } from '../../../tests/support/server/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import type { Database } from '../../db/client.ts'

let test: TestApp
let database: Database
beforeAll(async () => {
  test = await createTestApp()
  database = test.deps.database
})
afterAll(() => test.close())

const local = (text: string) => new Date(`${text}:00+09:00`)
const counting = { multiplier: 60, digit_number: 5, decimal_point: 1 }
const addCounter = () =>
  addMeter(database, test.own.id, {
    meterCategoryId: 4,
    digitNumber: 5,
    decimalPoint: 1,
    multiplier: 60,
  })
const path = (id: number, termsId?: number) =>
  `/api/v1/meters/${id}/terms${termsId === undefined ? '' : `/${termsId}`}`
const termsOf = async (id: number) =>
  dataOf('meterTerms', await test.ask('GET', path(id), { as: test.own.general })).map(
    ({ valid_from, multiplier }) => [valid_from, multiplier],
  )
const create = (id: number, body: object) => test.ask('POST', path(id), { as: test.own.general, body })
const change = async (id: number, validFrom: string, multiplier: number) =>
  dataOf('createMeterTerms', await create(id, { ...counting, multiplier, valid_from: validFrom }))
const november = async (id: number) => {
  const query = `meter_ids=${id}&period=month&from=2026-11-01&to=2026-11-30`
  const answered = await test.ask('GET', `/api/v1/usages?${query}`, { as: test.own.general })
  return dataOf('usages', answered).map(({ usage, mark }) => [usage, mark])
}
const multiplierOf = async (id: number) => {
  const answered = await test.ask('GET', `/api/v1/meters/${id}`, { as: test.own.general })
  return dataOf('meter', answered).multiplier
}

describe('terms of a meter', () => {
  it('apply from the beginning when it is registered, and follow its own fields', async () => {
    const { id } = await addCounter()
    expect(await termsOf(id)).toEqual([[null, 60]])
    await test.ask('PUT', `/api/v1/meters/${id}`, { as: test.own.general, body: { multiplier: 30 } })
    expect(await termsOf(id)).toEqual([[null, 30]])
  })

  it('change with a replacement: 8,421.6 to 8,533.1 by 60, then 0.3 to 205.9 by 40', async () => {
    const meter = await addCounter()
    const at = local('2026-11-15T10:00')
    await addReading(database, meter, { createdAt: local('2026-11-01T00:00'), value: 8421.6 })
    await addReplacement(database, meter, test.own.admin.id, {
      at,
      oldEndValue: 8533.1,
      newStartValue: 0.3,
    })
    const last = await addReading(database, meter, { createdAt: local('2026-12-01T00:00'), value: 205.9 })
    expect(await november(meter.id)).toEqual([[19_026, 'exact']])
    await change(meter.id, '2026-11-15 10:00:00', 40)
    expect(await november(meter.id)).toEqual([[6690 + 8224, 'exact']])
    const detail = await test.ask('GET', `/api/v1/meter-value/${last.id}`, { as: test.own.general })
    expect(dataOf('reading', detail).consumption).toMatchObject({ amount: 6690 + 8224 })
    expect(await multiplierOf(meter.id)).toBe(40)
  })

  it('of the past stay when those of today are edited, and change only by themselves', async () => {
    const meter = await addCounter()
    await addReading(database, meter, { createdAt: local('2026-11-01T00:00'), value: 100 })
    await addReading(database, meter, { createdAt: local('2026-11-15T00:00'), value: 110 })
    await addReading(database, meter, { createdAt: local('2026-12-01T00:00'), value: 120 })
    const { id: newest } = await change(meter.id, '2026-11-15 00:00:00', 40)
    await test.ask('PUT', `/api/v1/meters/${meter.id}`, { as: test.own.general, body: { multiplier: 30 } })
    expect(await termsOf(meter.id)).toEqual([
      ['2026-11-15T00:00:00.000+09:00', 30],
      [null, 60],
    ])
    expect(await november(meter.id)).toEqual([[900, 'exact']])
    const listed = dataOf('meterTerms', await test.ask('GET', path(meter.id), { as: test.own.general }))
    const first = listed.find(({ valid_from: from }) => from === null)?.id ?? 0
    const corrected = await test.ask('PUT', path(meter.id, first), {
      as: test.own.general,
      body: { ...counting, multiplier: 50 },
    })
    expect(dataOf('updateMeterTerms', corrected)).toMatchObject({ valid_from: null, multiplier: 50 })
    expect(await november(meter.id)).toEqual([[800, 'exact']])
    expect(await multiplierOf(meter.id)).toBe(30)

    const remove = (id: number) => test.ask('DELETE', path(meter.id, id), { as: test.own.general })
    expect((await remove(first)).status).toBe(404)
    expect((await remove(newest)).status).toBe(200)
    expect(await termsOf(meter.id)).toEqual([[null, 50]])
    expect(await multiplierOf(meter.id)).toBe(50)
  })

  it('are in the history of the meter, with who changed them', async () => {
    const { id } = await addCounter()
    await change(id, '2026-11-15 10:00:00', 40)
    const { rows } = await database.asSystem((tx) =>
      tx.execute(sql`select user_id::int as user, after from meter_changes where meter_id = ${id}`),
    )
    expect(rows).toEqual([
      {
        user: test.own.general.id,
        after: {
          terms_from: '2026-11-15T01:00:00.000Z',
          multiplier: 40,
          digit_number: 5,
          decimal_point: 1,
        },
      },
    ])
  })

  it.each([
    ['a moment that other terms have', { valid_from: '2026-11-15 10:00:00' }, 'valid_from'],
    ['another moment of that day', { valid_from: '2026-11-15 00:00:00' }, 'valid_from'],
    ['text instead of a date', { valid_from: '2026-11' }, 'valid_from'],
    ['a moment in the future', { valid_from: '2999-01-01 00:00:00' }, 'valid_from'],
    ['a day that does not exist', { valid_from: '2026-02-30 00:00:00' }, 'valid_from'],
    ['a multiplier of 0', { valid_from: '2026-11-16 00:00:00', multiplier: 0 }, 'multiplier'],
    ['full-width digits', { valid_from: '2026-11-16 00:00:00', multiplier: '４０' }, 'multiplier'],
    ['no digits', { valid_from: '2026-11-16 00:00:00', digit_number: 0 }, 'digit_number'],
    ['13 digits', { valid_from: '2026-11-16 00:00:00', digit_number: 13 }, 'digit_number'],
    ['more decimals than digits', { valid_from: '2026-11-16 00:00:00', decimal_point: 6 }, 'decimal_point'],
  ])('are refused with %s, and the field is named', async (_, given, field) => {
    const { id } = await addCounter()
    await change(id, '2026-11-15 10:00:00', 40)
    const answered = await create(id, { ...counting, ...given })
    expect(answered.status).toBe(400)
    expect(failureOf(answered).issues?.map((issue) => issue.path)).toEqual([field])
    expect(await termsOf(id)).toHaveLength(2)
  })

  it('begin with a change of the meter where that has a date, which the history tells', async () => {
    const { id } = await addCounter()
    const put = (body: object) => test.ask('PUT', `/api/v1/meters/${id}`, { as: test.own.general, body })
    const dated = { name: '新しい名前', multiplier: 40, terms_from: '2026-11-15 00:00:00' }
    expect(dataOf('updateMeter', await put(dated))).toMatchObject({ name: '新しい名前', multiplier: 40 })
    const changed = [
      ['2026-11-15T00:00:00.000+09:00', 40],
      [null, 60],
    ]
    expect(await termsOf(id)).toEqual(changed)
    const { rows } = await database.asSystem((tx) =>
      tx.execute(sql`select before, after from meter_changes where meter_id = ${id}`),
    )
    expect(rows).toEqual([
      {
        before: { name: 'No.1 冷却水圧力', multiplier: 60 },
        after: { name: '新しい名前', multiplier: 40, terms_from: '2026-11-14T15:00:00.000Z' },
      },
    ])
    // Nothing of how it counts changes.
    await put({ name: '別の名前', terms_from: '2026-11-20 00:00:00' })
    expect(await termsOf(id)).toEqual(changed)
    for (const terms_from of ['2026-11-15 10:00:00', '2026-11-01 00:00:00', '2999-01-01 00:00:00', '昨日']) {
      const refused = await put({ multiplier: 30, terms_from })
      expect([refused.status, failureOf(refused).issues?.map(({ path: field }) => field)]).toEqual([
        400,
        ['terms_from'],
      ])
    }
    expect(await termsOf(id)).toEqual(changed)
  })

  it.each([
    ['digits', 0, 0, 1],
    ['digits', 13, 0, 1],
    ['decimals', 5, 6, 1],
    ['decimals', null, 12, 1],
    ['multiplier', 5, 1, 0],
    ['multiplier', 5, 1, 1_000_001],
  ])(
    'cannot be stored with wrong %s: %s digits, %s decimals, times %s',
    async (name, digits, decimals, multiplier) => {
      const meter = await addCounter()
      const insert = database.asSystem((tx) =>
        tx.execute(sql`insert into meter_terms (organization_id, meter_id, valid_from, digit_number, decimal_point, multiplier)
        values (${test.own.id}, ${meter.id}, '2026-11-15 10:00+09', ${digits}, ${decimals}, ${multiplier})`),
      )
      await expect(insert).rejects.toMatchObject({ cause: { constraint: `meter_terms_${name}` } })
    },
  )

  it('cannot be stored twice for one moment, nor twice from the beginning', async () => {
    const meter = await addCounter()
    const insert = (at: string | null) =>
      database.asSystem((tx) =>
        tx.execute(sql`insert into meter_terms (organization_id, meter_id, valid_from, multiplier)
          values (${test.own.id}, ${meter.id}, ${at}::timestamptz, 1)`),
      )
    await insert('2026-11-15 10:00+09')
    for (const at of ['2026-11-15 01:00+00', null]) {
      await expect(insert(at)).rejects.toMatchObject({ cause: { constraint: 'meter_terms_valid_from' } })
    }
  })
})
