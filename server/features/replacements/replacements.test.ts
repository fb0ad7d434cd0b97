// Covers docs/requirements.md: 532

import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addMeter, addReading } from '../../../tests/support/server/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import { meterChanges } from '../../db/schema.ts'
import { isoInZone } from '../../time-zone.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const now = () => test.deps.clock()
const addCounter = () => addMeter(test.deps.database, test.own.id, { meterCategoryId: 4, digitNumber: 5 })
const replacedAt = new Date(Date.now() - 3_600_000)
const sentBody = () => ({
  old_end_value: 9120.5,
  new_start_value: 3,
  note: '検定満了',
  replaced_at: replacedAt.toISOString(),
  sent_at: now().toISOString(),
})
const post = (meterId: number, given: object = {}, key: string = randomUUID(), as = test.own.general) =>
  test.ask('POST', '/api/v1/meter-replacements', {
    as,
    headers: { 'idempotency-key': key },
    body: { meter_id: meterId, ...sentBody(), ...given },
  })
const listOf = async (meterId: number) =>
  dataOf(
    'replacements',
    await test.ask('GET', `/api/v1/meters/${meterId}/replacements`, { as: test.own.general }),
  )
const meterOf = async (id: number) => {
  const { json } = await test.ask('GET', `/api/v1/meters/${id}`, { as: test.own.general })
  return (json as { data: { evidence: { value: number }[]; replacement: object | null } }).data
}

describe('a replacement of a meter', () => {
  it('that arrives many times at once is stored once, with one receipt; another one under its key is refused', async () => {
    const meter = await addCounter()
    const key = randomUUID()
    const body = sentBody()
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(meter.id, body, key)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201])
    const receipts = answers.map((answer) => dataOf('createReplacement', answer))
    expect(new Set(receipts.map((receipt) => JSON.stringify(receipt))).size).toBe(1)
    const kept = await listOf(meter.id)
    expect(kept).toMatchObject([
      { meter_id: meter.id, old_end_value: 9120.5, new_start_value: 3, note: '検定満了' },
    ])
    expect(receipts[0]).toMatchObject({ id: kept[0]?.id, key, meter_id: meter.id })
    expect(await post(meter.id, { ...body, new_start_value: 4 }, key)).toMatchObject({ status: 422 })
    // Later, also when an administrator has deleted it.
    test.advance(600_000)
    await test.ask('DELETE', `/api/v1/meter-replacements/${kept[0]?.id}`, { as: test.own.admin })
    const late = await post(meter.id, { ...body, sent_at: now().toISOString() }, key)
    expect(late.status).toBe(200)
    expect(dataOf('createReplacement', late)).toEqual(receipts[0])
    expect(await listOf(meter.id)).toEqual([])
  })

  it('is of one’s own meter; keys of one organization are no business of another', async () => {
    const foreign = await addMeter(test.deps.database, test.other.id, { meterCategoryId: 4 })
    const key = randomUUID()
    await post((await addCounter()).id, {}, key)
    const refused = await post(foreign.id)
    expect([refused.status, failureOf(refused).code, failureOf(refused).issues?.[0]?.path]).toEqual([
      400,
      'reference_unknown',
      'meter_id',
    ])
    expect((await post(foreign.id, {}, key, test.other.general)).status).toBe(201)
  })

  it('is timed by our clock where the phone’s is wrong', async () => {
    const meter = await addCounter()
    const wrong = (at: Date) => new Date(at.getTime() + 86_400_000).toISOString()
    await post(meter.id, { replaced_at: wrong(replacedAt), sent_at: wrong(now()) })
    const [kept] = await listOf(meter.id)
    expect(Math.abs(Date.parse(kept?.replaced_at ?? '') - replacedAt.getTime())).toBeLessThan(60_000)
  })

  it('keeps a time that a person chose, whatever the computer’s clock shows', async () => {
    const meter = await addCounter()
    const sent_at = new Date(now().getTime() + 86_400_000).toISOString()
    await post(meter.id, { sent_at, is_time_chosen: true })
    expect(await listOf(meter.id)).toMatchObject([{ replaced_at: isoInZone('Asia/Tokyo', replacedAt) }])
    const tomorrow = await post(meter.id, { sent_at, replaced_at: sent_at, is_time_chosen: true })
    expect(tomorrow).toMatchObject({ status: 400, json: { issues: [{ path: 'replaced_at' }] } })
  })

  it.each([
    ['first', true],
    ['last', false],
  ])(
    'that office and phone both record counts once, the office’s received %s; the list says so',
    async (_when, officeFirst) => {
      const meter = await addCounter()
      const since = (minutes: number) => new Date(replacedAt.getTime() + minutes * 60_000)
      await addReading(test.deps.database, meter, { value: 9110, createdAt: since(-600) })
      const byOffice = () => post(meter.id, { is_time_chosen: true })
      if (officeFirst) await byOffice()
      await post(meter.id, { old_end_value: 9120.4, replaced_at: since(30).toISOString() })
      await addReading(test.deps.database, meter, { value: 6, createdAt: since(40) })
      if (!officeFirst) await byOffice()
      const answer = await test.ask('GET', `/api/v1/meters-values?meter_ids=${meter.id}`, {
        as: test.own.general,
      })
      expect(dataOf('readings', answer)[0]?.consumption).toMatchObject({
        amount: 10.5 + 3,
        note: 'duplicate_replacement',
      })
      const both = await listOf(meter.id)
      expect(both.map(({ is_duplicate }) => is_duplicate)).toEqual([true, false])
      await test.ask('DELETE', `/api/v1/meter-replacements/${both[0]?.id}`, { as: test.own.admin })
      expect((await listOf(meter.id)).map(({ is_duplicate }) => is_duplicate)).toEqual([false])
    },
  )

  it('leaves the old meter’s readings out of what the next photograph is held against', async () => {
    const meter = await addCounter()
    await addReading(test.deps.database, meter, {
      value: 9120,
      createdAt: new Date(replacedAt.getTime() - 1),
    })
    await post(meter.id)
    expect((await meterOf(meter.id)).evidence.map(({ value }) => value)).toEqual([3])
    await addReading(test.deps.database, meter, { value: 5, createdAt: new Date(replacedAt.getTime() + 1) })
    expect((await meterOf(meter.id)).evidence.map(({ value }) => value)).toEqual([5, 3])
  })

  it('counts by its time, whichever arrives first: consumption and what the next photograph is held against', async () => {
    const shown = async (replacementFirst: boolean) => {
      const meter = await addCounter()
      const since = (milliseconds: number) => new Date(replacedAt.getTime() + milliseconds)
      const add = (value: number, createdAt: Date) =>
        addReading(test.deps.database, meter, { value, createdAt })
      await add(9100, since(-86_400_000))
      if (replacementFirst) await post(meter.id)
      await add(5, since(1000))
      await add(8, since(2000))
      if (!replacementFirst) await post(meter.id)
      const answer = await test.ask('GET', `/api/v1/meters-values?meter_ids=${meter.id}`, {
        as: test.own.general,
      })
      const consumed = dataOf('readings', answer).map(({ consumption }) => consumption?.amount)
      return { consumed, evidence: (await meterOf(meter.id)).evidence.map(({ value }) => value) }
    }
    const inOrder = await shown(true)
    expect(inOrder).toEqual({ consumed: [3, 20.5 + 2, undefined], evidence: [8, 5, 3] })
    expect(await shown(false)).toEqual(inOrder)
  })

  it('that is said to lie before the old meter’s last reading lies behind it, so that consumption is right', async () => {
    const meter = await addCounter()
    const since = (seconds: number) => new Date(replacedAt.getTime() + seconds * 1000)
    const add = (value: number, createdAt: Date) =>
      addReading(test.deps.database, meter, { value, createdAt })
    await add(9100, since(-86_400))
    await add(9120, since(34))
    await post(meter.id)
    await add(15.3, since(60))
    const answer = await test.ask('GET', `/api/v1/meters-values?meter_ids=${meter.id}`, {
      as: test.own.general,
    })
    expect(dataOf('readings', answer).map(({ consumption }) => consumption?.amount)).toEqual([
      12.8,
      20,
      undefined,
    ])
    expect((await meterOf(meter.id)).evidence.map(({ value }) => value)).toEqual([15.3, 3])
  })

  it('is deleted by administrators only, and both stand in the meter’s history', async () => {
    const meter = await addCounter()
    const { id } = dataOf('createReplacement', await post(meter.id))
    const remove = (as = test.own.admin) => test.ask('DELETE', `/api/v1/meter-replacements/${id}`, { as })
    expect((await remove(test.own.general)).status).toBe(403)
    expect((await remove()).status).toBe(200)
    expect((await remove()).status).toBe(404)
    expect((await meterOf(meter.id)).replacement).toBeNull()
    const changes = await test.deps.database.asSystem((tx) =>
      tx.select().from(meterChanges).where(eq(meterChanges.meterId, meter.id)).orderBy(meterChanges.id),
    )
    const told = { replaced_at: replacedAt.toISOString(), old_end_value: 9120.5, new_start_value: 3 }
    expect(changes).toMatchObject([
      { userId: test.own.general.id, before: {}, after: told },
      { userId: test.own.admin.id, before: told, after: {} },
    ])
  })

  it.each([
    ['meter_id', 'x'],
    ['new_start_value', 'x'],
    ['old_end_value', true],
    ['old_end_value', 100_000],
    ['new_start_value', 100_000],
    ['replaced_at', 'yesterday'],
    ['replaced_at', '0001-01-01T00:00:00Z'],
    ['note', 'あ'.repeat(101)],
  ])('is refused with a wrong %s, which is named', async (path, value) => {
    const answer = await post((await addCounter()).id, { [path]: value })
    expect(answer).toMatchObject({ status: 400, json: { issues: [{ path }] } })
  })
})
