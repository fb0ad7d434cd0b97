// Covers docs/requirements.md: 689, 724

import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { captureEndpoints } from '../../../contract/captures.ts'
import { deviceApiEndpoints } from '../../../contract/device-api.ts'
import { photograph, plain, settingsOf } from '../../../faces/index.ts'
import { damages, withBrokenBody, withoutPixels } from '../../../tests/support/files/damaged.ts'
import { faceOf } from '../../../tests/support/reader/rendered-meters.ts'
import { type Answered, createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addMeter } from '../../../tests/support/server/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import { addCallingDevice, type CallingDevice } from '../../../tests/support/server/device-calls.ts'
import { presenterFor } from '../../presenter.ts'
import { sha256Of, undecodable } from './upload.ts'

let test: TestApp
let jpeg: Buffer
let meterId: number
let camera: CallingDevice
beforeAll(async () => {
  test = await createTestApp()
  const { database } = test.deps
  jpeg = (await photograph(faceOf('city-gas'), 24_241.5, plain)).jpeg
  meterId = (await addMeter(database, test.own.id)).id
  camera = await addCallingDevice(test, test.own)
  await addMeter(database, test.own.id, { deviceId: camera.id })
})
afterAll(() => test.close())

function inForm(bytes: Buffer, isClosed: boolean): Buffer {
  const head = '--X1\r\nContent-Disposition: form-data; name="file"\r\nContent-Type: image/jpeg\r\n\r\n'
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from(isClosed ? '\r\n--X1--\r\n' : '')])
}

const sendForm = (bytes: Buffer, isClosed = true) =>
  camera.ask('PUT', `${deviceApiEndpoints.webhookPicture.path}?timestamp=${nextTime()}`, {
    bytes: inForm(bytes, isClosed),
    headers: { 'content-type': 'multipart/form-data; boundary=X1' },
  })

let time = 1_795_000_000
const nextTime = () => String(time++)

function capture(bytes: Buffer): Promise<Answered> {
  const at = encodeURIComponent(test.deps.clock().toISOString())
  return test.ask(
    'POST',
    `${captureEndpoints.createCapture.path}?meter_id=${meterId}&captured_at=${at}&sent_at=${at}`,
    {
      as: test.own.general,
      bytes,
      headers: {
        'content-type': 'image/jpeg',
        'idempotency-key': randomUUID(),
        'picture-sha256': sha256Of(bytes),
        'picture-length': String(bytes.length),
      },
    },
  )
}

const base64 = (bytes: Buffer) => bytes.toString('base64')

/** The field that a refusal names, and a call that sends a picture. */
const entrances: [what: string, field: string, send: (bytes: Buffer) => Promise<Answered>][] = [
  ['a picture of a device', 'body', (bytes) => camera.sendPicture(bytes)],
  ['a picture in a form', 'body', (bytes) => sendForm(bytes)],
  [
    'a picture of the webhook',
    'body',
    (bytes) =>
      camera.ask('PUT', `${deviceApiEndpoints.webhookPicture.path}?timestamp=${nextTime()}`, {
        bytes,
        headers: { 'content-type': 'image/jpeg' },
      }),
  ],
  ['a capture of a phone', 'body', capture],
  [
    'a value with a picture',
    'image_base64',
    (bytes) =>
      test.ask('POST', '/api/v1/meter-value', {
        as: test.own.general,
        body: {
          meter_id: meterId,
          value: 12,
          created_at: '2026-11-20 09:00:00',
          image_base64: base64(bytes),
        },
      }),
  ],
  [
    'a picture of a meter',
    'image_base64',
    (bytes) =>
      test.ask('PUT', `/api/v1/meters/${meterId}`, {
        as: test.own.admin,
        body: { image_base64: base64(bytes) },
      }),
  ],
  [
    'a picture of a map',
    'image_base64',
    (bytes) =>
      test.ask('POST', '/api/v1/map', {
        as: test.own.admin,
        body: { name: `${number}階`, description: '', map_area_id: null, image_base64: base64(bytes) },
      }),
  ],
]

/** Each call’s picture is a file of its own. */
let number = 0
const distinct = (bytes: Buffer) => {
  number += 1
  const comment = Buffer.from([0xff, 0xfe, 0, 3, number])
  return Buffer.concat([
    bytes.subarray(0, bytes.indexOf(0xff, 4)),
    comment,
    bytes.subarray(bytes.indexOf(0xff, 4)),
  ])
}

describe.each(entrances)('%s', (_what, field, send) => {
  it.each(damages)('with %s is accepted and has a thumbnail', async (_damage, damage) => {
    const bytes = damage(distinct(jpeg))
    expect([200, 201]).toContain((await send(bytes)).status)
    const present = presenterFor(test.deps, { organizationId: test.own.id, timeZone: 'Asia/Tokyo' })
    const thumbnail = await test.ask('GET', present.picture(sha256Of(bytes), 'thumbnail') ?? '')
    expect([thumbnail.status, thumbnail.headers['content-type']]).toEqual([200, 'image/webp'])
  })

  it.each([
    ['JPEG', async () => withoutPixels(distinct(jpeg))],
    ['WebP', async () => withBrokenBody(await sharp(jpeg).webp().toBuffer())],
    ['PNG', async () => withBrokenBody(await sharp(jpeg).resize(300).png().toBuffer())],
  ])('of which nothing can be decoded is refused, and the answer says why: %s', async (_format, made) => {
    const answer = await send(await made())
    expect(answer.status).toBe(415)
    expect(failureOf(answer)).toMatchObject({
      code: 'picture_unsupported',
      issues: [{ path: field, message: undecodable }],
    })
  })
})

it('a picture in a form that is cut off is taken as far as it goes', async () => {
  const bytes = damages[1]?.[1](distinct(jpeg)) ?? jpeg
  expect((await sendForm(bytes, false)).status).toBe(201)
  const present = presenterFor(test.deps, { organizationId: test.own.id, timeZone: 'Asia/Tokyo' })
  expect((await test.ask('GET', present.picture(sha256Of(bytes), 'thumbnail') ?? '')).status).toBe(200)
})

describe('AI test', () => {
  const analyze = (bytes: Buffer) =>
    test.ask('POST', '/api/v1/analyze/auto-front', {
      as: test.own.admin,
      body: {
        image_base64: base64(bytes),
        settings: settingsOf(faceOf('city-gas')).settings,
        use_ai_boost: false,
      },
    })

  it.each(damages)('marks what it reads from a picture with %s as doubtful', async (_what, damage) => {
    const [analysis] = dataOf('analyzeV1', await analyze(damage(jpeg)))
    expect(analysis?.reasons).toContain('damaged')
    expect(analysis?.confidence).toBeLessThanOrEqual(0.7)
  })

  it('refuses a picture of which nothing can be decoded, and says why', async () => {
    const answer = await analyze(withoutPixels(jpeg))
    expect([answer.status, failureOf(answer).issues]).toEqual([
      415,
      [{ path: 'image_base64', message: undecodable }],
    ])
  })
})
