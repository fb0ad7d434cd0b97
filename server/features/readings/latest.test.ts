// Covers docs/requirements.md: 89

import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addMeter, addReading } from '../../../tests/support/server/builders.ts'
import { dataOf } from '../../../tests/support/server/data.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const latest = async (query: string) =>
  dataOf(
    'latestReadings',
    await test.ask('GET', `/api/v1/meters-values/latest?${query}`, { as: test.own.general }),
  ).map(({ meter_id, value }) => [meter_id, value])
const at = (day: number) => ({ createdAt: new Date(Date.UTC(2026, 10, day)) })

it('is given of every meter that has one, however many there are, without deleted ones', async () => {
  const { database } = test.deps
  const unit = 40
  const meters = []
  for (let index = 0; index < 60; index++)
    meters.push(await addMeter(database, test.own.id, { meterUnitId: unit }))
  const [empty, corrected] = meters
  if (empty === undefined || corrected === undefined) throw new Error('no meters')
  for (const meter of meters.slice(1)) await addReading(database, meter, { ...at(1), value: meter.id })
  await addReading(database, corrected, { ...at(3), value: 3, deletedAt: new Date() })
  await addReading(database, corrected, { ...at(2), value: null, isAbnormal: true })
  expect(await latest(`meter_unit_ids=${unit}`)).toEqual(
    meters.slice(1).map(({ id }) => [id, id === corrected.id ? null : id]),
  )
  expect((await latest('')).length).toBeGreaterThanOrEqual(59)
})

it('keeps to the time that is asked for', async () => {
  const { database } = test.deps
  const meter = await addMeter(database, test.own.id)
  await addReading(database, meter, { ...at(1), value: 1 })
  await addReading(database, meter, { ...at(5), value: 5 })
  const until = encodeURIComponent('2026-11-03<')
  expect(await latest(`meter_ids=${meter.id}`)).toEqual([[meter.id, 5]])
  expect(await latest(`meter_ids=${meter.id}&recorded_span=${until}`)).toEqual([[meter.id, 1]])
})
