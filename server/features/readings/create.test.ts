// Covers docs/requirements.md: 148, 163, 241, 537, 553, 556, 589, 683

import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { heic } from '../../../tests/support/files/heic.ts'
import type { SignedInUser } from '../../../tests/support/server/accounts.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addMeter } from '../../../tests/support/server/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import { meters, readings } from '../../db/schema.ts'

let test: TestApp
let meterId: number
beforeAll(async () => {
  test = await createTestApp()
})
beforeEach(async () => {
  meterId = (await addMeter(test.deps.database, test.own.id)).id
})
afterAll(() => test.close())

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
let shade = 0
/** A picture that no other test has sent. */
const newPicture = async () => {
  shade += 1
  const background = { r: shade % 256, g: (shade * 7) % 256, b: 90 }
  return sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .jpeg()
    .toBuffer()
}

interface Capture {
  picture: Uint8Array
  key?: string
  meter?: number
  value?: number
  doubts?: string
  captured?: Date
  sent?: Date
  clockOffset?: string
  declared?: { sha256?: string; length?: number }
  as?: SignedInUser
}

function capture(sent: Capture) {
  const { path, headers } = requestOf(sent)
  return test.ask('POST', path, { as: sent.as ?? test.own.general, bytes: sent.picture, headers })
}

function requestOf({ picture, key, meter, value, doubts, captured, sent, clockOffset, declared }: Capture) {
  const now = test.deps.clock()
  const query = new URLSearchParams({
    meter_id: String(meter ?? meterId),
    captured_at: (captured ?? now).toISOString(),
    sent_at: (sent ?? now).toISOString(),
    ...(value === undefined ? {} : { value: String(value), value_source: 'accepted' }),
    ...(doubts !== undefined && { confirmed_doubts: doubts }),
  })
  return {
    path: `/api/v1/captures?${query}`,
    headers: {
      'content-type': 'image/jpeg',
      'idempotency-key': key ?? randomUUID(),
      'picture-sha256': declared?.sha256 ?? hash(picture),
      'picture-length': String(declared?.length ?? picture.length),
      ...(clockOffset !== undefined && { 'clock-offset': clockOffset }),
    },
  }
}

const rowsOf = (meter: number) =>
  test.deps.database.asSystem((tx) =>
    tx.select().from(readings).where(eq(readings.meterId, meter)).orderBy(readings.id),
  )
const jobsFor = async (readingId: number) => {
  const { rows } = await test.deps.database.asSystem((tx) =>
    tx.execute(
      sql`select id from pgboss.job where name = 'read-picture' and data->>'readingId' = ${String(readingId)}`,
    ),
  )
  return rows
}
const fileOf = (sha256: string) =>
  test.deps.storage.get({ organizationId: test.own.id, sha256, variant: 'original' })

describe('a capture', () => {
  it('is answered with a receipt of what the server holds, and leaves picture, reading and job', async () => {
    const picture = await newPicture()
    const key = randomUUID()
    const answer = await capture({ picture, key })
    expect(answer.status).toBe(201)
    const receipt = dataOf('createCapture', answer)
    expect(receipt).toMatchObject({ key, meter_id: meterId, sha256: hash(picture), length: picture.length })
    expect(Buffer.from((await fileOf(hash(picture))) ?? [])).toEqual(picture)
    expect(await jobsFor(receipt.id)).toHaveLength(1)
    const found = dataOf(
      'capture',
      await test.ask('GET', `/api/v1/captures/${key}`, { as: test.own.general }),
    )
    expect(found).toMatchObject({
      id: receipt.id,
      value: null,
      value_source: 'reader',
      source: 'phone',
      read_state: 0,
      is_abnormal: false,
      created_by: test.own.general.username,
    })
  })

  it('sent five times at once becomes one reading with five equal answers (requirement 17)', async () => {
    const picture = await newPicture()
    const key = randomUUID()
    const captured = test.deps.clock()
    const answers = await Promise.all(Array.from({ length: 5 }, () => capture({ picture, key, captured })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201])
    expect(new Set(answers.map((answer) => JSON.stringify(dataOf('createCapture', answer)))).size).toBe(1)
    const rows = await rowsOf(meterId)
    expect(rows).toHaveLength(1)
    expect(await jobsFor(rows[0]?.id ?? 0)).toHaveLength(1)
  })

  it('is another reading under another key, with the same bytes (requirement 17)', async () => {
    const picture = await newPicture()
    const [one, two] = [await capture({ picture }), await capture({ picture })]
    expect([one.status, two.status]).toEqual([201, 201])
    expect(dataOf('createCapture', one).id).not.toBe(dataOf('createCapture', two).id)
  })

  it('is the same capture though it is sent later', async () => {
    const picture = await newPicture()
    const key = randomUUID()
    const captured = test.deps.clock()
    const first = await capture({ picture, key, captured, value: 0.4 })
    const later = new Date(captured.getTime() + 50_000)
    const again = await capture({ picture, key, captured, value: 0.4, sent: later })
    expect(again.status).toBe(200)
    expect(dataOf('createCapture', again)).toEqual(dataOf('createCapture', first))
  })

  it.each<[string, (first: Capture) => Promise<Capture>]>([
    ['another picture', async (first) => ({ ...first, picture: await newPicture() })],
    ['another value', async (first) => ({ ...first, value: 0.41 })],
    ['no value', async ({ value: _value, ...first }) => first],
    [
      'another meter',
      async (first) => ({ ...first, meter: (await addMeter(test.deps.database, test.own.id)).id }),
    ],
    ['another time', async (first) => ({ ...first, captured: new Date(1_790_000_000_000) })],
  ])('with a used key and %s is refused, and nothing of it stays', async (_what, other) => {
    const first = { picture: await newPicture(), key: randomUUID(), value: 0.4, captured: test.deps.clock() }
    expect((await capture(first)).status).toBe(201)
    const second = await other(first)
    const answer = await capture(second)
    expect(answer.status).toBe(422)
    expect(failureOf(answer).code).toBe('key_reused')
    expect(await rowsOf(meterId)).toHaveLength(1)
    if (second.picture !== first.picture) expect(await fileOf(hash(second.picture))).toBeNull()
  })

  it('may use a key that another organization has used', async () => {
    const key = randomUUID()
    const foreign = await addMeter(test.deps.database, test.other.id)
    expect((await capture({ picture: await newPicture(), key })).status).toBe(201)
    const answer = await capture({
      picture: await newPicture(),
      key,
      meter: foreign.id,
      as: test.other.general,
    })
    expect(answer.status).toBe(201)
  })

  it('keeps its key when its reading is deleted (requirement 17)', async () => {
    const sent = { picture: await newPicture(), key: randomUUID(), captured: test.deps.clock() }
    const first = dataOf('createCapture', await capture(sent))
    await test.ask('DELETE', `/api/v1/meter-value/${first.id}`, { as: test.own.general })
    const again = await capture(sent)
    expect([again.status, dataOf('createCapture', again)]).toEqual([200, first])
    expect(await rowsOf(meterId)).toHaveLength(1)
  })

  it('whose body was cut, emptied or changed on the way, or is not as long as declared, is refused (requirement 17)', async () => {
    const picture = await newPicture()
    const whole = { sha256: hash(picture), length: picture.length }
    const changed = Buffer.from(picture)
    changed[changed.length - 3] = 0
    for (const body of [picture.subarray(0, -10), Buffer.alloc(0), changed]) {
      const answer = await capture({ picture: body, declared: whole })
      expect(answer.status).toBe(422)
      expect(failureOf(answer).code).toBe('picture_mismatch')
    }
    const longer = await capture({ picture, declared: { ...whole, length: whole.length + 1 } })
    expect(failureOf(longer).code).toBe('picture_mismatch')
    expect(await rowsOf(meterId)).toEqual([])
    expect(await fileOf(whole.sha256)).toBeNull()
  })

  it('of something that is no photograph is refused with the reason', async () => {
    for (const body of [Buffer.from('hello'), Buffer.from('\xff\xd8\xff\xe0 but then no JPEG', 'latin1')]) {
      const answer = await capture({ picture: body })
      expect(answer.status).toBe(415)
      expect(failureOf(answer)).toMatchObject({ code: 'picture_unsupported', issues: [{ path: 'body' }] })
    }
  })

  it('of a format that cannot be decoded here is refused with the reason, whatever its type', async () => {
    const answer = await capture({ picture: Buffer.from(heic) })
    expect(answer.status).toBe(415)
    expect(failureOf(answer)).toMatchObject({
      code: 'picture_unsupported',
      issues: [{ path: 'body', message: 'HEIC の画像は読み込めません。JPEG で送信してください' }],
    })
    expect(await rowsOf(meterId)).toEqual([])
  })

  it('of another organization’s meter is refused as of one that does not exist', async () => {
    const foreign = await addMeter(test.deps.database, test.other.id)
    for (const meter of [foreign.id, 999_999_999]) {
      const answer = await capture({ picture: await newPicture(), meter })
      expect(answer.status).toBe(400)
      expect(failureOf(answer)).toMatchObject({ code: 'reference_unknown', issues: [{ path: 'meter_id' }] })
    }
    expect(await rowsOf(foreign.id)).toEqual([])
  })

  it('keeps the phone’s time, and puts the measured time right when its clock is off by more than two minutes', async () => {
    const taken = new Date('2026-11-20T00:00:00.000Z')
    const skewed = async (offset: number) => {
      const sent = new Date(test.deps.clock().getTime() + offset)
      await capture({ picture: await newPicture(), captured: taken, sent })
      return (await rowsOf(meterId)).at(-1)
    }
    const slow = await skewed(-3_600_000)
    expect(slow?.capturedAt).toEqual(taken)
    // The call itself takes a while, under load some seconds.
    expect(slow?.clockOffsetMs).toBeGreaterThan(-3_660_000)
    expect(slow?.clockOffsetMs).toBeLessThanOrEqual(-3_600_000)
    expect(slow?.createdAt.getTime()).toBe(taken.getTime() - (slow?.clockOffsetMs ?? 0))
    expect((await skewed(60_000))?.createdAt).toEqual(taken)
  })

  it('19: keeps by how much the clock was known to be wrong, which counts when it was put right since', async () => {
    const picture = await newPicture()
    const captured = new Date('2026-11-20T00:00:00.000Z')
    await capture({ picture, captured, clockOffset: '-600000' })
    const row = (await rowsOf(meterId)).at(-1)
    expect(row).toMatchObject({ capturedAt: captured, knownOffsetMs: -600_000 })
    expect(row?.createdAt).toEqual(new Date('2026-11-20T00:10:00.000Z'))
    const answer = await capture({ picture, captured, clockOffset: '10 min' })
    expect([answer.status, failureOf(answer).issues?.[0]?.path]).toEqual([400, 'clock-offset'])
  })

  it('that is long on its way keeps its time: the phone’s clock is right', async () => {
    const picture = await newPicture()
    const captured = test.deps.clock()
    const { path, headers } = requestOf({ picture, captured })
    const origin = await test.app.listen({ host: '127.0.0.1', port: 0 })
    const begun = once(test.app.server, 'request')
    const authorization = `Bearer ${test.own.general.idToken}`
    const sending = request(`${origin}${path}`, {
      method: 'POST',
      headers: { ...headers, authorization, 'content-length': picture.length },
    })
    const answered = once(sending, 'response')
    sending.write(picture.subarray(0, 100))
    await begun
    test.advance(149_000)
    sending.end(picture.subarray(100))
    const [answer] = await answered
    answer.resume()
    expect(answer.statusCode).toBe(201)
    const [row] = await rowsOf(meterId)
    expect(row?.createdAt).toEqual(captured)
    expect(row?.clockOffsetMs).toBeGreaterThan(-60_000)
  })

  it('with a value inside the emergency range is abnormal at once, both ends included', async () => {
    for (const [value, abnormal] of [
      [0.79, false],
      [0.8, true],
      [1, true],
      [1.01, false],
    ] as const) {
      const { id } = dataOf('createCapture', await capture({ picture: await newPicture(), value }))
      const one = await test.ask('GET', `/api/v1/meters-value/${id}`, { as: test.own.general })
      expect(dataOf('reading', one)).toMatchObject({ value, is_abnormal: abnormal, value_source: 'accepted' })
    }
  })

  it('says what its value was confirmed against, until the value is corrected', async () => {
    const known = { key: randomUUID(), captured: test.deps.clock(), picture: await newPicture() }
    const sent = { ...known, value: 0.5, doubts: 'backwards,too_fast' }
    const { id } = dataOf('createCapture', await capture(sent))
    const doubtsNow = async () => {
      const one = await test.ask('GET', `/api/v1/meters-value/${id}`, { as: test.own.general })
      return dataOf('reading', one).confirmed_doubts
    }
    expect(await doubtsNow()).toEqual(['backwards', 'too_fast'])
    expect((await capture(sent)).status).toBe(200)
    expect((await capture({ ...sent, doubts: 'odd' })).status).toBe(400)
    await test.ask('PUT', `/api/v1/meter-value/${id}`, { as: test.own.general, body: { value: 0.6 } })
    expect(await doubtsNow()).toEqual([])
  })

  it('leaves no file half written', async () => {
    const picture = await newPicture()
    await capture({ picture })
    const folder = join(test.dataDir, 'pictures', String(test.own.id), hash(picture).slice(0, 2))
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([])
  })
})

describe('a reading added by hand', () => {
  const send = (body: object, headers: Record<string, string> = {}) =>
    test.ask('POST', '/api/v1/meter-value', {
      as: test.own.general,
      headers,
      body: { meter_id: meterId, value: 0.5, created_at: '2026-11-20 09:30:00', image_base64: null, ...body },
    })

  it('is measured at the local time of the organization and needs no reader', async () => {
    const receipt = dataOf('createReading', await send({}))
    expect(receipt).toMatchObject({ sha256: null, length: null })
    const [row] = await rowsOf(meterId)
    expect(row).toMatchObject({
      createdAt: new Date('2026-11-20T00:30:00Z'),
      readState: null,
      valueSource: 'entered',
      source: 'entry',
      createdByUserId: test.own.general.id,
      idempotencyKey: receipt.key,
    })
    expect(await jobsFor(receipt.id)).toEqual([])
  })

  it('without a value and without a picture is empty, and so abnormal', async () => {
    await send({ value: null })
    expect((await rowsOf(meterId))[0]).toMatchObject({ value: null, isAbnormal: true })
  })

  it('takes a picture as base64, with or without its data: head, to be read when there is no value', async () => {
    const picture = await newPicture()
    const plain = dataOf(
      'createReading',
      await send({ value: null, image_base64: picture.toString('base64') }),
    )
    const url = `data:image/jpeg;base64,${picture.toString('base64')}`
    const headed = dataOf('createReading', await send({ image_base64: url }))
    expect([plain.sha256, headed.sha256]).toEqual([hash(picture), hash(picture)])
    expect(await rowsOf(meterId)).toMatchObject([
      { valueSource: 'reader', readState: 0, isAbnormal: false },
      { valueSource: 'entered', readState: 0, value: 0.5 },
    ])
    expect(await jobsFor(plain.id)).toHaveLength(1)
  })

  it.each(['%%%', 'aGVsbG8=', 'data:image/png;base64,'])('refuses %s as a picture', async (image_base64) => {
    const answer = await send({ image_base64 })
    expect(answer.status).toBe(415)
    expect(failureOf(answer).issues?.[0]?.path).toBe('image_base64')
  })

  it('is refused with more digits than its counter has, unlike a retry or a photograph', async () => {
    const { database } = test.deps
    const { id } = await addMeter(database, test.own.id, {
      meterCategoryId: 4,
      digitNumber: 5,
      decimalPoint: 1,
      endValue: 99_999,
    })
    const key = randomUUID()
    const enter = (value: number) =>
      test.ask('POST', '/api/v1/meter-value', {
        as: test.own.general,
        headers: { 'idempotency-key': key },
        body: { meter_id: id, value, created_at: '2026-11-20 09:00:00', image_base64: null },
      })
    const refused = failureOf(await enter(12_345.6))
    expect(refused).toMatchObject({
      code: 'validation_failed',
      issues: [{ path: 'value', message: '5桁のメーターです。整数部は4桁までです' }],
    })
    expect(await rowsOf(id)).toEqual([])
    expect((await enter(9999.9)).status).toBe(201)
    await database.asSystem((tx) => tx.update(meters).set({ digitNumber: 4 }).where(eq(meters.id, id)))
    expect((await enter(9999.9)).status).toBe(200)
    expect((await capture({ picture: await newPicture(), meter: id, value: 12_345.6 })).status).toBe(201)
  })

  it('is taken once by its key, when the caller gives one', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const first = await send({}, key)
    const again = await send({}, key)
    expect([first.status, again.status]).toEqual([201, 200])
    expect(dataOf('createReading', again)).toEqual(dataOf('createReading', first))
    expect((await send({ value: 0.6 }, key)).status).toBe(422)
    expect(await rowsOf(meterId)).toHaveLength(1)
  })

  it.each([
    ['on a day that does not exist', '2026-02-30 09:30:00', '日時が正しくありません'],
    ['that is still to come', '2062-11-20 09:30:00', '未来の日時は登録できません'],
  ])('%s is refused', async (_what, created_at, message) => {
    const answer = await send({ created_at })
    expect(failureOf(answer)).toMatchObject({
      code: 'validation_failed',
      issues: [{ path: 'created_at', message }],
    })
  })
})
