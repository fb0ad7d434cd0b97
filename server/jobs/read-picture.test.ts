// Covers docs/requirements.md: 3, 147, 158, 587, 588

import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sufficientConfidence } from '../../contract/values/prior.ts'
import {
  faces,
  photograph,
  plain,
  readerSettingsOf,
  referencePicture,
  settingsOf,
} from '../../faces/index.ts'
import { createTestApp, type TestApp } from '../../tests/support/server/app.ts'
import { addMeter, addPicture, addReading } from '../../tests/support/server/builders.ts'
import { dataOf } from '../../tests/support/server/data.ts'
import { photograph as photographOfNothing } from '../../tests/support/server/subjects.ts'
import { describePicture, recordPicture, storePicture } from '../features/pictures/index.ts'
import type { ReadingRef } from '../queue/job-types.ts'
import { runReadPicture } from './read-picture.ts'
import { startWorkers } from './workers.ts'

const gauge = faces.find(({ style }) => style.kind === 'round')
if (gauge?.range === undefined || gauge.range === null) throw new Error('no round gauge to photograph')
const { start, end } = gauge.range
const shown = start + (end - start) * 0.6

const counter = faces.find(({ key }) => key === 'city-gas') as (typeof faces)[number]

let test: TestApp
let picture: Buffer
beforeAll(async () => {
  test = await createTestApp({ work: true })
  picture = (await photograph(gauge, shown, plain)).jpeg
})
afterAll(() => test.close())

/** Without anybody to work on jobs, so that they can be run by hand, in any order. */
const waiting = async (use: (idle: TestApp) => Promise<void>) => {
  const idle = await createTestApp()
  try {
    await use(idle)
  } finally {
    await idle.close()
  }
}

async function addGauge({ deps, own }: TestApp, emergency: [number, number] | null = null) {
  const { settings, area, axis, radius } = settingsOf(gauge as NonNullable<typeof gauge>)
  return addMeter(deps.database, own.id, {
    meterCategoryId: gauge?.category ?? 1,
    settings,
    area,
    pins: axis === null || radius === null ? null : { axis, radius },
    startValue: start,
    endValue: end,
    emergencyStartValue: emergency?.[0] ?? null,
    emergencyEndValue: emergency?.[1] ?? null,
  })
}

async function send(
  app: TestApp,
  meterId: number,
  value: number | null = null,
  bytes = picture,
): Promise<number> {
  const body = {
    meter_id: meterId,
    value,
    created_at: '2026-11-20 09:00:00',
    image_base64: bytes.toString('base64'),
  }
  const answer = await app.ask('POST', '/api/v1/meter-value', { as: app.own.general, body })
  return dataOf('createReading', answer).id
}

const readingOf = async (app: TestApp, id: number) =>
  dataOf('reading', await app.ask('GET', `/api/v1/meters-value/${id}`, { as: app.own.general }))
const read = (app: TestApp, id: number) =>
  expect.poll(async () => (await readingOf(app, id)).read_state).not.toBe(0)
const jobOf = (app: TestApp, readingId: number): ReadingRef => ({ organizationId: app.own.id, readingId })
const run = (app: TestApp, readingId: number) => runReadPicture(app.deps, jobOf(app, readingId))

describe('the reading of a picture', () => {
  it('fills in the value, what was read and the framed picture, and judges it', async () => {
    const meter = await addGauge(test, [shown * 0.9, shown * 1.1])
    const id = await send(test, meter.id)
    await read(test, id)
    const reading = await readingOf(test, id)
    expect(Math.abs((reading.read_value ?? Number.NaN) - shown)).toBeLessThan((end - start) * 0.03)
    expect(reading).toMatchObject({
      value: reading.read_value,
      value_source: 'reader',
      read_state: 1,
      is_abnormal: true,
    })
    expect(reading.degree).not.toBeNull()
    expect(reading.confidence).toBeGreaterThan(0.6)
    const framed = await test.ask('GET', reading.result_image ?? '')
    expect(framed.headers['content-type']).toBe('image/webp')
    const tile = await test.ask('GET', reading.result_thumbnail ?? '')
    expect(tile.status).toBe(200)
    // Cut out around the dial, not the whole picture made smaller.
    const [whole, part] = await Promise.all([framed, tile].map(({ bytes }) => sharp(bytes).metadata()))
    expect(part?.width).toBe(480)
    expect((part?.width ?? 0) / (part?.height ?? 1)).not.toBeCloseTo(
      (whole?.width ?? 0) / (whole?.height ?? 1),
      2,
    )
  })

  it('goes on with the next as long as there are any', async () => {
    const meter = await addGauge(test)
    const ids = []
    for (let value = 1; value <= 8; value++) ids.push(await send(test, meter.id, value))
    for (const id of ids) await read(test, id)
  })

  it('is held against what was known before the picture was taken, however late it arrives', async () => {
    const { database } = test.deps
    const taken = await addPicture(test.deps, test.own.id, await referencePicture(counter))
    const shown = 24_241.5
    const sent = (await photograph(counter, shown, plain)).jpeg
    const readAfter = async (hour: number) => {
      const meter = await addMeter(database, test.own.id, {
        meterCategoryId: counter.category,
        settings: settingsOf(counter).settings,
        digitNumber: counter.digits,
        decimalPoint: counter.decimals,
        startValue: null,
        endValue: null,
        pictureSha256: taken.sha256,
      })
      const createdAt = new Date(Date.UTC(2026, 10, 20, hour))
      await addReading(database, meter, { value: 24_300, createdAt })
      const id = await send(test, meter.id, null, sent)
      await read(test, id)
      return readingOf(test, id)
    }
    // The picture is of nine o’clock in Tokyo.
    const later = await readAfter(1)
    expect(later).toMatchObject({ advice: null })
    expect(later.value).toBeCloseTo(shown, 1)
    expect(Number(later.ocr) / 10 ** (counter.decimals ?? 0)).toBe(later.value)
    expect(later.registration).toBeGreaterThan(0.6)
    const earlier = await readAfter(-1)
    expect(earlier.advice).toMatchObject({ seen: later.value, because: ['runs up'] })
  })

  it('of a display that counts up is never sure where it shows less than before', async () => {
    const { database } = test.deps
    const face = faces.find(({ key }) => key === 'drain-total') as (typeof faces)[number]
    const total = 2446
    const sent = (await photograph(face, total, plain)).jpeg
    const readAfter = async (last: number, cumulativeMode: 'yes' | 'no') => {
      const { settings, area, digitNumber, decimalPoint } = readerSettingsOf(face)
      const meter = await addMeter(database, test.own.id, {
        meterCategoryId: face.category,
        ...{ settings, area, digitNumber, decimalPoint, cumulativeMode },
        startValue: null,
        endValue: null,
      })
      await addReading(database, meter, { value: last, createdAt: new Date(Date.UTC(2026, 10, 19)) })
      const id = await send(test, meter.id, null, sent)
      await read(test, id)
      return readingOf(test, id)
    }
    const risen = await readAfter(total - 1, 'yes')
    expect(risen).toMatchObject({ value: total, advice: null })
    expect(risen.confidence).toBeGreaterThanOrEqual(sufficientConfidence)
    expect(await readAfter(total + 1, 'yes')).toMatchObject({
      value: total,
      confidence: 0.7,
      advice: { because: ['runs up'] },
    })
    expect(await readAfter(total + 1, 'no')).toMatchObject({ confidence: risen.confidence, advice: null })
  })

  it('leaves a person’s value alone and keeps its own beside it', async () => {
    const meter = await addGauge(test)
    const id = await send(test, meter.id, 77)
    await read(test, id)
    const reading = await readingOf(test, id)
    expect(reading).toMatchObject({ value: 77, value_source: 'entered', read_state: 1 })
    expect(reading.read_value).not.toBeNull()
  })

  it('that ends without a value is an empty, abnormal reading with the reason', async () => {
    const meter = await addMeter(test.deps.database, test.own.id, {
      meterCategoryId: counter.category,
      settings: settingsOf(counter).settings,
      digitNumber: counter.digits,
    })
    const id = await send(test, meter.id, null, Buffer.from(photographOfNothing))
    await read(test, id)
    const reading = await readingOf(test, id)
    expect(reading).toMatchObject({ value: null, read_state: 1, is_abnormal: true })
    expect(reading.reasons).toEqual(['low contrast'])
  })

  it.each([
    ['its end marker missing', () => picture.subarray(0, -2)],
    ['its last 3 % missing', () => picture.subarray(0, Math.floor(picture.length * 0.97))],
    [
      '18 bytes inserted after APP0',
      () => {
        const end = 4 + picture.readUInt16BE(4)
        return Buffer.concat([picture.subarray(0, end), Buffer.alloc(18, 'x'), picture.subarray(end)])
      },
    ],
  ])('with %s is right, is marked as doubtful, and has a thumbnail', async (_damage, damaged) => {
    const meter = await addGauge(test)
    const id = await send(test, meter.id, null, damaged())
    await read(test, id)
    const reading = await readingOf(test, id)
    expect(reading).toMatchObject({ read_state: 1, reasons: ['damaged'] })
    expect(Math.abs((reading.value ?? Number.NaN) - shown)).toBeLessThan(0.02 * (end - start))
    expect(reading.confidence).toBeLessThan(sufficientConfidence)
    expect((await test.ask('GET', reading.thumbnail ?? '')).status).toBe(200)
  })

  it('of which nothing can be decoded fails with a reason and keeps the reading', async () => {
    const meter = await addGauge(test)
    const whole = await sharp(picture).resize(64).webp({ lossless: true }).toBuffer()
    // Behind the headers. Earlier versions accepted it.
    const broken = await describePicture(whole.fill(255, 30), 'body')
    await storePicture(test.deps.storage, test.own.id, broken)
    await test.deps.database.asSystem((tx) => recordPicture(tx, test.own.id, broken))
    const given = { pictureSha256: broken.sha256, value: null, valueSource: 'reader', readState: 0 } as const
    const { id } = await addReading(test.deps.database, meter, { ...given, source: 'phone' })
    await run(test, id)
    expect(await readingOf(test, id)).toMatchObject({
      value: null,
      read_state: 2,
      is_abnormal: true,
      reasons: ['undecodable'],
      result_image: null,
    })
    const { image, thumbnail } = await readingOf(test, id)
    expect((await test.ask('GET', image ?? '')).status).toBe(200)
    expect((await test.ask('GET', thumbnail ?? '')).status).toBe(404)
  })

  it('whose last try has failed ends as failed, not lost', async () => {
    await waiting(async (idle) => {
      const id = await send(idle, (await addGauge(idle)).id)
      await idle.deps.database.asSystem((tx) =>
        idle.deps.jobs.enqueue(tx, 'read-picture', [{ ...jobOf(idle, id), meterId: 1 }]),
      )
      const [queue] = (
        await idle.deps.database.asSystem((tx) =>
          tx.execute<{ dead_letter: string; retry_limit: number }>(
            sql`select dead_letter, retry_limit from pgboss.queue where name = 'read-picture'`,
          ),
        )
      ).rows
      expect(queue?.retry_limit).toBeGreaterThan(0)
      await idle.deps.database.asSystem((tx) =>
        tx.execute(sql`update pgboss.job set name = ${queue?.dead_letter} where name = 'read-picture'`),
      )
      await startWorkers(idle.deps)
      await read(idle, id)
      expect(await readingOf(idle, id)).toMatchObject({
        read_state: 2,
        reasons: ['unknown'],
        is_abnormal: true,
      })
    })
  })

  it('that runs twice changes nothing the second time', async () => {
    await waiting(async (idle) => {
      const id = await send(idle, (await addGauge(idle)).id)
      await Promise.all([run(idle, id), run(idle, id)])
      const once = await readingOf(idle, id)
      await run(idle, id)
      expect(await readingOf(idle, id)).toEqual(once)
      expect(once.read_state).toBe(1)
    })
  })

  it('is dated by the clock of the server', async () => {
    await waiting(async (idle) => {
      const id = await send(idle, (await addGauge(idle)).id)
      idle.advance(24 * 60 * 60_000)
      const before = idle.deps.clock()
      await run(idle, id)
      const { rows } = await idle.deps.database.asSystem((tx) =>
        tx.execute<{ is_later: boolean }>(
          sql`select updated_at >= ${before.toISOString()}::timestamptz as is_later from readings where id = ${id}`,
        ),
      )
      expect(rows).toEqual([{ is_later: true }])
    })
  })

  it('that comes after a correction keeps the corrected value', async () => {
    await waiting(async (idle) => {
      const id = await send(idle, (await addGauge(idle)).id)
      await idle.ask('PUT', `/api/v1/meter-value/${id}`, { as: idle.own.general, body: { value: null } })
      expect((await readingOf(idle, id)).is_abnormal).toBe(false)
      await run(idle, id)
      const reading = await readingOf(idle, id)
      expect(reading).toMatchObject({
        value: null,
        value_source: 'corrected',
        is_abnormal: true,
        read_state: 1,
      })
      expect(reading.read_value).not.toBeNull()
    })
  })

  it('that comes after a deletion does nothing', async () => {
    await waiting(async (idle) => {
      const id = await send(idle, (await addGauge(idle)).id)
      await idle.ask('DELETE', `/api/v1/meter-value/${id}`, { as: idle.own.general })
      await run(idle, id)
      const { rows } = await idle.deps.database.asSystem((tx) =>
        tx.execute(sql`select read_state from readings where id = ${id}`),
      )
      expect(rows).toEqual([{ read_state: 0 }])
    })
  })
})
