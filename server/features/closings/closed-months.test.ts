// Covers docs/requirements.md: 798, 799, 844

import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readState } from '../../../contract/values/abnormal.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import {
  addCycle,
  addMeter,
  addPicture,
  addReading,
  addReplacement,
} from '../../../tests/support/server/builders.ts'
import { countersOf, local } from '../../../tests/support/server/counters.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import { photograph } from '../../../tests/support/server/subjects.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const { addCounter, read: readOf } = countersOf(() => test)

/** 水道 has counted 331 in September, which is closed with a reading at either end, and one in its middle. */
async function build() {
  const { database } = test.deps
  const meter = await addCounter({ name: '水道' })
  const cycle = await addCycle(database, test.own.id, [meter.id])
  const read = (at: string, value: number | null, given = {}) => readOf(meter, at, value, given)
  const start = await read('2026-09-01T00:00', 700)
  const middle = await read('2026-09-15T09:00', 900)
  const end = await read('2026-10-01T00:00', 1031)
  const closing = { month: '2026-09', version: 1, exceptions: [] }
  const path = `/api/v1/closing-cycles/${cycle.id}/closings`
  expect((await test.ask('POST', path, { as: test.own.admin, body: closing })).status).toBe(201)
  const state = async () => {
    const board = `/api/v1/closing-cycles/${cycle.id}/board?month=2026-09`
    const { meters } = dataOf('closingBoard', await test.ask('GET', board, { as: test.own.general }))
    return meters[0]?.state
  }
  return { meter, read, start, middle, end, state }
}
type Built = Awaited<ReturnType<typeof build>>

type Asked = readonly [method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object]
const ask = ([method, path, body]: Asked, headers: Record<string, string>) =>
  test.ask(method, path, { as: test.own.admin, headers, ...(body && { body }) })
const refuse = { 'closed-months': 'refuse' }

const acts: Record<string, readonly [(built: Built) => Promise<Asked> | Asked, now: string]> = {
  'correcting a closing reading': [
    ({ end }) => ['PUT', `/api/v1/meter-value/${end.id}`, { value: 1013 }],
    '313',
  ],
  'moving it in time': [
    ({ end }) => ['PUT', `/api/v1/meter-value/${end.id}`, { created_at: '2026-10-20 00:00:00' }],
    '不明',
  ],
  'confirming another time of it': [
    ({ start }) => [
      'PUT',
      `/api/v1/meter-value/${start.id}/measured-at`,
      { created_at: '2026-08-20 00:00:00' },
    ],
    '不明',
  ],
  'deleting it': [({ start }) => ['DELETE', `/api/v1/meter-value/${start.id}`], '不明'],
  'restoring a later one': [
    async ({ read }) => {
      const deleted = await read('2026-09-30T23:00', 1040, { deletedAt: new Date() })
      const later = await read('2026-10-01T00:00', 1040, { deletedAt: new Date() })
      return ['POST', `/api/v1/meter-value/${Math.max(deleted.id, later.id)}/restore`]
    },
    '340',
  ],
  'entering a value for a past time': [
    ({ meter }) => [
      'POST',
      '/api/v1/meter-value',
      { meter_id: meter.id, value: 1041, created_at: '2026-10-01 00:00:00', image_base64: null },
    ],
    '341',
  ],
  'replacing the meter in the month': [
    ({ meter }) => {
      const replaced = { old_end_value: null, new_start_value: 0, replaced_at: '2026-09-20T00:00:00+09:00' }
      const sent = { sent_at: '2026-09-20T00:00:00+09:00', is_time_chosen: true, note: '' }
      return ['POST', '/api/v1/meter-replacements', { meter_id: meter.id, ...replaced, ...sent }]
    },
    '不明',
  ],
  'a dated multiplier': [
    ({ meter }) => [
      'POST',
      `/api/v1/meters/${meter.id}/terms`,
      { valid_from: '2026-08-01 00:00:00', multiplier: 10, digit_number: 5, decimal_point: 1 },
    ],
    '3,310',
  ],
  'another multiplier since ever': [
    ({ meter }) => ['PUT', `/api/v1/meters/${meter.id}`, { status: 1, multiplier: 2 }],
    '662',
  ],
}

describe('an act that changes a closed month', () => {
  it.each(Object.keys(acts))('%s is refused with the month if the caller asks for it', async (name) => {
    const [askedOf, now] = acts[name] ?? []
    const built = await build()
    const asked = (await askedOf?.(built)) ?? (['DELETE', ''] as const)
    const key = { 'idempotency-key': crypto.randomUUID() }
    const refused = failureOf(await ask(asked, { ...key, ...refuse }))
    const { code, issues } = refused
    expect({ code, issues }).toEqual({
      code: 'closed_months_change',
      issues: [
        { path: '2026-09', message: expect.stringMatching(`^2026年9月分 331( .+)? → ${now}( .+)?（水道）$`) },
      ],
    })
    expect(await built.state()).toBe('closed')
    expect((await ask(asked, key)).status).toBeLessThan(300)
    expect(await built.state()).toBe('corrected')
  })

  it('is refused for an estimate that closes the month, and for withdrawing it', async () => {
    const { meter, end, state } = await build()
    expect((await ask(['DELETE', `/api/v1/meter-value/${end.id}`], {})).status).toBe(200)
    const path = `/api/v1/meters/${meter.id}/estimates`
    const estimate = { at: '2026-10-01 00:00:00', value: 1020, basis: 'typed', reason: '不在' }
    expect(failureOf(await ask(['POST', path, estimate], refuse)).code).toBe('closed_months_change')
    const { id } = dataOf('createMeterEstimate', await ask(['POST', path, estimate], {}))
    expect(await state()).toBe('corrected')
    expect(failureOf(await ask(['DELETE', `${path}/${id}`], refuse)).code).toBe('closed_months_change')
  })

  it('is refused for deleting a replacement that the month was closed with', async () => {
    const { database } = test.deps
    const meter = await addMeter(database, test.own.id, {
      meterCategoryId: 4,
      digitNumber: 5,
      decimalPoint: 1,
    })
    const cycle = await addCycle(database, test.own.id, [meter.id])
    const replaced = { at: local('2026-09-15T00:00'), oldEndValue: 800, newStartValue: 0 }
    const { id } = await addReplacement(database, meter, test.own.admin.id, replaced)
    await addReading(database, meter, { createdAt: local('2026-09-01T00:00'), value: 700 })
    await addReading(database, meter, { createdAt: local('2026-10-01T00:00'), value: 50 })
    const body = { month: '2026-09', version: 1, exceptions: [] }
    await test.ask('POST', `/api/v1/closing-cycles/${cycle.id}/closings`, { as: test.own.admin, body })
    const deletion = ['DELETE', `/api/v1/meter-replacements/${id}`] as const
    expect(failureOf(await ask(deletion, refuse)).issues).toMatchObject([{ path: '2026-09' }])
  })

  it('is refused for a month that is being closed when the act begins', async () => {
    const { database } = test.deps
    const counter = { meterCategoryId: 4, digitNumber: 5, decimalPoint: 1 }
    const meter = await addMeter(database, test.own.id, counter)
    const cycle = await addCycle(database, test.own.id, [meter.id])
    await addReading(database, meter, { createdAt: local('2026-09-01T00:00'), value: 700 })
    const { id } = await addReading(database, meter, { createdAt: local('2026-10-01T00:00'), value: 1031 })
    const ofDatabase = sql`(select pid from pg_locks where database =
      (select oid from pg_database where datname = current_database()))`
    const answers = await database.asSystem(async (tx) => {
      await tx.execute(sql`select from meters where id = ${meter.id} for no key update`)
      const countWaiting = async () =>
        (await tx.execute(sql`select from pg_locks where not granted and pid in ${ofDatabase}`)).rows.length
      const body = { month: '2026-09', version: 1, exceptions: [] }
      const closing = ask(['POST', `/api/v1/closing-cycles/${cycle.id}/closings`, body], {})
      await expect.poll(countWaiting).toBe(1)
      const correction = ask(['PUT', `/api/v1/meter-value/${id}`, { value: 1013 }], refuse)
      await expect.poll(countWaiting).toBe(2)
      return [closing, correction]
    })
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([201, 409])
  })

  it('is refused for reading settings with which a picture near the closing time is read', async () => {
    const { meter, read, state } = await build()
    const { sha256: pictureSha256 } = await addPicture(test.deps, test.own.id, photograph)
    const waiting = { valueSource: 'reader', pictureSha256, readState: readState.waiting } as const
    await read('2026-09-30T23:30', null, { ...waiting, source: 'camera' })
    const pins = { status: 1, settings: '0.1@0.2:0.3@0.4' }
    const settings = ['PUT', `/api/v1/meters/${meter.id}`, pins] as const
    expect(failureOf(await ask(settings, refuse)).issues).toEqual([
      { path: '2026-09.pictures', message: '2026年9月分 写真の読取で変わることがあります（水道）' },
    ])
    expect((await ask(settings, {})).status).toBe(200)
    expect(await state()).toBe('closed')
    expect(
      (await ask(['PUT', `/api/v1/meters/${meter.id}`, { status: 1, name: '上水' }], refuse)).status,
    ).toBe(200)
  })
})

describe('an act that changes no closed month', () => {
  it('is carried out: a value in the middle of the month, one after it, and what was closed again', async () => {
    const { meter, middle, end, state } = await build()
    expect((await ask(['PUT', `/api/v1/meter-value/${middle.id}`, { value: 905 }], refuse)).status).toBe(200)
    const entry = { meter_id: meter.id, value: 1100, created_at: '2026-11-01 00:00:00', image_base64: null }
    expect((await ask(['POST', '/api/v1/meter-value', entry], refuse)).status).toBe(201)
    await ask(['PUT', `/api/v1/meter-value/${end.id}`, { value: 1013 }], {})
    expect(await state()).toBe('corrected')
    expect((await ask(['PUT', `/api/v1/meter-value/${end.id}`, { value: 1031 }], refuse)).status).toBe(200)
    expect(await state()).toBe('closed')
  })
})
