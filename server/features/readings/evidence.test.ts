import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addMeter, addReading } from '../../../tests/support/server/builders.ts'
import { evidenceBefore } from './evidence.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

it('a photograph that arrives late is held against what was known before it was taken', async () => {
  const { database } = test.deps
  const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour))
  const meter = await addMeter(database, test.own.id)
  for (const hour of [1, 2, 3]) await addReading(database, meter, { value: hour, createdAt: at(hour) })
  const before = (hour: number) =>
    database.inOrganization(test.own.id, null, (tx) => evidenceBefore(tx, meter, at(hour)))
  expect(await before(3)).toEqual([
    { value: 2, at: at(2).getTime() },
    { value: 1, at: at(1).getTime() },
  ])
  expect(await before(1)).toEqual([])
})

it('a meter’s readings are evidence for its own organization only, even where row-level security does not stand in the way', async () => {
  const { database } = test.deps
  const meter = await addMeter(database, test.own.id)
  await addReading(database, meter, { value: 1, createdAt: new Date(0) })
  const seenBy = (organizationId: number) =>
    database.asSystem((tx) => evidenceBefore(tx, { organizationId, id: meter.id }, new Date()))
  expect(await seenBy(test.own.id)).toHaveLength(1)
  expect(await seenBy(test.other.id)).toEqual([])
})
