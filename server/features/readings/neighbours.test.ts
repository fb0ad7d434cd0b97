import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/app.ts'
import { addMeter, addReading, addReplacement } from '../../../tests/support/builders.ts'
import { dataOf } from '../../../tests/support/data.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const neighboursOf = async (id: number) =>
  dataOf(
    'readingNeighbours',
    await test.ask('GET', `/api/v1/meter-value/${id}/neighbours`, { as: test.own.general }),
  )

it('are those of the same meter by time, then by number, without deleted ones', async () => {
  const { database } = test.deps
  const meter = await addMeter(database, test.own.id)
  const other = await addMeter(database, test.own.id)
  const at = (minute: number) => ({ createdAt: new Date(Date.UTC(2026, 10, 20, 0, minute)) })
  // Arrived in another order than measured.
  const last = await addReading(database, meter, at(9))
  const first = await addReading(database, meter, at(1))
  const twin = await addReading(database, meter, at(5))
  const secondTwin = await addReading(database, meter, at(5))
  await addReading(database, other, at(5))
  const deleted = await addReading(database, meter, { ...at(3), deletedAt: new Date() })

  expect(await neighboursOf(first.id)).toEqual({ previous: null, next: twin.id })
  expect(await neighboursOf(twin.id)).toEqual({ previous: first.id, next: secondTwin.id })
  expect(await neighboursOf(secondTwin.id)).toEqual({ previous: twin.id, next: last.id })
  expect(await neighboursOf(last.id)).toEqual({ previous: secondTwin.id, next: null })
  const gone = await test.ask('GET', `/api/v1/meter-value/${deleted.id}/neighbours`, { as: test.own.general })
  expect(gone.status).toBe(404)
})

describe('the values around a time', () => {
  const at = (day: number) => new Date(Date.UTC(2026, 10, day))
  const around = async (meterId: number, local: string) =>
    dataOf(
      'valuesAround',
      await test.ask('GET', `/api/v1/meters/${meterId}/values-around?at=${encodeURIComponent(local)}`, {
        as: test.own.general,
      }),
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
