// Covers docs/requirements.md: 694

import { gzipSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { role } from '../../contract/access.ts'
import type { Endpoint } from '../../contract/calls/endpoint.ts'
import { captureEndpoints } from '../../contract/captures.ts'
import { deviceApiEndpoints } from '../../contract/device-api.ts'
import { type EndpointName, endpoints } from '../../contract/endpoints.ts'
import { createTestApp, type TestApp } from '../../tests/support/server/app.ts'
import { addMeter } from '../../tests/support/server/builders.ts'
import { failureOf } from '../../tests/support/server/data.ts'
import {
  addCallingDevice,
  type CallingDevice,
  digestOf,
  newPicture,
} from '../../tests/support/server/device-calls.ts'
import { type Example, examples } from '../../tests/support/server/examples.ts'
import { seedSubjects } from '../../tests/support/server/subjects.ts'
import { pictures } from '../db/schema.ts'
import { sha256Of } from '../features/pictures/index.ts'

// What senders put around a picture or JSON, and whether it is taken.

let test: TestApp
let camera: CallingDevice
let meterId: number
beforeAll(async () => {
  test = await createTestApp()
  camera = await addCallingDevice(test, test.own)
  meterId = (await addMeter(test.deps.database, test.own.id, { name: 'main', deviceId: camera.id })).id
})
afterAll(() => test.close())

/** A form with a text before the picture, as HTML forms and microcontrollers write it. */
function formOf(picture: Buffer, disposition = 'form-data; name="file"; filename="a.jpg"', end = '\r\n') {
  const head = `--X1\r\nContent-Disposition: form-data; name="id"\r\n\r\n7\r\n--X1\r\nContent-Disposition: ${disposition}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), picture, Buffer.from(`\r\n--X1--${end}`)])
}

const forms: [label: string, type: string | null, body: (picture: Buffer) => Buffer][] = [
  ['image/jpg', 'image/jpg', (picture) => picture],
  ['image/pjpeg', 'image/pjpeg', (picture) => picture],
  ['image/png', 'image/png', (picture) => picture],
  ['application/octet-stream', 'application/octet-stream', (picture) => picture],
  ['application/json', 'application/json', (picture) => picture],
  ['text/plain', 'text/plain', (picture) => picture],
  ['a malformed type', 'jpeg', (picture) => picture],
  ['no type', null, (picture) => picture],
  ['a form', 'multipart/form-data; boundary=X1', (picture) => formOf(picture)],
  [
    'a form without a last line break',
    'multipart/form-data; boundary="X1"',
    (picture) => formOf(picture, undefined, ''),
  ],
  [
    'a form without a file name',
    'Multipart/Form-Data;boundary=X1',
    (picture) => formOf(picture, 'form-data; name="file"'),
  ],
]

describe('a JPEG', () => {
  it.each(forms)('sent by a device as %s is taken as a JPEG', async (_label, type, body) => {
    const picture = await newPicture()
    const answer = await camera.sendPicture(body(picture), {
      'content-type': type as string,
      'content-digest': digestOf(picture),
    })
    expect(answer).toMatchObject({
      status: 201,
      json: { data: { receipts: [{ sha256: sha256Of(picture) }] } },
    })
    const stored = await storedType(sha256Of(picture))
    expect(stored).toBe('image/jpeg')
  })

  it.each(forms)('sent to the webhook as %s is taken as a JPEG', async (_label, type, body) => {
    const picture = await newPicture()
    seconds += 1
    const answer = await camera.ask('PUT', `${deviceApiEndpoints.webhookPicture.path}?timestamp=${seconds}`, {
      bytes: body(picture),
      headers: { 'content-type': type as string },
    })
    expect(answer.status).toBe(201)
    expect(await storedType(sha256Of(picture))).toBe('image/jpeg')
  })

  it.each(forms)('sent by a phone as %s is taken as a JPEG', async (_label, type, body) => {
    const picture = await newPicture()
    const at = encodeURIComponent(test.deps.clock().toISOString())
    const query = `meter_id=${meterId}&captured_at=${at}&sent_at=${at}`
    const answer = await test.ask('POST', `${captureEndpoints.createCapture.path}?${query}`, {
      as: test.own.general,
      bytes: body(picture),
      headers: {
        'content-type': type as string,
        'idempotency-key': crypto.randomUUID(),
        'picture-sha256': sha256Of(picture),
        'picture-length': String(picture.length),
      },
    })
    expect(answer).toMatchObject({ status: 201, json: { data: { sha256: sha256Of(picture) } } })
  })

  it('is missing in a form that has none', async () => {
    const answer = await camera.sendPicture(formOf(Buffer.from('no picture')), {
      'content-type': 'multipart/form-data; boundary=X1',
    })
    expect(failureOf(answer).code).toBe('picture_missing')
  })
})

let seconds = Math.floor(Date.UTC(2026, 10, 1) / 1000)
const storedType = async (sha256: string) => {
  const [found] = await test.deps.database.asSystem((tx) =>
    tx.select().from(pictures).where(eq(pictures.sha256, sha256)),
  )
  return found?.mediaType
}

describe('a compressed body', () => {
  it.each(['gzip', 'br', 'deflate'])(
    'is refused for good as media_type_unsupported (%s)',
    async (encoding) => {
      const picture = await newPicture()
      const bytes = gzipSync(picture)
      const headers = { 'content-encoding': encoding, 'content-digest': digestOf(picture) }
      const refused = {
        code: 'media_type_unsupported',
        issues: [
          { path: 'content-encoding', message: '圧縮した本文は受け取れません。圧縮せずに送信してください。' },
        ],
      }
      const answer = await camera.sendPicture(bytes, headers)
      expect(answer.status).toBe(415)
      expect(failureOf(answer)).toMatchObject(refused)
      const json = await camera.ask('POST', deviceApiEndpoints.reportHeartbeat.path, {
        bytes: gzipSync('{"battery_per":50}'),
        headers: { 'content-type': 'application/json', 'content-encoding': encoding },
      })
      expect(failureOf(json)).toMatchObject(refused)
    },
  )

  it('is taken where the encoding is identity', async () => {
    const answer = await camera.sendPicture(await newPicture(), { 'content-encoding': 'identity' })
    expect(answer.status).toBe(201)
  })
})

describe('JSON from a device', () => {
  it.each([
    ['a form, as curl and ESP32 clients do by themselves', 'application/x-www-form-urlencoded'],
    ['text', 'text/plain'],
    ['a malformed type', 'json'],
    ['a malformed parameter', 'application/json; charset'],
    ['no type', null],
  ])('labelled as %s is taken as JSON', async (_label, type) => {
    const answer = await camera.ask('POST', deviceApiEndpoints.reportHeartbeat.path, {
      bytes: Buffer.from('{"battery_per":50}'),
      headers: { 'content-type': type as string },
    })
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('"config_etag"')])
  })
})

describe('JSON in another encoding than UTF-8', () => {
  /** 「メータ」 in Shift_JIS. */
  const shiftJis = Buffer.from([0x83, 0x81, 0x81, 0x5b, 0x83, 0x5e])
  const body = Buffer.concat([Buffer.from('{"name":"'), shiftJis, Buffer.from('"}')])
  const calls = Object.entries<Endpoint>(endpoints).filter(([, endpoint]) => endpoint.body !== undefined)

  it.each(calls)('is refused by the call %s', async (_name, { method, path, access }) => {
    const as = access === 'public' || access === 'device' ? null : test.own.system
    const send = (type: string) =>
      test.ask(method, path.replace(/\{\w+\}/g, '1'), {
        as,
        bytes: body,
        headers: { 'content-type': type, ...(access === 'device' && camera.headers) },
      })
    const unlabelled = await send('application/json')
    expect(unlabelled.status).toBe(400)
    expect(failureOf(unlabelled)).toMatchObject({
      code: 'body_malformed',
      issues: [{ path: 'body', message: 'UTF-8 ではない文字が含まれています。UTF-8 で送信してください。' }],
    })
    const labelled = await send('application/json; charset=Shift_JIS')
    expect(labelled.status).toBe(415)
    expect(failureOf(labelled).issues).toMatchObject([{ path: 'content-type' }])
  })

  it('is taken where the type says UTF-8', async () => {
    const answer = await camera.ask('POST', deviceApiEndpoints.reportHeartbeat.path, {
      bytes: Buffer.from('{"battery_per":50}'),
      headers: { 'content-type': 'application/json; charset="UTF-8"' },
    })
    expect(answer.status).toBe(200)
  })
})

describe('a picture of 16,383 × 16,383 pixels in a few kilobytes', () => {
  const fields = ['image_base64', 'icon_base64']
  const calls = (Object.keys(endpoints) as EndpointName[]).flatMap((name) => {
    const { body }: Endpoint = endpoints[name]
    const field = fields.find((one) => body !== undefined && 'shape' in body && one in body.shape)
    return field === undefined ? [] : [[name, field] as const]
  })
  const tooLarge = (path: string) => ({
    path,
    message: '画像が大きすぎます（16383×16383画素）。100メガピクセル以下にしてください',
  })
  let bomb: Buffer
  beforeAll(async () => {
    bomb = await sharp({
      create: { width: 16_383, height: 16_383, channels: 3, background: '#fff' },
      limitInputPixels: false,
    })
      .toColourspace('b-w')
      .png({ compressionLevel: 9 })
      .toBuffer()
  })

  it('is tried in all calls that take a picture in JSON', () => {
    expect(calls.map(([name]) => name)).toEqual(
      expect.arrayContaining(['createMeter', 'createMap', 'createCategory', 'createReading', 'analyzeV1']),
    )
  })

  it.each(calls)('is refused by %s as %s', async (name, field) => {
    const subjects = await seedSubjects(test, test.own, role.system)
    const { method, path }: Endpoint = endpoints[name]
    const { path: parts, body } = (examples[name] as Example).call(subjects, subjects)
    const answer = await test.ask(
      method,
      path.replace(/\{(\w+)\}/g, (_part, of: string) => String(parts[of])),
      {
        as: subjects.user,
        body: { ...body, [field]: bomb.toString('base64') },
      },
    )
    expect(answer.status).toBe(400)
    expect(failureOf(answer)).toMatchObject({ code: 'validation_failed', issues: [tooLarge(field)] })
  })

  it('is refused from a device', async () => {
    expect(failureOf(await camera.sendPicture(bomb)).issues).toEqual([tooLarge('body')])
  })
})
