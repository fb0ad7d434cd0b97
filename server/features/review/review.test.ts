// Covers docs/requirements.md: 968, 969, 970, 971, 973, 974, 1006, 1007

import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SignedInUser } from '../../../tests/support/server/accounts.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addAlert, addMeter, addPicture, addReading } from '../../../tests/support/server/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import { photograph } from '../../../tests/support/server/subjects.ts'
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

const listed = async (as: SignedInUser = test.own.general, query = '') =>
  dataOf('review', await test.ask('GET', `/api/v1/review${query}`, { as }))
const idsOf = async (as?: SignedInUser, query?: string) =>
  (await listed(as, query)).map(({ reading }) => reading.id)
const count = async (as: SignedInUser = test.own.general) =>
  dataOf('reviewCount', await test.ask('GET', '/api/v1/review/count', { as })).count
const lend = async (as: SignedInUser, ids: number[]) =>
  dataOf('updateLoans', await test.ask('PUT', '/api/v1/review/loans', { as, body: { reading_ids: ids } }))
const correct = (id: number, value: number | null, as = test.own.general) =>
  test.ask('PUT', `/api/v1/meter-value/${id}`, { as, body: { value } })
const undo = (id: number, as = test.own.general) =>
  test.ask('POST', `/api/v1/meter-value/${id}/undo-decision`, { as })
const rowOf = async (id: number) => {
  const [row] = await test.deps.database.asSystem((tx) =>
    tx.select().from(readings).where(eq(readings.id, id)),
  )
  return row
}

const read = { valueSource: 'reader', source: 'phone', readState: 1, value: 0.4, readValue: 0.4 } as const
const unsure = { ...read, confidence: 0.5 }
let minute = 0
async function add(given: Parameters<typeof addReading>[2], to?: Awaited<ReturnType<typeof addMeter>>) {
  const { database } = test.deps
  const meter = to ?? (await addMeter(database, test.own.id))
  const createdAt = new Date(Date.UTC(2026, 10, 20, 0, minute++))
  const reading = await addReading(database, meter, { createdAt, ...given })
  return { ...reading, meter, createdAt }
}
const refused = async () => {
  const { sha256: pictureSha256 } = await addPicture(test.deps, test.own.id, photograph)
  return add({ ...read, value: null, readValue: null, confidence: null, pictureSha256 })
}

describe('要確認', () => {
  it('has what waits for a person, alerts first, then by doubt, each with its main reason', async () => {
    const doubted = await add({ valueSource: 'entered', source: 'entry', confirmedDoubts: ['backwards'] })
    const little = await add({ ...read, confidence: 0.8 })
    const much = await add({ ...read, confidence: 0.2 })
    const none = await refused()
    const alarming = await add({ ...unsure, isAbnormal: true })
    await addAlert(test.deps.database, {
      ...alarming,
      organizationId: test.own.id,
      meterId: alarming.meter.id,
    })
    await add({ ...read, confidence: 0.95 })
    await add({ ...read, value: null, readState: 0, confidence: null })
    await add({ valueSource: 'entered', source: 'entry' })
    const items = await listed()
    expect(items.map(({ reading, reasons }) => [reading.id, reasons])).toEqual([
      [alarming.id, ['alert', 'unsure']],
      [none.id, ['refused']],
      [much.id, ['unsure']],
      [little.id, ['unsure']],
      [doubted.id, ['doubts']],
    ])
    expect(items[0]?.alert_id).not.toBeNull()
    const path = `/api/v1/meter-alerts?is_alert=1&meter_ids=${alarming.meter.id}`
    const [alert] = dataOf('alerts', await test.ask('GET', path, { as: test.own.general }))
    expect(alert?.meter_value).toMatchObject({ id: alarming.id, needs_review: true })
    expect(await count()).toBe(5)
    expect(await idsOf(test.own.general, '?limit=2&skip=1')).toEqual([none.id, much.id])
    expect(await listed(test.other.general)).toEqual([])
    expect(await count(test.other.general)).toBe(0)
  })

  it('compares with the last value before and with what is usual of the meter', async () => {
    const meter = await addMeter(test.deps.database, test.own.id)
    for (const value of [0.1, 0.2, 0.3, 0.4, 0.5]) await add({ ...read, value, confidence: 0.99 }, meter)
    const before = await add({ ...read, value: 0.3, confidence: 0.99 }, meter)
    await add({ ...read, value: null, readState: 0, confidence: null }, meter)
    await add({ ...unsure, value: 9 }, meter)
    const [item] = await listed()
    expect(item?.previous?.id).toBe(before.id)
    expect(item?.usual).toEqual({ low: 0.1, high: 0.5, per_day: false })
  })

  it('begins with the reading that a person came from', async () => {
    const [first, sure] = [await add({ ...read, confidence: 0.2 }), await add({ ...read, confidence: 0.99 })]
    expect(await idsOf(test.own.general, `?reading_id=${sure.id}`)).toEqual([sure.id, first.id])
  })
})

describe('a decision', () => {
  it('ends the waiting, also of a value that a person had confirmed against doubts, whose source stays', async () => {
    const doubted = await add({
      valueSource: 'entered',
      source: 'entry',
      value: 3,
      confirmedDoubts: ['backwards'],
    })
    const doubtful = await add(unsure)
    await correct(doubtful.id, 0.4)
    await correct(doubted.id, 3)
    expect(await idsOf()).toEqual([])
    expect(await rowOf(doubtful.id)).toMatchObject({ valueSource: 'accepted', readValue: 0.4 })
    expect(await rowOf(doubted.id)).toMatchObject({ valueSource: 'entered', confirmedDoubts: ['backwards'] })
    const answer = await test.ask('GET', `/api/v1/meter-value/${doubted.id}/changes`, {
      as: test.own.general,
    })
    const [change] = dataOf('readingChanges', answer)
    expect(change).toMatchObject({ action: 'correct', user: test.own.general.username, after: { value: 3 } })
    await correct(doubted.id, 3)
    expect(dataOf('readingChanges', answer)).toHaveLength(1)
  })

  it('is taken back by who made it, for a moment: the reading is as before and waits again', async () => {
    const doubted = await add({
      valueSource: 'entered',
      source: 'entry',
      value: 3,
      confirmedDoubts: ['backwards'],
    })
    const none = await refused()
    await correct(none.id, 0.7)
    await correct(doubted.id, 4)
    expect(await idsOf()).toEqual([])
    expect(failureOf(await undo(none.id, test.own.admin)).code).toBe('undo_refused')
    expect(dataOf('undoDecision', await undo(none.id))).toMatchObject({ value: null, state: 'refused' })
    expect(dataOf('undoDecision', await undo(doubted.id))).toMatchObject({
      value: 3,
      value_source: 'entered',
      confirmed_doubts: ['backwards'],
    })
    expect(await idsOf()).toEqual([none.id, doubted.id])
    expect(failureOf(await undo(none.id)).code).toBe('undo_refused')
  })

  it('of long ago is not taken back', async () => {
    const { id } = await add(unsure)
    await correct(id, 0.4)
    await test.deps.database.asSystem((tx) =>
      tx.execute(sql`update reading_changes set at = at - interval '2 minutes' where reading_id = ${id}`),
    )
    expect(failureOf(await undo(id)).code).toBe('undo_refused')
  })
})

describe('a loan', () => {
  it('keeps a reading from other reviewers until it ends', async () => {
    const [first, second] = [await add({ ...read, confidence: 0.1 }), await add({ ...read, confidence: 0.2 })]
    const { lent } = await lend(test.own.general, [first.id])
    expect(lent).toMatchObject([{ reading_id: first.id }])
    expect(await idsOf(test.own.admin)).toEqual([second.id])
    expect(await idsOf(test.own.general)).toEqual([first.id, second.id])
    expect((await lend(test.own.admin, [first.id, second.id])).lent).toMatchObject([
      { reading_id: second.id },
    ])
    await test.deps.database.asSystem((tx) =>
      tx.update(reviewLoans).set({ until: sql`now() - interval '1 second'` }),
    )
    expect(await idsOf(test.own.admin)).toEqual([first.id, second.id])
    expect((await lend(test.own.admin, [first.id])).lent).toMatchObject([{ reading_id: first.id }])
  })

  it('does not change how many readings wait', async () => {
    const [first] = [await add(unsure), await add(unsure)]
    const sure = await add({ ...read, confidence: 0.99 })
    await lend(test.own.general, [first.id])
    const as = test.own.admin
    const answer = await test.ask('GET', `/api/v1/review?reading_id=${sure.id}`, { as })
    expect(dataOf('review', answer)).toHaveLength(2)
    expect(answer.json).toMatchObject({ count: 2 })
    expect(await count(as)).toBe(2)
  })

  it('ends when its reviewer has others, and lends nothing of another organization', async () => {
    const [first, second] = [await add(unsure), await add(unsure)]
    await lend(test.own.general, [first.id, second.id])
    await lend(test.own.general, [second.id])
    expect(await idsOf(test.own.admin)).toEqual([first.id])
    await lend(test.own.general, [])
    expect(await idsOf(test.own.admin)).toHaveLength(2)
    expect((await lend(test.other.general, [first.id])).lent).toEqual([])
  })

  it('says whether the reading was changed since it was listed', async () => {
    const { id } = await add(unsure)
    const [item] = await listed()
    expect((await lend(test.own.general, [id])).lent[0]?.updated_at).toBe(item?.reading.updated_at)
    await correct(id, 0.5, test.own.admin)
    expect((await lend(test.own.general, [id])).lent[0]?.updated_at).not.toBe(item?.reading.updated_at)
  })
})
