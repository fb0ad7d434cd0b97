// Covers docs/requirements.md: 240, 566, 589, 599, 699

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isAbnormal, type ReadState } from '../../../contract/values/abnormal.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addMeter, addPicture, addReading } from '../../../tests/support/server/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import { photograph } from '../../../tests/support/server/subjects.ts'
import { readingChanges, readings } from '../../db/schema.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const changesOf = (readingId: number) =>
  test.deps.database.asSystem((tx) =>
    tx
      .select()
      .from(readingChanges)
      .where(eq(readingChanges.readingId, readingId))
      .orderBy(readingChanges.id),
  )
const correct = (id: number, value: number | null, as = test.own.general) =>
  test.ask('PUT', `/api/v1/meter-value/${id}`, { as, body: { value } })
const readByReader = {
  value: 0.42,
  readValue: 0.42,
  valueSource: 'reader',
  source: 'camera',
  readState: 1,
  ocr: null,
  degree: 123.4,
  confidence: 0.9,
} as const

describe('a correction', () => {
  it('is refused with more digits than the display has', async () => {
    const display = { meterCategoryId: 3, digitNumber: 4, decimalPoint: 1 }
    const { id } = await addReading(
      test.deps.database,
      await addMeter(test.deps.database, test.own.id, display),
    )
    for (const value of [1000, -1000])
      expect(failureOf(await correct(id, value)).issues).toEqual([
        { path: 'value', message: '4桁のメーターです。整数部は3桁までです' },
      ])
    expect(dataOf('updateReading', await correct(id, 999.9)).value).toBe(999.9)
    // A gauge has no digits, whatever was set before its category changed.
    const gauge = await addMeter(test.deps.database, test.own.id, { digitNumber: 2 })
    const shown = await addReading(test.deps.database, gauge)
    expect(dataOf('updateReading', await correct(shown.id, 150)).value).toBe(150)
  })

  it('changes the value and its judgement, never what the reader read, and keeps who, when, before and after', async () => {
    const meter = await addMeter(test.deps.database, test.own.id)
    const { id } = await addReading(test.deps.database, meter, readByReader)
    const corrected = dataOf('updateReading', await correct(id, 0.9))
    expect(corrected).toMatchObject({
      value: 0.9,
      value_source: 'corrected',
      is_abnormal: true,
      read_value: 0.42,
      degree: 123.4,
    })
    dataOf('updateReading', await correct(id, null, test.own.admin))
    expect(await changesOf(id)).toMatchObject([
      {
        userId: test.own.general.id,
        action: 'correct',
        before: { value: 0.42, value_source: 'reader', is_abnormal: false },
        after: { value: 0.9, value_source: 'corrected', is_abnormal: true },
      },
      {
        userId: test.own.admin.id,
        before: { value: 0.9 },
        after: { value: null, value_source: 'corrected', is_abnormal: true },
      },
    ])
  })

  it('is told with who did it and when, newest first, after a deletion as well', async () => {
    const meter = await addMeter(test.deps.database, test.own.id)
    const { id } = await addReading(test.deps.database, meter, readByReader)
    const told = async () =>
      dataOf(
        'readingChanges',
        await test.ask('GET', `/api/v1/meter-value/${id}/changes`, { as: test.own.general }),
      )
    expect(await told()).toEqual([])
    await correct(id, 0.9)
    await correct(id, null, test.own.admin)
    await test.ask('DELETE', `/api/v1/meter-value/${id}`, { as: test.own.general })
    expect(await told()).toMatchObject([
      { user: test.own.general.username, action: 'delete', before: { value: null }, after: null },
      { user: test.own.admin.username, action: 'correct', before: { value: 0.9 }, after: { value: null } },
      { user: test.own.general.username, action: 'correct', before: { value: 0.42 }, after: { value: 0.9 } },
    ])
  })

  it.each([
    ['without anything to correct', {}, 'value'],
    ['with a reason alone', { reason: '誤り' }, 'value'],
    ['with a reason that is too long', { value: 1, reason: 'あ'.repeat(101) }, 'reason'],
    ['with a time in the future', { created_at: '2099-01-01 00:00:00' }, 'created_at'],
  ])('%s is refused', async (_what, body, path) => {
    const meter = await addMeter(test.deps.database, test.own.id)
    const { id } = await addReading(test.deps.database, meter)
    const refused = await test.ask('PUT', `/api/v1/meter-value/${id}`, { as: test.own.general, body })
    expect([refused.status, failureOf(refused).issues?.[0]?.path]).toEqual([400, path])
    expect(await changesOf(id)).toEqual([])
  })

  it('to the reader’s own value is an acceptance; saying the same again leaves no trace', async () => {
    const meter = await addMeter(test.deps.database, test.own.id)
    const { id } = await addReading(test.deps.database, meter, readByReader)
    expect(dataOf('updateReading', await correct(id, 0.42)).value_source).toBe('accepted')
    await correct(id, 0.42)
    expect(await changesOf(id)).toHaveLength(1)
  })

  it('to a value that no multiplier and no sum could hold is refused with its limit', async () => {
    const meter = await addMeter(test.deps.database, test.own.id)
    const { id } = await addReading(test.deps.database, meter, readByReader)
    expect(failureOf(await correct(id, -1e303))).toMatchObject({
      code: 'validation_failed',
      issues: [{ path: 'value', message: '絶対値が1,000兆以下の数値を指定してください' }],
    })
    expect((await correct(id, 1e15)).status).toBe(200)
  })

  it('of another organization’s reading finds nothing and changes nothing', async () => {
    const meter = await addMeter(test.deps.database, test.other.id)
    const { id } = await addReading(test.deps.database, meter, readByReader)
    expect((await correct(id, 9)).status).toBe(404)
    expect((await test.ask('DELETE', `/api/v1/meter-value/${id}`, { as: test.own.system })).status).toBe(404)
    expect(await changesOf(id)).toEqual([])
  })
})

describe('a deletion', () => {
  it('takes the reading out of sight and keeps what it was, who did it and when', async () => {
    const meter = await addMeter(test.deps.database, test.own.id)
    const { id } = await addReading(test.deps.database, meter, readByReader)
    const remove = () => test.ask('DELETE', `/api/v1/meter-value/${id}`, { as: test.own.general })
    expect((await remove()).status).toBe(200)
    expect((await remove()).status).toBe(404)
    expect((await correct(id, 1)).status).toBe(404)
    const [row] = await test.deps.database.asSystem((tx) =>
      tx.select().from(readings).where(eq(readings.id, id)),
    )
    expect(row).toMatchObject({ value: 0.42, deletedByUserId: test.own.general.id })
    expect(await changesOf(id)).toMatchObject([{ action: 'delete', before: { value: 0.42 } }])
    const shown = await test.ask('GET', `/api/v1/meters/${meter.id}`, { as: test.own.general })
    expect(dataOf('meter', shown).last_reading).toBeNull()
  })
})

describe('a changed abnormal range', () => {
  const values: [value: number | null, state: ReadState | null][] = [
    [null, null],
    [null, 0],
    [null, 1],
    [null, 2],
    [null, 3],
    [-1, 1],
    [0, null],
    [0.3, 1],
    [0.5, 2],
    [0.7, 0],
    [1e9, 1],
  ]
  it.each([
    [0.3, 0.7],
    [0, 0],
    [-5, 0],
    [null, null],
  ])('%s to %s judges every reading of the meter as the contract does', async (start, end) => {
    const { database } = test.deps
    const meter = await addMeter(database, test.own.id, { emergencyStartValue: 50, emergencyEndValue: 60 })
    const untouched = await addReading(database, await addMeter(database, test.own.id), { isAbnormal: true })
    const { sha256: pictureSha256 } = await addPicture(test.deps, test.own.id, photograph)
    // Judged wrongly on purpose, both ways.
    for (const [index, [value, readState]] of values.entries()) {
      const given = { value, readState, isAbnormal: index % 2 === 0, pictureSha256 }
      await addReading(database, meter, { ...given, valueSource: 'reader' })
    }
    const range = { emergency_start_value: start, emergency_end_value: end }
    dataOf(
      'updateMeter',
      await test.ask('PUT', `/api/v1/meters/${meter.id}`, { as: test.own.general, body: range }),
    )
    const rows = await database.asSystem((tx) =>
      tx.select().from(readings).where(eq(readings.meterId, meter.id)),
    )
    for (const { value, readState, isAbnormal: judged } of rows) {
      expect({ value, readState, judged }).toEqual({
        value,
        readState,
        judged: isAbnormal({ value, read_state: readState }, range),
      })
    }
    const [other] = await database.asSystem((tx) =>
      tx.select().from(readings).where(eq(readings.id, untouched.id)),
    )
    expect(other?.isAbnormal).toBe(true)
  })

  it('and corrections made at the same moment agree in the end, without waiting for each other for ever', async () => {
    const { database } = test.deps
    const meter = await addMeter(database, test.own.id)
    const made = await Promise.all(
      Array.from({ length: 6 }, () => addReading(database, meter, { value: 0.1 })),
    )
    // Each change of the range judges every reading the other way round.
    const changeRange = (start: number) =>
      test.ask('PUT', `/api/v1/meters/${meter.id}`, {
        as: test.own.general,
        body: { emergency_start_value: start, emergency_end_value: start + 1 },
      })
    const answers = await Promise.all(
      made.flatMap(({ id }, index) => [
        correct(id, 0.5),
        changeRange(index % 2 === 0 ? 0 : 5),
        correct(id, 0.6),
      ]),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const shown = dataOf(
      'meter',
      await test.ask('GET', `/api/v1/meters/${meter.id}`, { as: test.own.general }),
    )
    const rows = await database.asSystem((tx) =>
      tx.select().from(readings).where(eq(readings.meterId, meter.id)),
    )
    expect(rows.map(({ isAbnormal: judged }) => judged)).toEqual(
      rows.map(({ value, readState }) => isAbnormal({ value, read_state: readState }, shown)),
    )
  })
})

describe('the answer to a change of a reading', () => {
  /** Three readings of a meter whose first was abnormal; its alert is past and nobody has confirmed it. */
  async function endedAlert() {
    const meter = await addMeter(test.deps.database, test.own.id)
    const sent = async (value: number, minute: number) => {
      const body = {
        meter_id: meter.id,
        value,
        created_at: `2026-11-20 09:0${minute}:00`,
        image_base64: null,
      }
      return dataOf(
        'createReading',
        await test.ask('POST', '/api/v1/meter-value', { as: test.own.general, body }),
      ).id
    }
    return { abnormal: await sent(0.95, 0), normal: await sent(0.5, 1) }
  }
  const remove = async (id: number) =>
    dataOf('deleteReading', await test.ask('DELETE', `/api/v1/meter-value/${id}`, { as: test.own.general }))

  it('says how many alerts a deletion removed', async () => {
    const { abnormal, normal } = await endedAlert()
    expect(await remove(abnormal)).toEqual({ removed_alerts: 1 })
    expect(await remove(normal)).toEqual({ removed_alerts: 0 })
  })

  it('says how many alerts a corrected value removed', async () => {
    const { abnormal } = await endedAlert()
    expect(dataOf('updateReading', await correct(abnormal, 0.5)).removed_alerts).toBe(1)
    expect(dataOf('updateReading', await correct(abnormal, 0.6)).removed_alerts).toBe(0)
  })
})
