// Covers docs/requirements.md: 535, 587

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addMeter, addReading, addReplacement } from '../../../tests/support/server/builders.ts'
import { countersOf } from '../../../tests/support/server/counters.ts'
import type { Session } from '../../api/call.ts'
import type { Database } from '../../db/client.ts'
import { exportReadings } from './export-readings.ts'

let test: TestApp
let database: Database
beforeAll(async () => {
  test = await createTestApp()
  database = test.deps.database
})
afterAll(() => test.close())

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 1) + minutes * 60_000)
const { addCounter } = countersOf(() => test)
const amountsOf = async (query: string) => {
  const { json } = await test.ask('GET', `/api/v1/meters-values?${query}`, { as: test.own.general })
  return (
    json as { data: { consumption: { amount: number | null; note: string | null } | null }[] }
  ).data.map(({ consumption }) => consumption && [consumption.amount, consumption.note])
}

describe('consumption in lists', () => {
  it('is of counters: over rollovers and replacements, multiplied, and says why it is not known', async () => {
    const meter = await addCounter({ multiplier: 10 })
    const values = [9990, null, 9999.5, 3.2, 2, 40, 41]
    for (const [index, value] of values.entries())
      await addReading(database, meter, { value, createdAt: at(index) })
    await addReplacement(database, meter, test.own.admin.id, {
      at: at(5),
      oldEndValue: 2.5,
      newStartValue: 38,
    })
    expect(await amountsOf(`meter_ids=${meter.id}`)).toEqual([
      [10, null],
      [25, 'replaced'],
      [null, 'backwards'],
      [37, 'rolled_over'],
      [95, null],
      [null, 'unread'],
      null,
    ])
    const file = await test.ask('GET', `/api/v1/meters-values/export?meter_ids=${meter.id}`, {
      as: test.own.general,
    })
    const cells = file.text.split('\r\n').map((line) => line.split(',').slice(17, 19).join())
    expect(cells.slice(1, -1)).toEqual(['10,', '25,交換', ',逆行', '37,一周', '95,', ',', ','])
    // Behind the first page the one before is looked up.
    expect(await amountsOf(`meter_ids=${meter.id}&limit=1`)).toEqual([[10, null]])
  })

  it('is of displays that count up, by their setting', async () => {
    const display = { meterCategoryId: 9, startValue: null, endValue: null }
    const amounts = async (cumulativeMode: 'auto' | 'yes' | 'no') => {
      const meter = await addCounter({ ...display, cumulativeMode })
      for (const [index, value] of [100, 90, 95].entries())
        await addReading(database, meter, { value, createdAt: at(index) })
      return amountsOf(`meter_ids=${meter.id}`)
    }
    expect(await amounts('yes')).toEqual([[5, null], [null, 'backwards'], null])
    expect(await amounts('no')).toEqual([null, null, null])
    // The unit of these meters is MPa.
    expect(await amounts('auto')).toEqual([null, null, null])
  })

  it('does not go over a replacement that was deleted', async () => {
    const meter = await addCounter()
    for (const [index, value] of [100, 110].entries())
      await addReading(database, meter, { value, createdAt: at(2 * index) })
    await addReplacement(database, meter, test.own.admin.id, {
      at: at(1),
      oldEndValue: 105,
      newStartValue: 0,
      deletedAt: at(3),
      deletedByUserId: test.own.admin.id,
    })
    expect(await amountsOf(`meter_ids=${meter.id}`)).toEqual([[10, null], null])
  })

  it('is of no other meter', async () => {
    const gauge = await addMeter(database, test.own.id)
    for (const minute of [1, 2]) await addReading(database, gauge, { createdAt: at(minute) })
    expect(await amountsOf(`meter_ids=${gauge.id}`)).toEqual([null, null])
  })

  it('is since the reading before, also where a filter leaves that one out', async () => {
    const meter = await addCounter()
    await addReading(database, meter, { value: 1, isAbnormal: true, createdAt: at(1) })
    await addReading(database, meter, { value: 5, createdAt: at(2) })
    await addReading(database, meter, { value: 7, isAbnormal: true, createdAt: at(3) })
    expect(await amountsOf(`meter_ids=${meter.id}&is_abnormal=1`)).toEqual([[2, null], null])
  })

  it('stands in a reading’s detail and among the latest', async () => {
    const meter = await addCounter()
    await addReading(database, meter, { value: 1, createdAt: at(1) })
    const { id } = await addReading(database, meter, { value: 5, createdAt: at(2) })
    const consumption = { amount: 4, note: null, since: '2026-11-01T09:01:00.000+09:00' }
    const as = test.own.general
    const one = await test.ask('GET', `/api/v1/meter-value/${id}`, { as })
    expect(one.json).toMatchObject({ data: { consumption } })
    const latest = await test.ask('GET', `/api/v1/meters-values/latest?meter_ids=${meter.id}`, { as })
    expect(latest.json).toMatchObject({ data: [{ consumption }] })
  })
})

describe('consumption in a file', () => {
  it('is the same as in the list, however readings of meters follow each other', async () => {
    const organizationId = test.own.id
    const one = fc.record({ meter: fc.nat({ max: 3 }), value: fc.option(fc.nat({ max: 9999 })) })
    const made = fc.record({
      readings: fc.array(one, { minLength: 1, maxLength: 30 }),
      sort: fc.constantFrom('asc' as const, 'desc' as const),
      abnormal: fc.boolean(),
      batchSize: fc.integer({ min: 1, max: 4 }),
      maxHeld: fc.integer({ min: 0, max: 3 }),
    })
    await fc.assert(
      fc.asyncProperty(made, async ({ readings, sort, abnormal, batchSize, maxHeld }) => {
        const meters = [
          await addCounter(),
          await addCounter(),
          await addCounter(),
          await addMeter(database, organizationId),
        ]
        for (const [index, { meter, value }] of readings.entries()) {
          const of = meters[meter]
          if (of) await addReading(database, of, { value, isAbnormal: index % 3 === 0, createdAt: at(index) })
        }
        const ids = meters.map(({ id }) => id)
        const query = `meter_ids=${ids.join(',')}&sort_type=${sort}${abnormal ? '&is_abnormal=1' : ''}`
        const listed = (await amountsOf(`${query}&limit=1000`)).map((each) => String(each?.[0] ?? ''))
        const { csv } = await exportReadings(
          database,
          { organizationId, userId: test.own.general.id, timeZone: 'Asia/Tokyo' } as Session,
          { meter_ids: ids, sort_type: sort, ...(abnormal && { is_abnormal: true }) } as Parameters<
            typeof exportReadings
          >[2],
          new AbortController().signal,
          { batchSize, maxHeld },
        )
        const text = Buffer.concat(await csv.toArray()).toString('utf8')
        const cells = text
          .split('\r\n')
          .slice(1, -1)
          .map((line) => line.split(',')[17])
        expect(cells).toEqual(listed)
      }),
      { numRuns: 12 },
    )
  })
})
