// Covers docs/requirements.md: 602

import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addMeter, addReading } from '../../../tests/support/server/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import { readingChanges, readings } from '../../db/schema.ts'

let test: TestApp
let meterId: number
let readingKey: string
let readingId: number
beforeAll(async () => {
  test = await createTestApp()
})
beforeEach(async () => {
  const meter = await addMeter(test.deps.database, test.own.id)
  meterId = meter.id
  readingKey = randomUUID()
  const sent = { idempotencyKey: readingKey, source: 'phone', value: 0.42, valueSource: 'accepted' } as const
  readingId = (await addReading(test.deps.database, meter, sent)).id
})
afterAll(() => test.close())

const send = (path: string, body: object, key: string, as = test.own.general) =>
  test.ask('POST', path, {
    as,
    headers: { 'idempotency-key': key },
    body: { reading_key: readingKey, meter_id: meterId, ...body },
  })
const correct = (value: number, key: string = randomUUID(), given: object = {}, as = test.own.general) =>
  send('/api/v1/reading-corrections', { value, ...given }, key, as)
const withdraw = (given: object = {}, key: string = randomUUID(), as = test.own.general) =>
  send('/api/v1/reading-withdrawals', given, key, as)
const stored = () =>
  test.deps.database.asSystem(async (tx) => {
    const [row] = await tx.select().from(readings).where(eq(readings.id, readingId))
    const changes = await tx.select().from(readingChanges).where(eq(readingChanges.readingId, readingId))
    return { row, changes }
  })

describe('a correction that a phone sends', () => {
  it('changes the value once, however often it arrives at once', async () => {
    const key = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => correct(0.9, key, { confirmed_doubts: ['abnormal'] })),
    )
    for (const answer of answers)
      expect(dataOf('correctSentReading', answer)).toMatchObject({ key, meter_id: meterId })
    const { row, changes } = await stored()
    expect(row).toMatchObject({
      value: 0.9,
      valueSource: 'corrected',
      isAbnormal: true,
      confirmedDoubts: ['abnormal'],
    })
    expect(changes).toMatchObject([
      { userId: test.own.general.id, action: 'correct', before: { value: 0.42 }, after: { value: 0.9 } },
    ])
  })

  it('does not undo what the office corrected in the meantime when it arrives again', async () => {
    const key = randomUUID()
    await correct(0.9, key)
    await test.ask('PUT', `/api/v1/meter-value/${readingId}`, { as: test.own.admin, body: { value: 0.5 } })
    expect((await correct(0.9, key)).status).toBe(200)
    expect((await stored()).row).toMatchObject({ value: 0.5 })
  })

  it('is remembered when it changes nothing, or the reading is deleted before it arrives again', async () => {
    const key = randomUUID()
    await correct(0.42)
    await correct(0.42, key)
    await test.ask('PUT', `/api/v1/meter-value/${readingId}`, { as: test.own.admin, body: { value: 0.5 } })
    expect((await correct(0.42, key)).status).toBe(200)
    expect((await stored()).row).toMatchObject({ value: 0.5 })
    await test.ask('DELETE', `/api/v1/meter-value/${readingId}`, { as: test.own.admin })
    expect((await correct(0.42, key)).status).toBe(200)
  })

  it('is refused with more digits than the display has', async () => {
    const display = { meterCategoryId: 3, digitNumber: 4, decimalPoint: 1 }
    const meter = await addMeter(test.deps.database, test.own.id, display)
    const key = randomUUID()
    await addReading(test.deps.database, meter, { idempotencyKey: key, source: 'phone', value: 12.3 })
    const given = { reading_key: key, meter_id: meter.id }
    expect(failureOf(await correct(1000, randomUUID(), given)).issues).toEqual([
      { path: 'value', message: '4桁のメーターです。整数部は3桁までです' },
    ])
    expect((await correct(999.9, randomUUID(), given)).status).toBe(200)
  })

  it('is refused for a reading that is unknown, deleted, of another meter or of another organization', async () => {
    const { id: other } = await addMeter(test.deps.database, test.own.id)
    const refusal = async (answer: Promise<Awaited<ReturnType<typeof correct>>>) => {
      const { status } = await answer
      return [status, failureOf(await answer).code]
    }
    const unknown = [400, 'reference_unknown']
    expect(await refusal(correct(0.9, randomUUID(), { reading_key: randomUUID() }))).toEqual(unknown)
    expect(await refusal(correct(0.9, randomUUID(), { meter_id: other }))).toEqual(unknown)
    expect(await refusal(correct(0.9, randomUUID(), {}, test.other.general))).toEqual(unknown)
    await withdraw()
    expect(await refusal(correct(0.9))).toEqual(unknown)
    expect((await stored()).row).toMatchObject({ value: 0.42 })
  })

  it('is refused under a key that another change of a reading has', async () => {
    const key = randomUUID()
    await correct(0.9, key)
    const others = [
      await correct(0.8, key),
      await correct(0.9, key, { reading_key: randomUUID() }),
      await withdraw({}, key),
    ]
    for (const other of others) expect(failureOf(other).code).toBe('key_reused')
    expect((await stored()).row).toMatchObject({ value: 0.9, deletedAt: null })
  })

  it('is kept once by the database as well', async () => {
    const change = {
      organizationId: test.own.id,
      readingId,
      userId: test.own.general.id,
      action: 'correct' as const,
      before: {},
      after: {},
      idempotencyKey: randomUUID(),
    }
    await expect(
      test.deps.database.asSystem((tx) => tx.insert(readingChanges).values([change, change])),
    ).rejects.toMatchObject({ cause: { constraint: 'reading_changes_idempotency_key' } })
  })
})

describe('a withdrawal that a phone sends', () => {
  it('deletes the reading once, however often it arrives at once', async () => {
    const key = randomUUID()
    for (const answer of await Promise.all(Array.from({ length: 6 }, () => withdraw({}, key))))
      expect(dataOf('withdrawSentReading', answer)).toMatchObject({ key, meter_id: meterId })
    // From the phone's second tab, under a key of its own.
    expect((await withdraw()).status).toBe(200)
    const { row, changes } = await stored()
    expect(row).toMatchObject({ deletedByUserId: test.own.general.id })
    expect(changes).toMatchObject([{ action: 'delete', before: { value: 0.42 } }])
  })

  it('succeeds while the office deletes the reading', async () => {
    const [answer] = await Promise.all([
      withdraw(),
      test.ask('DELETE', `/api/v1/meter-value/${readingId}`, { as: test.own.admin }),
    ])
    expect(answer.status).toBe(200)
  })

  it('does not delete what the office restored in the meantime when it arrives again', async () => {
    const key = randomUUID()
    await withdraw({}, key)
    await test.ask('POST', `/api/v1/meter-value/${readingId}/restore`, { as: test.own.admin })
    expect((await withdraw({}, key)).status).toBe(200)
    expect((await stored()).row).toMatchObject({ deletedAt: null })
    // Taking it back again is another change.
    await withdraw()
    expect((await stored()).row).toMatchObject({ deletedByUserId: test.own.general.id })
  })

  it('succeeds for a reading that never arrived, and leaves other readings alone', async () => {
    const { id: other } = await addMeter(test.deps.database, test.own.id)
    expect((await withdraw({ reading_key: randomUUID() })).status).toBe(200)
    expect((await withdraw({ meter_id: other })).status).toBe(200)
    // The meter belongs to the first organization.
    expect(failureOf(await withdraw({}, randomUUID(), test.other.general)).code).toBe('reference_unknown')
    expect((await stored()).row).toMatchObject({ deletedAt: null })
  })
})
