// Covers docs/requirements.md: 811, 812

import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readState } from '../../../contract/values/abnormal.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addMeter, addReading } from '../../../tests/support/server/builders.ts'
import { countersOf, type MeterRow } from '../../../tests/support/server/counters.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import type { Database } from '../../db/client.ts'
import { organizations, readings } from '../../db/schema.ts'

let test: TestApp
let database: Database
beforeAll(async () => {
  test = await createTestApp()
  database = test.deps.database
})
afterAll(() => test.close())

const { read } = countersOf(() => test)

const ask = (query: string) =>
  test.ask('GET', `/api/v1/meters-values/statistics?${query}`, { as: test.own.general })
const rowsOf = async (meter: MeterRow, query: string) =>
  dataOf('readingStatistics', await ask(`meter_ids=${meter.id}&${query}`))
const october = 'from=2026-10-01&to=2026-10-31'

describe('GET /api/v1/meters-values/statistics', () => {
  it('returns maximum, minimum and mean of a month with their readings', async () => {
    const meter = await addMeter(database, test.own.id)
    await read(meter, '2026-09-30T23:59', 9)
    const low = await read(meter, '2026-10-01T00:00', -0.1)
    await read(meter, '2026-10-12T09:00', 0.2)
    const high = await read(meter, '2026-10-31T23:59', 0.5)
    await read(meter, '2026-11-01T00:00', 9)
    const certain = { is_unsure: false, is_corrected: false }
    expect(await rowsOf(meter, `period=month&${october}`)).toEqual([
      {
        meter_id: meter.id,
        from: '2026-10-01T00:00:00.000+09:00',
        to: '2026-11-01T00:00:00.000+09:00',
        count: 3,
        maximum: { value: 0.5, at: '2026-10-31T23:59:00.000+09:00', reading_id: high.id, ...certain },
        minimum: { value: -0.1, at: '2026-10-01T00:00:00.000+09:00', reading_id: low.id, ...certain },
        mean: 0.2,
      },
    ])
  })

  it.each(['hour', 'day', 'month'])(
    'counts no deleted, empty or undated readings by the %s',
    async (period) => {
      const meter = await addMeter(database, test.own.id)
      const camera = { source: 'camera', valueSource: 'reader' } as const
      await read(meter, '2026-10-01T09:10', 80, { deletedAt: new Date() })
      await read(meter, '2026-10-01T09:20', null)
      await read(meter, '2026-10-01T09:30', 90, { ...camera, timeMark: 'unconfirmed' })
      const rows = await rowsOf(meter, `period=${period}&from=2026-10-01&to=2026-10-01`)
      for (const row of rows) {
        expect(row).toMatchObject({ count: 0, maximum: null, minimum: null, mean: null })
      }
      expect(rows).toHaveLength(period === 'hour' ? 24 : 1)
    },
  )

  it.each(['hour', 'day', 'month'])('marks unsure and corrected extremes by the %s', async (period) => {
    const meter = await addMeter(database, test.own.id)
    const camera = { source: 'camera', readState: readState.processed } as const
    await read(meter, '2026-10-01T09:10', 8, { ...camera, valueSource: 'reader', confidence: 0.3 })
    await read(meter, '2026-10-01T09:20', 1, { ...camera, valueSource: 'corrected', readValue: 7 })
    const [row] = (await rowsOf(meter, `period=${period}&from=2026-10-01&to=2026-10-01`)).filter(
      ({ count }) => count > 0,
    )
    expect(row).toMatchObject({
      count: 2,
      maximum: { value: 8, is_unsure: true, is_corrected: false },
      minimum: { value: 1, is_unsure: false, is_corrected: true },
      mean: 4.5,
    })
  })

  it('returns rows by meter and time, of those that do not count up and of the own organization', async () => {
    const counter = await addMeter(database, test.own.id, { meterCategoryId: 4 })
    const gauges = [await addMeter(database, test.own.id), await addMeter(database, test.own.id)]
    const foreign = await addMeter(database, test.other.id)
    const ids = [...gauges, counter, foreign].map(({ id }) => id)
    const query = `meter_ids=${ids.toReversed().join(',')}&period=hour&from=2026-10-01&to=2026-10-01`
    const rows = dataOf('readingStatistics', await ask(query))
    expect(rows.map(({ meter_id: id }) => id)).toEqual(
      gauges.flatMap(({ id }) => Array.from({ length: 24 }, () => id)),
    )
    expect(rows[1]).toMatchObject({
      from: '2026-10-01T01:00:00.000+09:00',
      to: '2026-10-01T02:00:00.000+09:00',
    })
    const all = dataOf('readingStatistics', await ask('period=month&from=2026-10-01&to=2026-10-01'))
    const found = all.map(({ meter_id: id }) => id)
    expect(found).toEqual(expect.arrayContaining(gauges.map(({ id }) => id)))
    expect(found).not.toContain(counter.id)
  })

  it.each([
    ['an end before the start', 'period=day&from=2026-11-02&to=2026-11-01', 'to'],
    ['a day that does not exist', 'period=day&from=2026-02-30&to=2026-03-01', 'from'],
    ['another period', 'period=closing&from=2026-11-01&to=2026-11-01', 'period'],
    ['more rows than one answer holds', 'period=hour&from=1900-01-01&to=2026-11-01', 'to'],
  ])('refuses %s and names the field', async (_, query, path) => {
    const meter = await addMeter(database, test.own.id)
    const answered = await ask(`meter_ids=${meter.id}&${query}`)
    expect(answered.status).toBe(400)
    expect(failureOf(answered).issues?.map((issue) => issue.path)).toEqual([path])
  })
})

it.each(['Asia/Tokyo', 'America/New_York'])(
  'the statistics of hours, days and months in %s are those of the readings',
  async (timeZone) => {
    await database.asSystem((tx) =>
      tx.update(organizations).set({ timeZone }).where(eq(organizations.id, test.own.id)),
    )
    // The night of 1 November in New York has 25 hours.
    const start = Date.parse('2026-10-30T00:00:00Z')
    const measured = fc.record({
      minute: fc.integer({ min: 0, max: 4 * 24 * 60 }),
      tenths: fc.integer({ min: -30, max: 30 }),
      corrected: fc.option(fc.integer({ min: -30, max: 30 })),
      isDeleted: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(measured, { maxLength: 25 }), async (given) => {
        const meter = await addMeter(database, test.own.id)
        const counted: { at: number; value: number; id: number }[] = []
        for (const { minute, tenths, corrected, isDeleted } of given) {
          const at = start + minute * 60_000
          const { id } = await addReading(database, meter, { createdAt: new Date(at), value: tenths / 10 })
          const value = (corrected ?? tenths) / 10
          await database.asSystem((tx) =>
            tx
              .update(readings)
              .set({ value, deletedAt: isDeleted ? new Date() : null })
              .where(eq(readings.id, id)),
          )
          if (!isDeleted) counted.push({ at, value, id })
        }
        for (const period of ['hour', 'day', 'month']) {
          const rows = await rowsOf(meter, `period=${period}&from=2026-10-29&to=2026-11-03`)
          expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(counted.length)
          for (const { from, to, count, maximum, minimum, mean } of rows) {
            const within = counted.filter(({ at }) => at >= Date.parse(from) && at < Date.parse(to))
            const values = within.map(({ value }) => value)
            expect(count).toBe(values.length)
            if (count === 0) {
              expect([maximum, minimum, mean]).toEqual([null, null, null])
              continue
            }
            expect(maximum?.value).toBe(Math.max(...values))
            expect(minimum?.value).toBe(Math.min(...values))
            expect(mean).toBeCloseTo(values.reduce((sum, value) => sum + value, 0) / count, 10)
            for (const extreme of [maximum, minimum]) {
              expect(within).toContainEqual({
                id: extreme?.reading_id,
                value: extreme?.value,
                at: Date.parse(extreme?.at ?? ''),
              })
            }
          }
        }
      }),
      { numRuns: 12 },
    )
  },
)
