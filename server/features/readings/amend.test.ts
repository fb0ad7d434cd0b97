import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/app.ts'
import { addMeter, addReading } from '../../../tests/support/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/data.ts'
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
    expect(failureOf(await withdraw({}, key)).code).toBe('key_reused')
    expect((await stored()).row).toMatchObject({ deletedAt: null })
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
  it('deletes the reading once, whoever sends it again', async () => {
    const key = randomUUID()
    expect(dataOf('withdrawSentReading', await withdraw({}, key))).toMatchObject({ key, meter_id: meterId })
    expect((await withdraw({}, key)).status).toBe(200)
    const { row, changes } = await stored()
    expect(row).toMatchObject({ deletedByUserId: test.own.general.id })
    expect(changes).toMatchObject([{ action: 'delete', before: { value: 0.42 } }])
  })

  it('succeeds for a reading that never arrived, and leaves other readings alone', async () => {
    expect((await withdraw({ reading_key: randomUUID() })).status).toBe(200)
    // The meter belongs to the first organization.
    expect(failureOf(await withdraw({}, randomUUID(), test.other.general)).code).toBe('reference_unknown')
    expect((await stored()).row).toMatchObject({ deletedAt: null })
  })
})
