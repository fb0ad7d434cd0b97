import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/app.ts'
import { addMeter, addReading } from '../../../tests/support/builders.ts'
import { meterChanges } from '../../db/schema.ts'

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
const post = (meterId: number, given: object = {}, key = randomUUID()) =>
  test.ask('POST', `/api/v1/meters/${meterId}/replacements`, {
    as: test.own.general,
    headers: { 'idempotency-key': key },
    body: { ...sentBody(), ...given },
  })
const meterOf = async (id: number) => {
  const { json } = await test.ask('GET', `/api/v1/meters/${id}`, { as: test.own.general })
  return (json as { data: { evidence: { value: number }[]; replacement: object | null } }).data
}

describe('a replacement of a meter', () => {
  it('is stored once however often it is sent, and another one under its key is refused', async () => {
    const meter = await addCounter()
    const key = randomUUID()
    const first = await post(meter.id, {}, key)
    expect(first.status).toBe(201)
    expect(first.json).toMatchObject({
      data: { old_end_value: 9120.5, new_start_value: 3, note: '検定満了', meter_id: meter.id },
    })
    const repeat = await post(meter.id, {}, key)
    expect(repeat.status).toBe(200)
    expect(repeat.json).toEqual(first.json)
    expect(await post(meter.id, { new_start_value: 4 }, key)).toMatchObject({ status: 422 })
    const listed = await test.ask('GET', `/api/v1/meters/${meter.id}/replacements`, { as: test.own.general })
    expect(listed.json).toMatchObject({ data: [(first.json as { data: object }).data] })
  })

  it('is timed by our clock where the phone’s is wrong', async () => {
    const meter = await addCounter()
    const wrong = (at: Date) => new Date(at.getTime() + 86_400_000).toISOString()
    const { json } = await post(meter.id, { replaced_at: wrong(replacedAt), sent_at: wrong(now()) })
    const at = Date.parse((json as { data: { replaced_at: string } }).data.replaced_at)
    expect(Math.abs(at - replacedAt.getTime())).toBeLessThan(60_000)
  })

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

  it('is deleted by administrators only, and both stand in the meter’s history', async () => {
    const meter = await addCounter()
    const { json } = await post(meter.id)
    const { id } = (json as { data: { id: number } }).data
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
    ['new_start_value', 'x'],
    ['replaced_at', 'yesterday'],
    ['note', 'あ'.repeat(101)],
  ])('is refused with a wrong %s, which is named', async (path, value) => {
    const answer = await post((await addCounter()).id, { [path]: value })
    expect(answer).toMatchObject({ status: 400, json: { issues: [{ path }] } })
  })
})
