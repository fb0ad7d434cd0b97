// Covers docs/requirements.md: 739, 740, 741, 842

import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addMeter, addReplacement } from '../../../tests/support/server/builders.ts'
import { countersOf, local, type MeterRow } from '../../../tests/support/server/counters.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import type { Database } from '../../db/client.ts'
import { meterRates } from '../../db/schema.ts'

let test: TestApp
let database: Database
beforeAll(async () => {
  test = await createTestApp()
  database = test.deps.database
})
afterAll(() => test.close())

const { addCounter, read } = countersOf(() => test, 0)
const path = ({ id }: MeterRow) => `/api/v1/meters/${id}/estimates`
const estimate = (meter: MeterRow, at: string, value: number, given: object = {}) =>
  test.ask('POST', path(meter), {
    as: test.own.general,
    body: { at: `${at}:00`.replace('T', ' '), value, basis: 'typed', reason: '門が閉まっていた', ...given },
  })
const usagesOf = async ({ id }: MeterRow, to = '2026-10-31') => {
  const query = `meter_ids=${id}&period=month&from=2026-09-01&to=${to}`
  const answered = await test.ask('GET', `/api/v1/usages?${query}`, { as: test.own.general })
  return dataOf('usages', answered).map(({ usage, mark }) => [usage, mark])
}
const proposalsOf = async ({ id }: MeterRow, from: string, at: string) => {
  const query = `from=${from} 00:00:00&at=${at} 00:00:00`.replaceAll(' ', '%20')
  const answered = await test.ask('GET', `/api/v1/meters/${id}/estimate-proposals?${query}`, {
    as: test.own.general,
  })
  return dataOf('meterEstimateProposals', answered)
}

describe('an estimate', () => {
  it.each([
    [552, 34],
    [510, -8],
  ])('of +18 after 500 is settled by the next reading %i with %i', async (value, settled) => {
    const meter = await addCounter()
    await read(meter, '2026-09-01T00:00', 500)
    expect(dataOf('createMeterEstimate', await estimate(meter, '2026-10-01T00:00', 518))).toMatchObject({
      meter_id: meter.id,
      at: '2026-10-01T00:00:00.000+09:00',
      value: 518,
      basis: 'typed',
      reason: '門が閉まっていた',
    })
    await read(meter, '2026-11-01T00:00', value)
    expect(await usagesOf(meter)).toEqual([
      [18, 'estimated'],
      [settled, 'estimated'],
    ])
  })

  it('is listed with its author, and withdrawn it leaves only the meter’s history', async () => {
    const meter = await addCounter()
    await read(meter, '2026-09-01T00:00', 500)
    const { id } = dataOf('createMeterEstimate', await estimate(meter, '2026-10-01T00:00', 518))
    const list = async () =>
      dataOf('meterEstimates', await test.ask('GET', path(meter), { as: test.own.general }))
    expect(await list()).toMatchObject([{ id, user: { id: test.own.general.id } }])
    await test.ask('DELETE', `${path(meter)}/${id}`, { as: test.own.general })
    expect(await list()).toEqual([])
    expect(await usagesOf(meter, '2026-09-30')).toEqual([[null, 'unknown']])
    const history = await test.ask('GET', `/api/v1/audit-entries?noun=meter&subject_id=${meter.id}`, {
      as: test.own.admin,
    })
    const told = { estimate: 518, estimate_reason: '門が閉まっていた' }
    expect(dataOf('auditEntries', history).slice(0, 2)).toMatchObject([
      { before: told, after: {} },
      { before: {}, after: told },
    ])
  })

  it('may lie behind a rollover that the counter can have made, and behind a replacement', async () => {
    const meter = await addCounter()
    await read(meter, '2026-09-01T00:00', 99_950)
    expect((await estimate(meter, '2026-10-01T00:00', 20)).status).toBe(201)
    expect(await usagesOf(meter, '2026-09-30')).toEqual([[70, 'estimated']])
    const replaced = await addCounter()
    await read(replaced, '2026-09-01T00:00', 700)
    await addReplacement(database, replaced, test.own.admin.id, {
      at: local('2026-09-15T00:00'),
      oldEndValue: 710,
      newStartValue: 0,
    })
    expect((await estimate(replaced, '2026-10-01T00:00', 8)).status).toBe(201)
    expect(await usagesOf(replaced, '2026-09-30')).toEqual([[18, 'estimated']])
  })

  it.each([
    ['at', '2026-10-32T00:00', 518, {}, '日時が正しくありません'],
    ['at', '2099-10-01T00:00', 518, {}, '未来の日時は指定できません'],
    ['at', '2026-09-01T00:00', 518, {}, 'この日時には測定値があります'],
    ['value', '2026-10-01T00:00', 480, {}, '前回の指示値500より小さい値です'],
    ['value', '2026-10-01T00:00', 100_000, {}, '5桁のメーターです。整数部は5桁までです'],
    ['value', '2026-10-01T00:00', -1, {}, null],
    ['reason', '2026-10-01T00:00', 518, { reason: ' ' }, null],
    ['basis', '2026-10-01T00:00', 518, { basis: 'guess' }, null],
  ])('is refused with the field %s', async (field, at, value, given, message) => {
    const meter = await addCounter()
    await read(meter, '2026-09-01T00:00', 500)
    const { issues } = failureOf(await estimate(meter, at, value, given))
    expect(issues).toMatchObject([message === null ? { path: field } : { path: field, message }])
  })

  it('is refused below an estimate before it, unless the counter can have rolled over since its reading', async () => {
    const meter = await addCounter()
    await read(meter, '2026-09-01T00:00', 500)
    await estimate(meter, '2026-10-01T00:00', 560)
    expect(failureOf(await estimate(meter, '2026-11-01T00:00', 559)).issues).toEqual([
      { path: 'value', message: '前回の認定値560より小さい値です' },
    ])
    expect((await estimate(meter, '2026-11-01T00:00', 560)).status).toBe(201)
    const turning = await addCounter()
    await read(turning, '2026-09-01T00:00', 99_950)
    await estimate(turning, '2026-10-01T00:00', 99_990)
    expect((await estimate(turning, '2026-11-01T00:00', 30)).status).toBe(201)
    expect(await usagesOf(turning)).toEqual([
      [40, 'estimated'],
      [40, 'estimated'],
    ])
  })

  it('is refused twice at one moment, of a meter that does not count up, and of another organization', async () => {
    const meter = await addCounter()
    await estimate(meter, '2026-10-01T00:00', 518)
    const twice = failureOf(await estimate(meter, '2026-10-01T00:00', 520))
    expect(twice.issues).toEqual([{ path: 'at', message: 'この日時の認定は登録されています' }])
    const gauge = await addMeter(database, test.own.id)
    const never = failureOf(await estimate(gauge, '2026-10-01T00:00', 1))
    expect(never.issues).toEqual([{ path: 'value', message: '積算しないメーターには認定できません' }])
    const answered = await test.ask('GET', path(meter), { as: test.other.general })
    expect(answered.status).toBe(404)
  })

  it('is refused by the database twice at one moment, below zero and without a reason', async () => {
    const { id } = await addCounter()
    const insert = (value: number, reason: string) =>
      database.asSystem((tx) =>
        tx.execute(sql`insert into meter_estimates (organization_id, meter_id, at, value, basis, reason, user_id)
          values (${test.own.id}, ${id}, '2026-10-01', ${value}, 'typed', ${reason}, ${test.own.admin.id})`),
      )
    await insert(1, '不在')
    await expect(insert(2, '不在')).rejects.toThrow()
    await expect(insert(-1, '不在')).rejects.toThrow()
    await expect(insert(1, '')).rejects.toThrow()
  })
})

describe('proposals for an estimate', () => {
  it('continue the last index by last year, the month before and three months, a day', async () => {
    const meter = await addCounter({ decimalPoint: 1, digitNumber: 6, multiplier: 10 })
    const indices: [string, number][] = [
      ['2025-09-01T00:00', 0],
      ['2025-10-01T00:00', 90],
      ['2026-06-01T00:00', 1000],
      ['2026-07-01T00:00', 1030],
      ['2026-08-01T00:00', 1061],
      ['2026-09-01T00:00', 1092],
    ]
    for (const [at, value] of indices) await read(meter, at, value)
    expect(await proposalsOf(meter, '2026-09-01', '2026-10-01')).toEqual([
      { basis: 'last_year', value: 1182, usage: 900 },
      { basis: 'previous', value: 1122, usage: 300 },
      { basis: 'mean', value: 1122, usage: 300 },
    ])
  })

  it('begin at the last reading within the period, and leave out what is not known', async () => {
    const meter = await addCounter()
    await read(meter, '2026-08-01T00:00', 99_900)
    await read(meter, '2026-09-01T00:00', 99_962)
    await read(meter, '2026-09-16T00:00', 99_980)
    await database.asSystem((tx) =>
      tx.insert(meterRates).values({
        meterId: meter.id,
        organizationId: test.own.id,
        usual: 2,
        greatest: 4,
        days: 1,
        learnedAt: new Date(),
      }),
    )
    expect(await proposalsOf(meter, '2026-09-01', '2026-10-01')).toEqual([
      { basis: 'previous', value: 10, usage: 48 },
    ])
  })

  it('are exact behind a rollover, never fall, and are left out for a day that the year before does not have', async () => {
    const meter = await addCounter({ decimalPoint: 1, digitNumber: 6 })
    await read(meter, '2026-08-01T00:00', 99_960.1)
    await read(meter, '2026-09-01T00:00', 99_990.4)
    expect(await proposalsOf(meter, '2026-09-01', '2026-10-01')).toEqual([
      { basis: 'previous', value: 19.7, usage: 29.3 },
    ])
    const settled = await addCounter()
    await read(settled, '2026-07-01T00:00', 500)
    await estimate(settled, '2026-08-01T00:00', 560)
    await read(settled, '2026-09-01T00:00', 552)
    expect(await proposalsOf(settled, '2026-09-01', '2026-10-01')).toEqual([])
    const leap = await addCounter()
    for (const day of ['2023-02-28', '2024-01-28', '2024-02-28']) await read(leap, `${day}T00:00`, 500)
    expect(await proposalsOf(leap, '2024-02-28', '2024-02-29')).toEqual([
      { basis: 'previous', value: 500, usage: 0 },
    ])
  })

  it('need a period that ends after its start', async () => {
    const { id } = await addCounter()
    const query = 'from=2026-10-01%2000:00:00&at=2026-10-01%2000:00:00'
    const answered = await test.ask('GET', `/api/v1/meters/${id}/estimate-proposals?${query}`, {
      as: test.own.general,
    })
    expect(failureOf(answered).issues).toMatchObject([{ path: 'at' }])
  })
})
