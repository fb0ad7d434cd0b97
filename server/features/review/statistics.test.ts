// Covers docs/requirements.md: 1018

import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addMeter, addReading } from '../../../tests/support/server/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import { blindChecks } from '../../db/schema.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const statistics = (as = test.own.admin) => test.ask('GET', '/api/v1/review/statistics', { as })

it('counts what people kept of values that were read, for administrators of the organization', async () => {
  const { database } = test.deps
  const meter = await addMeter(database, test.own.id, { name: '受電', decimalPoint: 2 })
  const add = (confidence: number) =>
    addReading(database, meter, {
      valueSource: 'reader',
      source: 'phone',
      readState: 1,
      value: 0.4,
      readValue: 0.4,
      confidence,
    })
  const [sure, confirmed, corrected, undone, typed, waiting] = [
    await add(0.97),
    await add(0.5),
    await add(0.5),
    await add(0.5),
    await add(0.97),
    await add(0.5),
  ]
  const as = test.own.general
  const decide = (id: number, value: number) =>
    test.ask('PUT', `/api/v1/meter-value/${id}`, { as, body: { value } })
  await decide(sure.id, 0.4)
  await decide(confirmed.id, 0.4)
  await decide(corrected.id, 0.7)
  await decide(undone.id, 0.7)
  await test.ask('POST', `/api/v1/meter-value/${undone.id}/undo-decision`, { as })
  await database.asSystem((tx) =>
    tx.insert(blindChecks).values({
      organizationId: test.own.id,
      readingId: typed.id,
      userId: as.id,
      at: new Date(),
      typedValue: 0.8,
      readValue: 0.4,
      agrees: false,
    }),
  )
  const { meters, categories, devices } = dataOf('reviewStatistics', await statistics())
  const expected = {
    sure: { decided: 1, wrong: 0 },
    unsure: { decided: 2, wrong: 1 },
    blind: { decided: 1, wrong: 1 },
    digit: 2,
    cause: null,
  }
  expect(meters).toMatchObject([{ id: meter.id, name: '受電', ...expected }])
  expect(categories).toMatchObject([expected])
  expect(devices).toMatchObject([{ id: null, name: 'スマートフォン', ...expected }])
  expect(waiting.id).toBeGreaterThan(0)
  expect(failureOf(await statistics(test.own.general)).code).toBe('forbidden')
  expect(dataOf('reviewStatistics', await statistics(test.other.admin)).meters).toEqual([])
})
