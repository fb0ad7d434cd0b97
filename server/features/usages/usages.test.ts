// Covers docs/requirements.md: 706, 707, 708, 709, 733, 757, 841

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toNumber } from '../../../contract/usage/decimal.ts'
import { alwaysCounting } from '../../../contract/usage/timeline.ts'
import { ledgerOf, usageBetween } from '../../../contract/usage/usage.ts'
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

const first = local('2026-11-01T00:00')
const second = local('2026-12-01T00:00')
const third = local('2027-01-01T00:00')

const { addCounter, read } = countersOf(() => test)
const replace = (meter: MeterRow, at: Date, oldEndValue: number | null, newStartValue: number) =>
  addReplacement(database, meter, test.own.admin.id, { at, oldEndValue, newStartValue })

const ask = (query: string) => test.ask('GET', `/api/v1/usages?${query}`, { as: test.own.general })
const rowsOf = async (meter: MeterRow, query: string) =>
  dataOf('usages', await ask(`meter_ids=${meter.id}&${query}`))
/** Usage and mark of each month or day. */
const usagesOf = async (meter: MeterRow, query = 'period=month&from=2026-11-01&to=2026-12-31') =>
  (await rowsOf(meter, query)).map(({ usage, mark }) => [usage, mark])
const unknown = [null, 'unknown']

describe('GET /api/v1/usages in the hand-worked cases', () => {
  it('goes over a rollover and is multiplied', async () => {
    const meter = await addCounter({ decimalPoint: 0, multiplier: 40 })
    await read(meter, first, 99_950)
    await read(meter, second, 120)
    expect(await usagesOf(meter)).toEqual([[6800, 'exact'], unknown])
  })

  it('goes over a replacement', async () => {
    const meter = await addCounter()
    await read(meter, first, 8421.6)
    await replace(meter, local('2026-11-15T10:00'), 8533.1, 0.3)
    await read(meter, second, 205.9)
    expect(await usagesOf(meter)).toEqual([[317.1, 'exact'], unknown])
  })

  it('interpolates the index at the end of a month and names the readings around it', async () => {
    const meter = await addCounter()
    const start = await read(meter, first, 700)
    const before = await read(meter, local('2026-11-28T09:00'), 1000)
    const after = await read(meter, local('2026-12-03T09:00'), 1060)
    const end = { value: 1031.5, at: '2026-12-01T00:00:00.000+09:00', reading_ids: [before.id, after.id] }
    expect(await rowsOf(meter, 'period=month&from=2026-11-01&to=2026-12-31')).toEqual([
      {
        meter_id: meter.id,
        from: '2026-11-01T00:00:00.000+09:00',
        to: '2026-12-01T00:00:00.000+09:00',
        usage: 331.5,
        mark: 'interpolated',
        is_corrected: false,
        start: { value: 700, at: '2026-11-01T00:00:00.000+09:00', reading_ids: [start.id] },
        end,
      },
      {
        meter_id: meter.id,
        from: '2026-12-01T00:00:00.000+09:00',
        to: '2027-01-01T00:00:00.000+09:00',
        usage: null,
        mark: 'unknown',
        is_corrected: false,
        start: end,
        end: null,
      },
    ])
    const days = await rowsOf(meter, 'period=day&from=2026-11-01&to=2026-12-02')
    expect(days).toHaveLength(32)
    expect(days.reduce((sum, { usage }) => sum + Math.round((usage ?? Number.NaN) * 1e6), 0)).toBe(
      355_500_000,
    )
  })

  it('cuts the index of a meter that is rounded to integers, and what a reading consumed alike', async () => {
    const meter = await addCounter({ rounding: 'integer' })
    await read(meter, first, 0)
    await read(meter, second, 10.5)
    const { id } = await read(meter, third, 21)
    expect(await usagesOf(meter)).toEqual([
      [10, 'exact'],
      [11, 'exact'],
    ])
    const reading = await test.ask('GET', `/api/v1/meter-value/${id}`, { as: test.own.general })
    expect(dataOf('reading', reading).consumption?.amount).toBe(11)
  })

  it('moves what a correction took from a month into the next one', async () => {
    const meter = await addCounter()
    await read(meter, first, 700)
    const wrong = await read(meter, second, 1031)
    await read(meter, third, 1090)
    expect(await usagesOf(meter)).toEqual([
      [331, 'exact'],
      [59, 'exact'],
    ])
    const corrected = await test.ask('PUT', `/api/v1/meter-value/${wrong.id}`, {
      as: test.own.general,
      body: { value: 1013 },
    })
    expect(corrected.status).toBe(200)
    const rows = await rowsOf(meter, 'period=month&from=2026-11-01&to=2027-01-31')
    expect(rows.map(({ usage, is_corrected }) => [usage, is_corrected])).toEqual([
      [313, true],
      [77, true],
      [null, false],
    ])
  })
})

describe('GET /api/v1/usages at the boundaries of periods', () => {
  const days = 'period=day&from=2026-11-01&to=2026-11-02'

  it('has neither gap nor overlap at a reading exactly there', async () => {
    const meter = await addCounter()
    for (const [index, value] of [10, 13, 20].entries()) {
      await read(meter, local(`2026-11-0${index + 1}T00:00`), value)
    }
    expect(await usagesOf(meter, days)).toEqual([
      [3, 'exact'],
      [7, 'exact'],
    ])
  })

  it('divides between a day with two readings and one without', async () => {
    const meter = await addCounter()
    await read(meter, first, 0)
    await read(meter, local('2026-11-01T12:00'), 6)
    await read(meter, local('2026-11-03T12:00'), 18)
    expect(await usagesOf(meter, days)).toEqual([
      [9, 'interpolated'],
      [6, 'interpolated'],
    ])
  })

  it('counts a replacement on the closing day, after the closing reading', async () => {
    const meter = await addCounter()
    await read(meter, first, 10)
    await read(meter, local('2026-11-02T00:00'), 13)
    await read(meter, local('2026-11-02T00:30'), 13.2)
    await replace(meter, local('2026-11-02T01:00'), 13.5, 1)
    await read(meter, local('2026-11-03T00:00'), 8)
    expect(await usagesOf(meter, days)).toEqual([
      [3, 'exact'],
      [7.5, 'exact'],
    ])
  })

  it('is unknown over a replacement without old end, and known again after it', async () => {
    const meter = await addCounter()
    await read(meter, first, 10)
    await replace(meter, local('2026-11-01T09:00'), null, 1)
    await read(meter, local('2026-11-02T00:00'), 3)
    await read(meter, local('2026-11-03T00:00'), 8)
    expect(await usagesOf(meter, days)).toEqual([unknown, [5, 'exact']])
  })

  it('counts a replacement once that was recorded twice, also with readings of the new meter in between', async () => {
    const meter = await addCounter()
    await read(meter, first, 4120.5)
    await replace(meter, local('2026-11-10T09:00'), 4131.2, 0)
    await read(meter, local('2026-11-10T12:00'), 3.5)
    await replace(meter, local('2026-11-10T15:00'), 4131.2, 0)
    await read(meter, second, 5)
    expect(await usagesOf(meter)).toEqual([[15.7, 'exact'], unknown])
  })

  it('counts two replacements of meters that happened to end at the same value', async () => {
    const meter = await addCounter()
    await read(meter, first, 4120.5)
    await replace(meter, local('2026-11-10T09:00'), 4131.2, 0)
    await read(meter, local('2026-11-20T09:00'), 4130)
    await replace(meter, local('2026-11-20T15:00'), 4131.2, 0)
    await read(meter, second, 5)
    expect(await usagesOf(meter)).toEqual([[10.7 + 4131.2 + 5, 'exact'], unknown])
  })

  it('passes over readings without a value, deleted ones and those of an unconfirmed time', async () => {
    const meter = await addCounter()
    const device = {
      source: 'camera',
      valueSource: 'device',
      deviceValue: 12,
      timeMark: 'unconfirmed',
    } as const
    await read(meter, first, 10)
    await read(meter, local('2026-11-30T23:00'), 99, { deletedAt: new Date() })
    await read(meter, local('2026-11-30T23:30'), null, { isAbnormal: true })
    await read(meter, second, 12, device)
    await read(meter, local('2026-12-01T01:00'), 731)
    expect(await usagesOf(meter)).toEqual([[720, 'interpolated'], unknown])
  })
})

describe('GET /api/v1/usages with boundaries=0', () => {
  it('returns the same rows without the indices at their boundaries', async () => {
    const meter = await addCounter()
    await read(meter, first, 700)
    await read(meter, local('2026-11-28T09:00'), 1000)
    const query = 'period=month&from=2026-10-01&to=2026-11-30&so_far=1'
    const [rows, lean] = [await rowsOf(meter, query), await rowsOf(meter, `${query}&boundaries=0`)]
    expect(lean).toEqual(rows.map(({ start: _, end: __, ...row }) => row))
    expect(lean[1]).toHaveProperty('so_far.end')
  })
})

describe('GET /api/v1/usages with so_far and segments', () => {
  const november = 'period=month&from=2026-11-01&to=2026-11-30&so_far=1&segments=1'

  it('returns what was counted until the last reading of a period that is not over', async () => {
    const meter = await addCounter()
    await read(meter, first, 700)
    const last = await read(meter, local('2026-11-28T09:00'), 1000)
    const [row] = await rowsOf(meter, november)
    expect(row).toMatchObject({ usage: null, mark: 'unknown', end: null, is_corrected: false })
    expect(row?.so_far).toEqual({
      usage: 300,
      mark: 'exact',
      end: { value: 1000, at: '2026-11-28T09:00:00.000+09:00', reading_ids: [last.id] },
    })
    expect(row?.segments).toEqual([
      {
        start: { value: 700, at: '2026-11-01T00:00:00.000+09:00' },
        end: { value: 1000, at: '2026-11-28T09:00:00.000+09:00' },
        multiplier: 1,
        usage: 300,
      },
    ])
    await test.ask('PUT', `/api/v1/meter-value/${last.id}`, { as: test.own.general, body: { value: 990 } })
    expect((await rowsOf(meter, november))[0]).toMatchObject({ is_corrected: true, so_far: { usage: 290 } })
  })

  it('returns the parts of a usage over a replacement and a changed multiplier', async () => {
    const meter = await addCounter({ multiplier: 60 })
    await read(meter, first, 8421.6)
    await replace(meter, local('2026-11-15T10:00'), 8533.1, 0.3)
    const changed = await test.ask('POST', `/api/v1/meters/${meter.id}/terms`, {
      as: test.own.general,
      body: { valid_from: '2026-11-15 10:00:00', multiplier: 40, digit_number: 5, decimal_point: 1 },
    })
    expect(changed.status).toBe(201)
    await read(meter, second, 205.9)
    const [row] = await rowsOf(meter, november)
    expect(row).toMatchObject({ usage: 14_914 })
    expect(row?.so_far).toBeUndefined()
    expect(
      row?.segments?.map(({ start, end, multiplier, usage }) => [start.value, end.value, multiplier, usage]),
    ).toEqual([
      [8421.6, 8533.1, 60, 6690],
      [0.3, 205.9, 40, 8224],
    ])
  })

  it('returns neither unless it is asked to, and no usage where none is known', async () => {
    const meter = await addCounter()
    await read(meter, first, 700)
    const [plain] = await rowsOf(meter, 'period=month&from=2026-11-01&to=2026-11-30')
    expect(Object.keys(plain ?? {})).not.toEqual(expect.arrayContaining(['segments']))
    const [row] = await rowsOf(meter, november)
    expect(row).toMatchObject({ usage: null, segments: [] })
    expect(row?.so_far).toBeUndefined()
  })
})

describe('GET /api/v1/usages of a counter that rolls over within a period', () => {
  // Shows up to 999, counts 12 an hour: 8,640 in November.
  const fill = async (meter: MeterRow) => {
    for (let hours = 0; hours <= 720; hours += 8) {
      await read(meter, new Date(first.getTime() + hours * 3_600_000), (hours * 12) % 1000)
    }
  }

  it('counts every turn at its known rate', async () => {
    const meter = await addCounter({ digitNumber: 3, decimalPoint: 0 })
    const rate = { usual: 280, greatest: 290, days: 1, learnedAt: new Date() }
    await database.asSystem((tx) =>
      tx.insert(meterRates).values({ meterId: meter.id, organizationId: test.own.id, ...rate }),
    )
    await fill(meter)
    expect(await usagesOf(meter)).toEqual([[8640, 'exact'], unknown])
  })

  it('looks between the boundaries where the counter seems to have fallen', async () => {
    const meter = await addCounter({ digitNumber: 4, decimalPoint: 0 })
    await read(meter, first, 9000)
    for (const [day, value] of [
      [5, 9600],
      [10, 300],
      [15, 900],
      [20, 1700],
    ] as const) {
      await read(meter, local(`2026-11-${String(day).padStart(2, '0')}T00:00`), value)
    }
    await read(meter, second, 2600)
    expect(await usagesOf(meter)).toEqual([[3600, 'exact'], unknown])
  })

  it('is unknown where no reading tells a turn from a misread value', async () => {
    const meter = await addCounter({ digitNumber: 4, decimalPoint: 0 })
    await read(meter, first, 9000)
    await read(meter, second, 2600)
    expect(await usagesOf(meter)).toEqual([unknown, unknown])
  })
})

describe('GET /api/v1/usages for several meters', () => {
  it('returns rows by meter and time, of those that count up and of the own organization', async () => {
    const gauge = await addMeter(database, test.own.id)
    const meters = [await addCounter(), await addCounter()]
    const foreign = await addMeter(database, test.other.id, { meterCategoryId: 4 })
    const ids = [...meters, gauge, foreign].map(({ id }) => id)
    const query = `meter_ids=${ids.toReversed().join(',')}&period=hour&from=2026-11-01&to=2026-11-01`
    const rows = dataOf('usages', await ask(query))
    expect(rows.map(({ meter_id: id }) => id)).toEqual(
      meters.flatMap(({ id }) => Array.from({ length: 24 }, () => id)),
    )
    expect(rows[1]).toMatchObject({
      from: '2026-11-01T01:00:00.000+09:00',
      to: '2026-11-01T02:00:00.000+09:00',
    })
    const all = dataOf('usages', await ask('period=month&from=2026-11-01&to=2026-11-01'))
    expect(all.map(({ meter_id: id }) => id)).toEqual(expect.arrayContaining(meters.map(({ id }) => id)))
  })

  it.each([
    ['an end before the start', 'period=day&from=2026-11-02&to=2026-11-01', 'to'],
    ['a year before closed months', 'period=month&from=0050-01-01&to=2026-11-01', 'from'],
    ['a year behind them', 'period=day&from=2999-12-31&to=3000-01-01', 'to'],
    ['a day that does not exist', 'period=day&from=2026-02-30&to=2026-03-01', 'from'],
    ['another period', 'period=year&from=2026-11-01&to=2026-11-01', 'period'],
    ['more rows than one answer holds', 'period=hour&from=1900-01-01&to=2026-11-01', 'to'],
  ])('refuses %s and names the field', async (_, query, path) => {
    const meter = await addCounter()
    const answered = await ask(`meter_ids=${meter.id}&${query}`)
    expect(answered.status).toBe(400)
    expect(failureOf(answered).issues?.map((issue) => issue.path)).toEqual([path])
  })

  it.each(['usages', 'meters-values/statistics'])(
    '%s refuses many periods also of no meter',
    async (call) => {
      const query = 'meter_ids=999999999&period=hour&from=2020-01-01&to=2026-11-01'
      const answered = await test.ask('GET', `/api/v1/${call}?${query}`, { as: test.own.general })
      expect(failureOf(answered).issues).toMatchObject([{ path: 'to' }])
    },
  )
})

describe('the indices at boundaries', () => {
  it('give the usages that all readings give, with rollovers, replacements and readings that come late', async () => {
    const step = fc.record({
      amount: fc.nat({ max: 9000 }),
      hours: fc.integer({ min: 1, max: 200 }),
      replaced: fc.boolean(),
      isRead: fc.boolean(),
    })
    const made = fc.record({ steps: fc.array(step, { minLength: 4, maxLength: 25 }), late: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(made, async ({ steps, late }) => {
        const meter = await addCounter({ multiplier: 0.1 })
        const all: { at: Date; value: number }[] = [{ at: first, value: 9950 }]
        const replacements: { at: number; oldEnd: number; newStart: number }[] = []
        let [at, tenths] = [first.getTime(), 99_500]
        for (const { amount, hours, replaced, isRead } of steps) {
          at += hours * 3_600_000
          tenths = (tenths + amount) % 100_000
          if (isRead) all.push({ at: new Date(at), value: tenths / 10 })
          if (replaced && isRead) {
            replacements.push({ at: at + 1000, oldEnd: tenths / 10, newStart: 7 })
            tenths = 70
          }
        }
        all.push({ at: new Date(at + 3_600_000), value: tenths / 10 })
        for (const { at: time, value } of late ? all.toReversed() : all) await read(meter, time, value)
        for (const { at: time, oldEnd, newStart } of replacements) {
          await replace(meter, new Date(time), oldEnd, newStart)
        }
        const counting = { digits: 5, decimals: 1, multiplier: 0.1, rate: null }
        const ledger = ledgerOf({
          ...alwaysCounting(counting),
          entries: all.map(({ at: time, value }, index) => ({
            at: time.getTime(),
            value,
            readingId: index,
            isEstimate: false,
          })),
          replacements,
          rounding: 'none',
        })
        for (const row of await rowsOf(meter, 'period=day&from=2026-11-01&to=2027-01-31')) {
          const { usage, mark } = usageBetween(ledger, Date.parse(row.from), Date.parse(row.to))
          expect([row.usage, row.mark]).toEqual([usage && toNumber(usage), mark])
        }
      }),
      { numRuns: 15 },
    )
  })
})
