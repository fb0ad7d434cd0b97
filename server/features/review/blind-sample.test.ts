// Covers docs/requirements.md: 1014, 1015, 1016, 1017

import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addMeter, addPicture, type addReading } from '../../../tests/support/server/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import { photograph } from '../../../tests/support/server/subjects.ts'
import { blindChecks, readings } from '../../db/schema.ts'

let test: TestApp
let pictureSha256: string
beforeAll(async () => {
  test = await createTestApp()
  pictureSha256 = (await addPicture(test.deps, test.own.id, photograph)).sha256
})
afterAll(() => test.close())
beforeEach(async () => {
  await test.deps.database.asSystem((tx) => tx.update(readings).set({ deletedAt: sql`now()` }))
})

const setPercent = async (percent: number, as = test.own.admin) =>
  test.ask('PUT', '/api/v1/review/blind-sample', { as, body: { percent } })
const listed = async (query = '') =>
  dataOf('review', await test.ask('GET', `/api/v1/review${query}`, { as: test.own.general }))
const idsOf = async () => (await listed()).map(({ reading }) => reading.id)
const check = async (id: number, value: number, as = test.own.general) =>
  test.ask('POST', `/api/v1/meter-value/${id}/blind-check`, { as, body: { value } })

/** Readings of which the reader is sure, of as many ids. */
async function addSure(count: number, given: Parameters<typeof addReading>[2] = {}) {
  const { database } = test.deps
  const meter = await addMeter(database, test.own.id)
  const { id, organizationId } = meter
  const values = {
    valueSource: 'reader',
    source: 'phone',
    readState: 1,
    value: 0.4,
    readValue: 0.4,
    ocr: '0.40',
    degree: 181.25,
    confidence: 0.97,
    pictureSha256,
    isAbnormal: false,
    ...given,
  } as const
  const rows = await database.asSystem((tx) =>
    tx
      .insert(readings)
      .values(
        Array.from({ length: count }, (_, index) => ({
          ...values,
          meterId: id,
          organizationId,
          createdAt: new Date(Date.now() - index * 1000),
        })),
      )
      .returning({ id: readings.id }),
  )
  return rows.map((row) => row.id)
}
/** The ids that are drawn of many, at 2 %. */
async function draw(given: Parameters<typeof addReading>[2] = {}) {
  await setPercent(2)
  await addSure(1000, given)
  return idsOf()
}

it('draws about one or two per cent of sure readings, the same ones each time, and none at 0', async () => {
  const two = await draw()
  expect(two.length).toBeGreaterThan(5)
  expect(two.length).toBeLessThan(45)
  expect(await idsOf()).toEqual(two)
  await setPercent(1)
  const one = await idsOf()
  expect(one.length).toBeLessThan(two.length)
  expect(two).toEqual(expect.arrayContaining(one))
  const counted = await test.ask('GET', '/api/v1/review/count', { as: test.own.general })
  expect(dataOf('reviewCount', counted).count).toBe(one.length)
  await setPercent(0)
  expect(await idsOf()).toEqual([])
})

it('draws neither doubtful, typed nor old readings', async () => {
  expect(await draw({ valueSource: 'entered' })).toEqual([])
  expect(await draw({ pictureSha256: null })).toEqual([])
  expect(await draw({ isAbnormal: true })).toEqual([])
  await addSure(1000)
  await test.deps.database.asSystem((tx) =>
    tx.update(readings).set({ createdAt: sql`now() - interval '8 days'` }).where(sql`deleted_at is null`),
  )
  expect(await idsOf()).toEqual([])
})

it('shows nothing of the value until it is typed', async () => {
  const [id = 0] = await draw()
  const answer = await test.ask('GET', '/api/v1/review?limit=1', { as: test.own.general })
  const [item] = dataOf('review', answer)
  expect(item).toMatchObject({ is_blind: true, reasons: ['blind'], reading: { id, value: null } })
  const written = JSON.stringify({ ...item, previous: null, usual: null })
  expect(written).not.toMatch(/0\.40?\b|181\.25|0\.97/)
})

it('confirms the value where both agree, and waits for a decision where they do not', async () => {
  const [first = 0, second = 0] = await draw()
  const agreed = dataOf('checkBlind', await check(first, 0.41))
  expect(agreed).toMatchObject({ agrees: true, reading: { value: 0.4, state: 'confirmed' } })
  const differing = dataOf('checkBlind', await check(second, 0.5))
  expect(differing).toMatchObject({ agrees: false, reading: { value: 0.4, state: 'sure' } })
  const waiting = await listed()
  expect(waiting.map(({ reading }) => reading.id)).not.toContain(first)
  const again = waiting.find(({ reading }) => reading.id === second)
  expect(again).toMatchObject({ reasons: ['contradicted'], reading: { value: 0.4 } })
  expect(again).not.toHaveProperty('is_blind')
  expect(failureOf(await check(second, 0.4)).code).toBe('not_found')
  await test.ask('PUT', `/api/v1/meter-value/${second}`, { as: test.own.general, body: { value: 0.5 } })
  expect(await idsOf()).not.toContain(second)
  const kept = await test.deps.database.asSystem((tx) =>
    tx.select().from(blindChecks).where(eq(blindChecks.readingId, second)),
  )
  expect(kept).toMatchObject([
    { userId: test.own.general.id, typedValue: 0.5, readValue: 0.4, agrees: false },
  ])
})

it('is changed by administrators only, and read by no other organization', async () => {
  expect(failureOf(await setPercent(2, test.own.general)).code).toBe('forbidden')
  expect(failureOf(await setPercent(50)).code).toBe('validation_failed')
  const [id = 0] = await draw()
  expect(failureOf(await check(id, 0.4, test.other.general)).code).toBe('not_found')
  const path = '/api/v1/review/blind-sample'
  expect(dataOf('blindSample', await test.ask('GET', path, { as: test.own.admin })).percent).toBe(2)
  expect(dataOf('blindSample', await test.ask('GET', path, { as: test.other.admin })).percent).toBe(1)
})
