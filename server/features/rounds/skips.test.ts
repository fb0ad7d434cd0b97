// Covers docs/requirements.md: 486, 502, 556, 604

import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addMeter } from '../../../tests/support/server/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import { roundWatch } from '../../../tests/support/server/round-watch.ts'
import { skips } from '../../db/schema.ts'

let test: TestApp
let meterId: number
beforeAll(async () => {
  test = await createTestApp()
})
beforeEach(async () => {
  meterId = (await addMeter(test.deps.database, test.own.id)).id
})
afterAll(() => test.close())

const skip = (
  given: object = {},
  key: string = randomUUID(),
  from = test.own.general,
  more: Record<string, string> = {},
) => {
  const now = test.deps.clock().toISOString()
  return test.ask('POST', '/api/v1/skips', {
    as: from,
    headers: { 'idempotency-key': key, ...more },
    body: { meter_id: meterId, reason: 'stopped', note: '', skipped_at: now, sent_at: now, ...given },
  })
}
const rowsOf = (id: number) =>
  test.deps.database.asSystem((tx) => tx.select().from(skips).where(eq(skips.meterId, id)))

it('a skip that arrives many times at once is kept once, with one answer', async () => {
  const key = randomUUID()
  const skipped = test.deps.clock().toISOString()
  const told = { reason: 'other', note: '足場がない', skipped_at: skipped }
  const answers = await Promise.all(Array.from({ length: 8 }, () => skip(told, key)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201])
  const receipts = answers.map((answer) => dataOf('createSkip', answer))
  expect(new Set(receipts.map((receipt) => JSON.stringify(receipt))).size).toBe(1)
  const [row, ...more] = await rowsOf(meterId)
  expect(more).toEqual([])
  expect(receipts[0]).toMatchObject({ id: row?.id, key, meter_id: meterId })
  expect(row).toMatchObject({ reason: 'other', note: '足場がない', userId: test.own.general.id })
  // Later, by a clock that was set right meanwhile.
  test.advance(600_000)
  expect((await skip({ ...told, sent_at: test.deps.clock().toISOString() }, key)).status).toBe(200)
})

it('a key that was used for another skip is refused', async () => {
  const key = randomUUID()
  await skip({}, key)
  const answer = await skip({ reason: 'no_access' }, key)
  expect([answer.status, failureOf(answer).code]).toEqual([422, 'key_reused'])
  // Keys of one organization are no business of another.
  const { id } = await addMeter(test.deps.database, test.other.id)
  expect((await skip({ meter_id: id }, key, test.other.general)).status).toBe(201)
})

it('the time of a phone whose clock is off is corrected, one that cannot be is refused', async () => {
  const now = test.deps.clock()
  const ahead = 3 * 3_600_000
  const at = (milliseconds: number) => new Date(now.getTime() + milliseconds).toISOString()
  await skip({ skipped_at: at(ahead - 60_000), sent_at: at(ahead) })
  const [row] = await rowsOf(meterId)
  expect(Math.abs(Number(row?.skippedAt) - (now.getTime() - 60_000))).toBeLessThan(60_000)
  expect(row?.toldAt.toISOString()).toBe(at(ahead - 60_000))
  expect(Math.abs((row?.clockOffsetMs ?? 0) - ahead)).toBeLessThan(60_000)
  const refused = await skip({ skipped_at: '0001-01-01T00:00:00Z' })
  expect([refused.status, failureOf(refused).issues?.[0]?.path]).toEqual([400, 'skipped_at'])
})

it('19: by how much the clock was known to be wrong is kept, and counts when it was put right since', async () => {
  const now = test.deps.clock()
  const told = { skipped_at: now.toISOString(), sent_at: now.toISOString() }
  await skip(told, randomUUID(), test.own.general, { 'clock-offset': '600000' })
  const [row] = await rowsOf(meterId)
  expect(row).toMatchObject({
    toldAt: now,
    knownOffsetMs: 600_000,
    skippedAt: new Date(now.getTime() - 600_000),
  })
})

it('the reason その他 has a note, in the database too, and the meter is one’s own', async () => {
  const path = async (given: object) => {
    const answer = await skip(given)
    return [answer.status, failureOf(answer).issues?.[0]?.path]
  }
  expect(await path({ reason: 'other', note: ' 　' })).toEqual([400, 'note'])
  expect(await path({ reason: 'rain' })).toEqual([400, 'reason'])
  const foreign = await addMeter(test.deps.database, test.other.id)
  expect(await path({ meter_id: foreign.id })).toEqual([400, 'meter_id'])
  await skip()
  await expect(
    test.deps.database.asSystem((tx) =>
      tx.execute(sql`update skips set reason = 'other', note = ' ' where meter_id = ${meterId}`),
    ),
  ).rejects.toMatchObject({ cause: { constraint: 'skips_note' } })
})

it('a skip that is withdrawn counts no more, also when it arrives once more', async () => {
  const watch = roundWatch(test)
  const { id, meterIds } = await watch.add(['A', 'B'])
  const [a = 0, b = 0] = meterIds
  const key = randomUUID()
  const told = { meter_id: a, skipped_at: test.deps.clock().toISOString() }
  await skip(told, key)
  await skip({ meter_id: b })
  await watch.keep()
  expect(await watch.stored(id)).toMatchObject([{ doneAt: expect.any(Date) }])
  expect((await watch.round(id)).stops[0]?.skip).toMatchObject({ key, reason: 'stopped' })

  const withdraw = () => test.ask('DELETE', `/api/v1/skips/${key}`, { as: test.own.general })
  expect(dataOf('withdrawSkip', await withdraw())).toEqual({ meter_id: a })
  expect((await withdraw()).status).toBe(200)
  expect((await skip(told, key)).status).toBe(200)
  await watch.keep()
  expect(await watch.stored(id)).toMatchObject([{ doneAt: null }])
  expect(await watch.round(id)).toMatchObject({ skipped: 1, remaining: 1, stops: [{ skip: null }, {}] })
  expect(await rowsOf(a)).toMatchObject([{ withdrawnByUserId: test.own.general.id }])
})

it('a plan without apps takes no skip but one that it has', async () => {
  const key = randomUUID()
  const skipped = { skipped_at: test.deps.clock().toISOString() }
  await skip(skipped, key)
  const allow = (are: boolean) =>
    test.deps.database.asSystem((tx) => tx.execute(sql`update plans set allow_apps = ${are}`))
  await allow(false)
  expect((await skip(skipped, key)).status).toBe(200)
  expect(failureOf(await skip()).code).toBe('plan_refused')
  await allow(true)
})

it('a skip that was taken back before it arrived is withdrawn, whichever attempt arrives first', async () => {
  const told = { skipped_at: test.deps.clock().toISOString() }
  const takenBack = { ...told, is_withdrawn: true }
  for (const attempts of [[takenBack], [told, takenBack], [takenBack, told]]) {
    const key = randomUUID()
    for (const attempt of attempts) dataOf('createSkip', await skip(attempt, key))
  }
  const key = randomUUID()
  await Promise.all([takenBack, told, takenBack, told].map((attempt) => skip(attempt, key)))
  const rows = await rowsOf(meterId)
  expect(rows).toHaveLength(4)
  for (const row of rows)
    expect(row).toMatchObject({ withdrawnAt: expect.any(Date), withdrawnByUserId: test.own.general.id })
})

it('a skip can be taken back under a plan without apps', async () => {
  const allow = (are: boolean) =>
    test.deps.database.asSystem((tx) => tx.execute(sql`update plans set allow_apps = ${are}`))
  await allow(false)
  expect((await skip({ is_withdrawn: true })).status).toBe(201)
  await allow(true)
})
