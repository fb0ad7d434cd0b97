// Covers docs/requirements.md: 302

import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addMeter, addReading } from '../../../tests/support/server/builders.ts'
import { dataOf } from '../../../tests/support/server/data.ts'

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
