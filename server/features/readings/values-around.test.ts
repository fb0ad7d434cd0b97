// Covers docs/requirements.md: 596, 616

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addMeter, addReading, addReplacement } from '../../../tests/support/server/builders.ts'
import { dataOf } from '../../../tests/support/server/data.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

describe('the values around a time', () => {
  const at = (day: number) => new Date(Date.UTC(2026, 10, day))
  const around = async (meterId: number, local: string, more = '') =>
    dataOf(
      'valuesAround',
      await test.ask(
        'GET',
        `/api/v1/meters/${meterId}/values-around?at=${encodeURIComponent(local)}${more}`,
        {
          as: test.own.general,
        },
      ),
    )

  it('are the reliable ones next to it, whatever is newest', async () => {
    const { database } = test.deps
    const meter = await addMeter(database, test.own.id)
    const add = (day: number, value: number | null, more = {}) =>
      addReading(database, meter, { createdAt: at(day), value, ...more })
    await add(1, 10)
    await add(5, 99, { valueSource: 'reader', readState: 1, confidence: 0.4 })
    await add(10, null)
    await add(15, 88, { source: 'camera', timeMark: 'unconfirmed' })
    await add(20, 20)
    await add(25, 25)
    expect(await around(meter.id, '2026-11-12 09:00:00')).toEqual({
      before: { value: 10, created_at: '2026-11-01T09:00:00.000+09:00' },
      after: { value: 20, created_at: '2026-11-20T09:00:00.000+09:00' },
    })
    // A reading of exactly this time is compared as the next one.
    expect(await around(meter.id, '2026-11-20 09:00:00')).toMatchObject({
      before: { value: 10 },
      after: { value: 20 },
    })
    expect(await around(meter.id, '2026-11-26 09:00:00')).toMatchObject({
      before: { value: 25 },
      after: null,
    })
    expect(await around(meter.id, '2026-10-01 09:00:00')).toMatchObject({
      before: null,
      after: { value: 10 },
    })
  })

  it('do not include the reading that is corrected', async () => {
    const { database } = test.deps
    const meter = await addMeter(database, test.own.id)
    await addReading(database, meter, { createdAt: at(1), value: 10 })
    const corrected = await addReading(database, meter, { createdAt: at(10), value: 99 })
    await addReading(database, meter, { createdAt: at(20), value: 20 })
    const except = `&except=${corrected.id}`
    const neighbours = { before: { value: 10 }, after: { value: 20 } }
    expect(await around(meter.id, '2026-11-10 09:00:00')).toMatchObject({ after: { value: 99 } })
    expect(await around(meter.id, '2026-11-10 09:00:00', except)).toMatchObject(neighbours)
    // At an earlier or later time as well.
    expect(await around(meter.id, '2026-11-08 09:00:00', except)).toMatchObject(neighbours)
    expect(await around(meter.id, '2026-11-12 09:00:00', except)).toMatchObject(neighbours)
  })

  it('do not reach over a replacement of the meter', async () => {
    const { database } = test.deps
    const meter = await addMeter(database, test.own.id)
    await addReading(database, meter, { createdAt: at(1), value: 900 })
    await addReplacement(database, meter, test.own.general.id, { at: at(10), newStartValue: 3 })
    await addReading(database, meter, { createdAt: at(20), value: 8 })
    expect(await around(meter.id, '2026-11-05 09:00:00')).toMatchObject({
      before: { value: 900 },
      after: null,
    })
    expect(await around(meter.id, '2026-11-15 09:00:00')).toMatchObject({
      before: { value: 3 },
      after: { value: 8 },
    })
  })
})
