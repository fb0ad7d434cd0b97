// Covers docs/requirements.md: 158, 702

import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { captureEndpoints } from '../../../contract/captures.ts'
import { categoryType } from '../../../contract/categories.ts'
import type { Reading } from '../../../contract/readings.ts'
import { alertCalls } from '../../../tests/support/server/alerts.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addMeter, addPicture, addReading } from '../../../tests/support/server/builders.ts'
import { dataOf } from '../../../tests/support/server/data.ts'
import { addCallingDevice } from '../../../tests/support/server/device-calls.ts'
import { photograph } from '../../../tests/support/server/subjects.ts'
import { categories, meters, readings } from '../../db/schema.ts'
import { runReadPicture } from '../../jobs/read-picture.ts'
import { sha256Of } from '../pictures/upload.ts'

/** Nobody works on jobs: they are run by hand. */
let test: TestApp
let categoryOf: (type: number) => number
beforeAll(async () => {
  test = await createTestApp()
  const rows = await test.deps.database.asSystem((tx) => tx.select().from(categories))
  categoryOf = (type) => rows.find((row) => row.type === type)?.id ?? 0
})
afterAll(() => test.close())

type Given = Parameters<typeof addMeter>[2]
const addTo = (given: Given) =>
  addMeter(test.deps.database, test.own.id, { emergencyStartValue: null, emergencyEndValue: null, ...given })
const { circle, counter, level, scale, special, other } = categoryType
const area = '0.1:0.1,0.9:0.9'

const typed = (meterId: number, value: number | null) =>
  test.ask('POST', '/api/v1/meter-value', {
    as: test.own.general,
    body: {
      meter_id: meterId,
      value,
      created_at: '2026-11-20 09:00:00',
      image_base64: Buffer.from(photograph).toString('base64'),
    },
  })
const addTyped = async (meterId: number, value: number | null = null) =>
  dataOf('createReading', await typed(meterId, value)).id

async function capture(meterId: number, more = ''): Promise<number> {
  const at = encodeURIComponent(test.deps.clock().toISOString())
  const query = `meter_id=${meterId}&captured_at=${at}&sent_at=${at}${more}`
  const answer = await test.ask('POST', `${captureEndpoints.createCapture.path}?${query}`, {
    as: test.own.general,
    bytes: photograph,
    headers: {
      'content-type': 'image/jpeg',
      'idempotency-key': randomUUID(),
      'picture-sha256': sha256Of(photograph),
      'picture-length': String(photograph.length),
    },
  })
  return dataOf('createCapture', answer).id
}

async function sendAsCamera(meterId: number): Promise<number> {
  const camera = await addCallingDevice(test, test.own)
  await test.deps.database.asSystem((tx) =>
    tx.update(meters).set({ deviceId: camera.id }).where(eq(meters.id, meterId)),
  )
  return dataOf('reportPicture', await camera.sendPicture(photograph)).receipts[0]?.id ?? 0
}

const readingOf = async (id: number): Promise<Reading> =>
  dataOf('reading', await test.ask('GET', `/api/v1/meters-value/${id}`, { as: test.own.general }))
const correct = async (id: number, value: number | null) =>
  dataOf(
    'updateReading',
    await test.ask('PUT', `/api/v1/meter-value/${id}`, { as: test.own.general, body: { value } }),
  )
const change = (meterId: number, body: object) =>
  test.ask('PUT', `/api/v1/meters/${meterId}`, { as: test.own.general, body })
/** Readings whose pictures wait in the queue, in the order in which they are read. */
async function queued(meterId: number): Promise<number[]> {
  const { rows } = await test.deps.database.asSystem((tx) =>
    tx.execute<{ id: number }>(sql`
      select readings.id::float8 as id from pgboss.job
      join readings on readings.id = (job.data->>'readingId')::bigint
      where job.name = 'read-picture' and readings.meter_id = ${meterId}
      order by job.priority desc, job.created_on`),
  )
  return rows.map(({ id }) => id)
}
const run = (readingId: number) => runReadPicture(test.deps, { organizationId: test.own.id, readingId })

const unreadable: [what: string, given: () => Given][] = [
  ['a needle without settings', () => ({ meterCategoryId: categoryOf(circle), settings: null })],
  ['a counter without settings', () => ({ meterCategoryId: categoryOf(counter), area })],
  ['a level without a read position', () => ({ meterCategoryId: categoryOf(level) })],
  [
    'a scale without a range',
    () => ({ meterCategoryId: categoryOf(scale), area, startValue: null, endValue: null }),
  ],
  ['a special meter', () => ({ meterCategoryId: categoryOf(special), area })],
  ['another meter', () => ({ meterCategoryId: categoryOf(other), area })],
]
const sources: [by: string, send: (meterId: number) => Promise<number>][] = [
  ['the office', addTyped],
  ['a phone', capture],
  ['a camera', sendAsCamera],
]

describe('the picture of a meter that cannot be read', () => {
  it.each(unreadable.flatMap(([what, given]) => sources.map(([by, send]) => ({ what, given, by, send }))))(
    'waits at $what when sent by $by, and is neither read nor abnormal',
    async ({ given, send }) => {
      const meter = await addTo(given())
      const id = await send(meter.id)
      const stored = await readingOf(id)
      expect(stored).toMatchObject({
        value: null,
        value_source: 'reader',
        read_state: 3,
        read_value: null,
        is_abnormal: false,
        reasons: [],
      })
      expect(stored.image).not.toBeNull()
      expect(await queued(meter.id)).toEqual([])
      // Of a job that an earlier version has left.
      await run(id)
      expect(await readingOf(id)).toEqual(stored)
      expect(await alertCalls(test).of(meter)).toEqual([])
    },
  )

  it('is not among the abnormal readings of lists, exports and rollups', async () => {
    const meter = await addTo({ settings: null })
    const ask = (path: string) => test.ask('GET', `/api/v1/${path}`, { as: test.own.general })
    const id = await addTyped(meter.id)
    const only = `meter_ids=${meter.id}`
    expect(dataOf('readings', await ask(`meters-values?${only}`))).toMatchObject([{ id }])
    expect(dataOf('readings', await ask(`meters-values?${only}&is_abnormal=1`))).toEqual([])
    const file = await ask(`meters-values/export?${only}&is_abnormal=1`)
    expect(file.headers['row-count']).toBe('0')
    const { rows } = await test.deps.database.asSystem((tx) =>
      tx.execute(
        sql`select readings, abnormal, pictures, gaps from reading_days where meter_id = ${meter.id}`,
      ),
    )
    expect(rows).toEqual([{ readings: 1, abnormal: 0, pictures: 1, gaps: 0 }])
    const shown = dataOf('meter', await ask(`meters/${meter.id}`))
    expect(shown.last_reading).toMatchObject({
      value: null,
      read_state: 3,
      is_abnormal: false,
      is_unsure: false,
    })
  })

  it.each([
    ['the office', (meterId: number) => addTyped(meterId, 7)],
    ['a phone', (meterId: number) => capture(meterId, '&value=7&value_source=corrected')],
  ])('does not wait where %s has entered the value', async (_by, send) => {
    const meter = await addTo({ settings: null })
    const id = await send(meter.id)
    expect(await readingOf(id)).toMatchObject({ value: 7, read_state: null, is_abnormal: false })
    expect(await queued(meter.id)).toEqual([])
  })

  it('no longer waits when a person enters the value, or says that there is none', async () => {
    const meter = await addTo({ settings: null })
    const [entered, emptied] = [await addTyped(meter.id), await addTyped(meter.id)]
    expect(await correct(entered, 7)).toMatchObject({ value: 7, read_state: null, is_abnormal: false })
    expect(await correct(emptied, null)).toMatchObject({ value: null, read_state: null, is_abnormal: true })
    await change(meter.id, { settings: '225:0,135:1' })
    expect(await queued(meter.id)).toEqual([])
  })

  it('is told from a missing value in the history of the reading', async () => {
    const meter = await addTo({ settings: null })
    const [entered, deleted] = [await addTyped(meter.id), await addTyped(meter.id)]
    await correct(entered, 7)
    await correct(entered, null)
    await test.ask('DELETE', `/api/v1/meter-value/${deleted}`, { as: test.own.general })
    const history = async (id: number) =>
      dataOf(
        'readingChanges',
        await test.ask('GET', `/api/v1/meter-value/${id}/changes`, { as: test.own.general }),
      )
    const [emptied, first] = await history(entered)
    expect(first).toMatchObject({ before: { value: null, read_state: 3 }, after: { value: 7 } })
    expect(emptied).toMatchObject({ before: { value: 7 } })
    expect(emptied).toHaveProperty('after.value', null)
    expect(emptied).not.toHaveProperty('after.read_state')
    expect(await history(deleted)).toMatchObject([
      { action: 'delete', before: { value: null, read_state: 3 } },
      { action: 'create', after: { value: null, read_state: 3 } },
    ])
  })
})

describe('a meter that gets reading settings', () => {
  const settings = { settings: '225:0,135:1' }

  it.each([
    ['a needle its settings', { settings: null }, settings],
    ['a level its read position', () => ({ meterCategoryId: categoryOf(level) }), { area }],
    [
      'a scale its range',
      () => ({ meterCategoryId: categoryOf(scale), area, startValue: null, endValue: null }),
      { start_value: 0, end_value: 1 },
    ],
    [
      'a special meter a category with settings',
      () => ({ meterCategoryId: categoryOf(special) }),
      () => ({ meter_category_id: categoryOf(circle), ...settings }),
    ],
  ] as const)('has its waiting pictures read (%s)', async (_what, given, body) => {
    const meter = await addTo(typeof given === 'function' ? given() : given)
    const id = await addTyped(meter.id)
    const answer = await change(meter.id, typeof body === 'function' ? body() : body)
    expect(answer.status).toBe(200)
    expect(await readingOf(id)).toMatchObject({ read_state: 0, is_abnormal: false })
    expect(await queued(meter.id)).toEqual([id])
    await run(id)
    expect(await readingOf(id)).toMatchObject({ read_state: 1 })
  })

  it('has them read oldest first, and only its own that are not deleted', async () => {
    const { database } = test.deps
    const [meter, neighbour] = [await addTo({ settings: null }), await addTo({ settings: null })]
    const { sha256: pictureSha256 } = await addPicture(test.deps, test.own.id, photograph)
    const waiting = { value: null, valueSource: 'reader', readState: 3, pictureSha256 } as const
    const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour))
    const ids = []
    for (const hour of [3, 1, 2]) {
      ids.push((await addReading(database, meter, { ...waiting, createdAt: at(hour) })).id)
    }
    const deleted = await addReading(database, meter, { ...waiting, deletedAt: at(4) })
    const others = await addReading(database, neighbour, waiting)
    await change(meter.id, settings)
    const [third, first, second] = ids
    expect(await queued(meter.id)).toEqual([first, second, third])
    const stateOf = (id: number) =>
      database.asSystem((tx) =>
        tx.select({ state: readings.readState }).from(readings).where(eq(readings.id, id)),
      )
    expect(await stateOf(deleted.id)).toEqual([{ state: 3 }])
    expect(await stateOf(others.id)).toEqual([{ state: 3 }])
  })

  it('leaves them waiting where the change is refused', async () => {
    const meter = await addTo({ settings: null })
    const id = await addTyped(meter.id)
    expect((await change(meter.id, { ...settings, start_value: 5 })).status).toBe(400)
    expect(await readingOf(id)).toMatchObject({ read_state: 3 })
    expect(await queued(meter.id)).toEqual([])
  })

  it('has a picture read whose job began before', async () => {
    const meter = await addTo(settings)
    const id = await addTyped(meter.id)
    await change(meter.id, { settings: null })
    await run(id)
    expect(await readingOf(id)).toMatchObject({ read_state: 3, is_abnormal: false })
    await change(meter.id, settings)
    await run(id)
    expect(await readingOf(id)).toMatchObject({ read_state: 1 })
  })

  it('opens an alert where what is read late is abnormal', async () => {
    const meter = await addTo({ settings: null, emergencyStartValue: 0, emergencyEndValue: 1 })
    const id = await addTyped(meter.id)
    const { of } = alertCalls(test)
    expect(await of(meter)).toEqual([])
    await change(meter.id, settings)
    await run(id)
    expect(await readingOf(id)).toMatchObject({ read_state: 1, is_abnormal: true })
    expect(await of(meter)).toMatchObject([{ state: 'occurring' }])
  })
})
