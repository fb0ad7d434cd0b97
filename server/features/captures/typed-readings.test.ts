// Covers docs/requirements.md: 643

import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addMeter } from '../../../tests/support/server/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import { organizations, plans, readings } from '../../db/schema.ts'

let test: TestApp
let meterId: number
beforeAll(async () => {
  test = await createTestApp()
})
beforeEach(async () => {
  meterId = (await addMeter(test.deps.database, test.own.id)).id
})
afterAll(() => test.close())

const measured = '2026-11-19T00:00:00.000Z'
const send = (
  given: object = {},
  key: string = randomUUID(),
  more: Record<string, string> = {},
  as = test.own.general,
) => {
  const sent = test.deps.clock().toISOString()
  return test.ask('POST', '/api/v1/typed-readings', {
    as,
    headers: { 'idempotency-key': key, ...more },
    body: { meter_id: meterId, value: 0.9, measured_at: measured, sent_at: sent, ...given },
  })
}
const rowsOf = (id: number) =>
  test.deps.database.asSystem((tx) =>
    tx.select().from(readings).where(eq(readings.meterId, id)).orderBy(readings.id),
  )

describe('a value without a photograph', () => {
  it('becomes one reading, however often it arrives at once', async () => {
    const key = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => send({ confirmed_doubts: ['abnormal'] }, key)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 201])
    const [row, ...more] = await rowsOf(meterId)
    expect(more).toEqual([])
    for (const answer of answers)
      expect(dataOf('createTypedReading', answer)).toMatchObject({ id: row?.id, key, meter_id: meterId })
    expect(row).toMatchObject({
      value: 0.9,
      valueSource: 'entered',
      source: 'entry',
      isAbnormal: true,
      readState: null,
      confirmedDoubts: ['abnormal'],
      createdAt: new Date(measured),
      createdByUserId: test.own.general.id,
    })
  })

  it('is measured by the phone’s clock, which is put right, unless a person chose the time', async () => {
    const ahead = { sent_at: new Date(test.deps.clock().getTime() + 3_600_000).toISOString() }
    await send(ahead, randomUUID(), { 'clock-offset': '3600000' })
    await send({ ...ahead, is_time_chosen: true })
    const times = (await rowsOf(meterId)).map(({ createdAt }) => Math.round(createdAt.getTime() / 60_000))
    const chosen = Date.parse(measured) / 60_000
    expect(times).toEqual([chosen - 60, chosen])
  })

  it('is the same reading when データを追加 has sent it before, under its key', async () => {
    const key = randomUUID()
    const first = await test.ask('POST', '/api/v1/meter-value', {
      as: test.own.general,
      headers: { 'idempotency-key': key },
      body: { meter_id: meterId, value: 0.9, created_at: '2026-11-19 09:00:00', image_base64: null },
    })
    const again = await send({ is_time_chosen: true }, key)
    expect(again.status).toBe(200)
    expect(dataOf('createTypedReading', again).id).toBe(dataOf('createReading', first).id)
  })

  it('is refused with more digits than the display has, and under the key of another value', async () => {
    const display = { meterCategoryId: 3, digitNumber: 4, decimalPoint: 1 }
    const { id } = await addMeter(test.deps.database, test.own.id, display)
    expect(failureOf(await send({ meter_id: id, value: 1000 })).issues).toEqual([
      { path: 'value', message: '4桁のメーターです。整数部は3桁までです' },
    ])
    expect(await rowsOf(id)).toEqual([])
    const key = randomUUID()
    await send({}, key)
    expect(failureOf(await send({ value: 0.8 }, key)).code).toBe('key_reused')
  })

  it('is corrected and withdrawn by its key, and a late repeat does not bring it back', async () => {
    const key = randomUUID()
    await send({}, key)
    const amend = (path: string, given: object) =>
      test.ask('POST', path, {
        as: test.own.general,
        headers: { 'idempotency-key': randomUUID() },
        body: { reading_key: key, meter_id: meterId, ...given },
      })
    expect((await amend('/api/v1/reading-corrections', { value: 0.7 })).status).toBe(200)
    expect(await rowsOf(meterId)).toMatchObject([{ value: 0.7, isAbnormal: false }])
    expect((await amend('/api/v1/reading-withdrawals', {})).status).toBe(200)
    expect((await send({}, key)).status).toBe(200)
    expect(await rowsOf(meterId)).toMatchObject([{ deletedAt: expect.any(Date) }])
  })

  it('of another organization’s meter is refused, and another organization may use the key', async () => {
    const foreign = await addMeter(test.deps.database, test.other.id)
    const key = randomUUID()
    const refused = failureOf(await send({ meter_id: foreign.id }, key))
    expect(refused).toMatchObject({ code: 'reference_unknown', issues: [{ path: 'meter_id' }] })
    expect(await rowsOf(foreign.id)).toEqual([])
    expect((await send({}, key)).status).toBe(201)
    expect((await send({ meter_id: foreign.id }, key, {}, test.other.general)).status).toBe(201)
  })

  it('is refused without a value, of the future, and with a doubt that does not exist', async () => {
    const future = new Date(test.deps.clock().getTime() + 2 * 3_600_000).toISOString()
    for (const [path, given] of [
      ['value', { value: null }],
      ['measured_at', { measured_at: future, is_time_chosen: true }],
      ['confirmed_doubts.0', { confirmed_doubts: ['odd'] }],
    ] as const) {
      const answer = await send(given)
      expect([answer.status, failureOf(answer).issues?.[0]?.path]).toEqual([400, path])
    }
    expect(await rowsOf(meterId)).toEqual([])
  })

  it('is taken where the plan does not allow photographs by phones, as データを追加 is', async () => {
    await test.deps.database.asSystem(async (tx) => {
      const [plan] = await tx
        .insert(plans)
        .values({ name: '小', type: 0, limitMobileCount: 5, aiApiMaxCount: 0, allowApps: false })
        .returning()
      await tx
        .update(organizations)
        .set({ planId: plan?.id ?? 0 })
        .where(eq(organizations.id, test.own.id))
    })
    expect((await send()).status).toBe(201)
  })
})
