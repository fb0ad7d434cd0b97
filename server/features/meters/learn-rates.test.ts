// Covers docs/requirements.md: 531, 587

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addMeter, addReading, addReplacement } from '../../../tests/support/server/builders.ts'
import { meterRates, meters } from '../../db/schema.ts'
import { learnRates } from './learn-rates.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const day = 86_400_000
const now = new Date(Date.UTC(2026, 10, 20))
const before = (days: number) => new Date(now.getTime() - days * day)
const learn = (at = now) => learnRates({ ...test.deps, clock: () => at })
const rateOf = async (id: number) => {
  const { json } = await test.ask('GET', `/api/v1/meters/${id}`, { as: test.own.general })
  return (json as { data: { rate: unknown } }).data.rate
}

it('A counter’s rate is learned from the reliable readings of 90 days, once a day', async () => {
  const { database } = test.deps
  const counter = await addMeter(database, test.own.id, { meterCategoryId: 4 })
  const gauge = await addMeter(database, test.own.id)
  const open = { meterCategoryId: 3, startValue: null, endValue: null }
  const display = await addMeter(database, test.own.id, { ...open, cumulativeMode: 'yes' })
  const momentary = await addMeter(database, test.own.id, { ...open, cumulativeMode: 'no' })
  const read = { valueSource: 'reader', source: 'camera', readState: 1 } as const
  const shown: [days: number, value: number, given?: object][] = [
    [91, 0],
    [5, 900],
    [4, 910],
    // Of one day the last counts, where somebody or the reader is sure of it.
    [3.5, 915],
    [3, 930, { ...read, confidence: 0.95 }],
    [2.9, 990, { ...read, confidence: 0.5 }],
    [2, 945],
    [1.95, 970, { source: 'camera', timeMark: 'unconfirmed' }],
    [0.5, 20],
    [0.1, 5000, { deletedAt: now, deletedByUserId: test.own.admin.id }],
  ]
  for (const meter of [counter, gauge, display, momentary])
    for (const [days, value, given] of shown)
      await addReading(database, meter, { value, createdAt: before(days), ...given })
  for (const meter of [counter, display, momentary])
    await addReplacement(database, meter, test.own.admin.id, { at: before(1), newStartValue: 18 })
  await learn()
  expect(await rateOf(counter.id)).toEqual({ usual: 12, greatest: 15, days: 1 })
  expect(await rateOf(display.id)).toEqual({ usual: 12, greatest: 15, days: 1 })
  expect(await rateOf(gauge.id)).toBeNull()
  expect(await rateOf(momentary.id)).toBeNull()

  await addReading(database, counter, { value: 960, createdAt: before(1.1) })
  await learn(new Date(now.getTime() + 60_000))
  expect(await rateOf(counter.id)).toMatchObject({ usual: 12 })
  await learn(new Date(now.getTime() + day))
  expect(await rateOf(counter.id)).toMatchObject({ greatest: expect.closeTo(30 / 1.9) })
})

it('A display that does not count up has no rate, even if one was learned before that was set', async () => {
  const { database } = test.deps
  const display = await addMeter(database, test.own.id, { meterCategoryId: 3, cumulativeMode: 'yes' })
  const momentary = await addMeter(database, test.own.id, { meterCategoryId: 3, cumulativeMode: 'no' })
  for (const meter of [display, momentary])
    for (const days of [5, 4, 3, 2])
      await addReading(database, meter, { value: 900 - 10 * days, createdAt: before(days) })
  await learn()
  expect(await rateOf(display.id)).toMatchObject({ usual: 10 })
  await database.asSystem((tx) =>
    tx.update(meters).set({ cumulativeMode: 'no' }).where(eq(meters.id, display.id)),
  )
  expect(await rateOf(display.id)).toBeNull()
  const learned = await database.asSystem((tx) => tx.select({ id: meterRates.meterId }).from(meterRates))
  expect(learned).not.toContainEqual({ id: momentary.id })
})
