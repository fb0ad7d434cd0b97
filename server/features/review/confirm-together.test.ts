// Covers docs/requirements.md: 1008, 1009, 1010

import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addMeter, addReading } from '../../../tests/support/server/builders.ts'
import { countersOf, local } from '../../../tests/support/server/counters.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import { readings, reviewLoans } from '../../db/schema.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  await test.deps.database.asSystem(async (tx) => {
    await tx.delete(reviewLoans)
    await tx.update(readings).set({ deletedAt: sql`now()` })
  })
})

const { addCounter } = countersOf(() => test)
const unsure = {
  valueSource: 'reader',
  source: 'phone',
  readState: 1,
  value: 0.4,
  readValue: 0.4,
  confidence: 0.5,
} as const
async function add(given: Parameters<typeof addReading>[2] = {}) {
  const { database } = test.deps
  return addReading(database, await addMeter(database, test.own.id), { ...unsure, ...given })
}
const lend = async (ids: number[], as = test.own.general) =>
  dataOf('updateLoans', await test.ask('PUT', '/api/v1/review/loans', { as, body: { reading_ids: ids } }))
const confirm = async (seen: { id: number; value: number | null }[], as = test.own.general) => {
  const body = { readings: seen.map(({ id, value }) => ({ reading_id: id, value: value ?? 0 })) }
  return dataOf(
    'confirmTogether',
    await test.ask('POST', '/api/v1/review/confirmations', { as, body }),
  ).confirmed.toSorted((a, b) => a - b)
}
const undo = (ids: number[], as = test.own.general) =>
  test.ask('POST', '/api/v1/review/confirmations/undo', { as, body: { reading_ids: ids } })
const sourceOf = async (id: number) => {
  const rows = await test.deps.database.asSystem((tx) =>
    tx.select({ source: readings.valueSource }).from(readings).where(eq(readings.id, id)),
  )
  return rows[0]?.source
}

it('confirms what is lent to the caller, by name, and takes it back as a whole', async () => {
  const [one, other] = [await add(), await add()]
  await lend([one.id, other.id])
  expect(await confirm([one, other])).toEqual([one.id, other.id])
  expect(await sourceOf(one.id)).toBe('accepted')
  const path = `/api/v1/meter-value/${one.id}/changes`
  const [change] = dataOf('readingChanges', await test.ask('GET', path, { as: test.own.general }))
  expect(change).toMatchObject({ action: 'correct', user: test.own.general.username, after: { value: 0.4 } })

  expect(failureOf(await undo([one.id, other.id], test.own.admin)).code).toBe('undo_refused')
  const restored = dataOf('undoTogether', await undo([one.id, other.id]))
  expect(restored.map(({ state }) => state)).toEqual(['unsure', 'unsure'])
  await lend([one.id, other.id])
  await confirm([one, other])
  await test.ask('PUT', `/api/v1/meter-value/${other.id}`, { as: test.own.admin, body: { value: 0.5 } })
  expect(failureOf(await undo([one.id, other.id])).code).toBe('undo_refused')
  expect(await sourceOf(one.id)).toBe('accepted')
})

it('leaves out what is not lent to the caller, was changed, or belongs to another organization', async () => {
  const [lent, another, unlent, changed] = [await add(), await add(), await add(), await add()]
  await lend([another.id], test.own.admin)
  await lend([lent.id, another.id, changed.id])
  expect(await confirm([lent, another, unlent, { ...changed, value: 0.7 }])).toEqual([lent.id])
  await lend([changed.id])
  await test.deps.database.asSystem((tx) =>
    tx.update(reviewLoans).set({ until: sql`now() - interval '1 second'` }),
  )
  expect(await confirm([changed])).toEqual([])
  await lend([changed.id])
  expect(await confirm([changed], test.other.general)).toEqual([])
  expect(failureOf(await undo([lent.id], test.other.general)).code).toBe('not_found')
  for (const { id } of [another, unlent, changed]) expect(await sourceOf(id)).toBe('reader')
})

it('leaves out missing, abnormal and doubted values, and counters that ran backwards', async () => {
  const usual = await add()
  const missing = await add({ value: null, readValue: null, confidence: null })
  const abnormal = await add({ isAbnormal: true })
  const doubted = await add({ confirmedDoubts: ['large_change'] })
  const sure = await add({ confidence: 0.99 })
  const counter = await addCounter()
  await addReading(test.deps.database, counter, { value: 500, createdAt: local('2026-11-01T09:00') })
  const backwards = await addReading(test.deps.database, counter, {
    ...unsure,
    value: 400,
    readValue: 400,
    createdAt: local('2026-11-02T09:00'),
  })
  const all = [usual, missing, abnormal, doubted, sure, backwards]
  await lend(all.map(({ id }) => id))
  expect(await confirm(all)).toEqual([usual.id])
})
