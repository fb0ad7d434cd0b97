// Covers docs/requirements.md: 377, 379, 393, 398, 639, 693

import { crc32, gzipSync } from 'node:zlib'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { ErrorCode } from '../../../contract/calls/errors.ts'
import { errorStatus } from '../../../contract/calls/errors.ts'
import { deviceApiEndpoints } from '../../../contract/device-api.ts'
import { type Answered, createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addMeter } from '../../../tests/support/server/builders.ts'
import { failureOf } from '../../../tests/support/server/data.ts'
import {
  addCallingDevice,
  type CallingDevice,
  digestOf,
  newPicture,
} from '../../../tests/support/server/device-calls.ts'
import { messages } from '../../api/messages.ts'
import { apiKeys, organizations, plans } from '../../db/schema.ts'

// What a device may send wrongly: each is told why, is in the access log, and leaves nothing behind.

let test: TestApp
let camera: CallingDevice
let analog: CallingDevice
let foreign: CallingDevice
let idle: CallingDevice
let busy: CallingDevice
let picture: Buffer
beforeAll(async () => {
  test = await createTestApp()
  const { database } = test.deps
  camera = await addCallingDevice(test, test.own, { accessHash: 'right' })
  await addMeter(database, test.own.id, { deviceId: camera.id })
  analog = await addCallingDevice(test, test.own)
  await addMeter(database, test.own.id, { deviceId: analog.id, analogSettings: '3:0:10' })
  foreign = await addCallingDevice(test, test.other)
  idle = await addCallingDevice(test, test.own)
  busy = await addCallingDevice(test, test.own)
  picture = await newPicture()
})
afterAll(() => test.close())

const key = () => ofKey({ expireAt: new Date('2027-12-31T00:00:00Z'), whiteIps: null, maxCount: null })
const ofKey = (change: Partial<typeof apiKeys.$inferInsert>) =>
  test.deps.database.asSystem((tx) => tx.update(apiKeys).set(change).where(eq(apiKeys.id, camera.keyId)))
const ofOrganization = (change: Partial<typeof organizations.$inferInsert>) =>
  test.deps.database.asSystem((tx) =>
    tx.update(organizations).set(change).where(eq(organizations.id, test.own.id)),
  )
const planWithoutDevices = async () => {
  const [plan] = await test.deps.database.asSystem((tx) =>
    tx.insert(plans).values({ name: '端末なし', type: 0, allowDevices: false }).returning(),
  )
  await ofOrganization({ planId: plan?.id ?? 0 })
}
afterEach(async () => {
  await key()
  await ofOrganization({ status: 0, planId: 1 })
})

const apikey = (text: string) => ({ apikey: text })
const accessKey = () => camera.headers.apikey.split(':')[0] ?? ''
/** A picture of which only the head says that it is large. */
function bomb(): Buffer {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  png.writeUInt32BE(60_000, 16)
  png.writeUInt32BE(60_000, 20)
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
  return png
}
const readingAt = (value: unknown) => ({
  channel: 3,
  measurements: [{ value, measured_at: test.deps.clock().toISOString() }],
})
const sendJson = (text: string) =>
  camera.ask('POST', deviceApiEndpoints.reportHeartbeat.path, {
    headers: { 'content-type': 'application/json' },
    bytes: Buffer.from(text),
  })
const heartbeat = () => busy.ask('POST', deviceApiEndpoints.reportHeartbeat.path, { body: { dbm: -60 } })
const usedKey = { 'idempotency-key': 'used-by-a-first-picture' }
const other = () => camera.sendPicture(picture, { 'device-serial': foreign.serial })

const cases: [
  what: string,
  code: ErrorCode,
  call: () => Promise<Answered>,
  before?: () => Promise<unknown>,
][] = [
  ['an unknown key', 'key_unknown', () => camera.sendPicture(picture, apikey('nobody:secret'))],
  ['a wrong secret', 'key_unknown', () => camera.sendPicture(picture, apikey(`${accessKey()}:wrong`))],
  [
    'an expired key',
    'key_expired',
    () => camera.sendPicture(picture),
    () => ofKey({ expireAt: new Date('2026-01-01T00:00:00Z') }),
  ],
  [
    'a call from elsewhere',
    'address_refused',
    () => camera.sendPicture(picture),
    () => ofKey({ whiteIps: ['203.0.113.7'] }),
  ],
  [
    'one call more than a day’s',
    'daily_limit',
    () => camera.sendPicture(picture),
    async () => {
      await ofKey({ maxCount: 1, countedOn: null })
      await camera.ask('GET', deviceApiEndpoints.deviceConfig.path)
    },
  ],
  ['a plan without devices', 'plan_refused', () => camera.sendPicture(picture), planWithoutDevices],
  [
    'a stopped organization',
    'organization_inactive',
    () => camera.sendPicture(picture),
    () => ofOrganization({ status: 1 }),
  ],
  ['another organization’s device', 'device_unknown', other],
  ['a device of nobody', 'device_unknown', () => camera.sendPicture(picture, { 'device-serial': 'none' })],
  ['a picture of no meter', 'meter_missing', () => idle.sendPicture(picture)],
  [
    'measurements of a channel without a meter',
    'meter_missing',
    () => analog.sendAnalog({ ...readingAt(5), channel: 1 }),
  ],
  [
    'another picture with a key that was used',
    'key_reused',
    async () => camera.sendPicture(await newPicture(), usedKey),
    () => camera.sendPicture(picture, usedKey),
  ],
  ['no picture', 'picture_missing', () => camera.sendPicture(new Uint8Array(0))],
  [
    'half a picture',
    'picture_mismatch',
    () => camera.sendPicture(picture.subarray(0, 200), { 'content-digest': digestOf(picture) }),
  ],
  [
    'another picture’s digest',
    'picture_mismatch',
    () => camera.sendPicture(picture, { 'content-digest': digestOf(Buffer.from('other')) }),
  ],
  [
    'a compressed picture without a word of it, with the digest of the picture',
    'media_type_unsupported',
    () => camera.sendPicture(gzipSync(picture), { 'content-digest': digestOf(picture) }),
  ],
  ['no picture but a text', 'picture_unsupported', () => camera.sendPicture(Buffer.from('<svg/>'))],
  ['a picture of 3,600 megapixels in 70 bytes', 'validation_failed', () => camera.sendPicture(bomb())],
  [
    'a key of one character',
    'validation_failed',
    () => camera.sendPicture(picture, { 'idempotency-key': '1' }),
  ],
  ['a measurement in words', 'validation_failed', () => analog.sendAnalog(readingAt('twelve'))],
  [
    'a measurement beyond all inputs',
    'validation_failed',
    () => analog.sendAnalog({ ...readingAt(1e308), channel: 3 }),
  ],
  [
    'more measurements than a call may have',
    'payload_too_large',
    () =>
      analog.sendAnalog({
        channel: 3,
        measurements: Array.from({ length: 1001 }, () => readingAt(5).measurements[0]),
      }),
  ],
  [
    'a megabyte and more of JSON',
    'payload_too_large',
    () =>
      camera.ask('POST', deviceApiEndpoints.reportHeartbeat.path, { body: { logs: 'x'.repeat(1_000_000) } }),
  ],
  ['a picture of more than 20 MB', 'payload_too_large', () => camera.sendPicture(Buffer.alloc(20_000_001))],
  ['an empty body', 'body_malformed', () => sendJson('')],
  ['a body that is no JSON', 'body_malformed', () => sendJson('{"dbm":nan}')],
  [
    'a sixty-first call within a minute',
    'too_many_requests',
    heartbeat,
    async () => {
      for (let sent = 0; sent < 60; sent++) expect((await heartbeat()).status).toBe(200)
    },
  ],
  [
    'a serial number that nobody has',
    'registration_refused',
    () =>
      camera.ask('POST', deviceApiEndpoints.registerDevice.path, {
        body: { serial_number: 'none', access_hash: 'x' },
      }),
  ],
  [
    'a wrong access hash',
    'registration_refused',
    () =>
      camera.ask('POST', deviceApiEndpoints.registerDevice.path, {
        body: { serial_number: camera.serial, access_hash: 'wrong' },
      }),
  ],
]

it.each(cases)(
  '%s is refused as %s, and leaves nothing but a row of the access log',
  async (_what, code, call, before) => {
    await before?.()
    const [left, logged] = [await rows(), await lastLog()]
    const answer = await call()
    expect(answer.status).toBe(errorStatus[code])
    const failure = failureOf(answer)
    expect(failure.code).toBe(code)
    expect(failure.messages[0]).toBe(messages[code])
    expect(failure.messages[0]).toMatch(/[ぁ-んァ-ヶ一-龠]/)
    expect(await rows()).toEqual(left)
    const { issues = [] } = failure
    expect(issues).not.toEqual([])
    for (const { message } of issues) expect(message).toMatch(/[ぁ-んァ-ヶ一-龠]/)
    const isOfKey = issues.every(({ path }) => path === 'APIKEY')
    // Refused with the key itself: the row was complete before.
    const fields = isOfKey ? [] : issues.map(({ path, message }) => `${path}: ${message}`)
    await expect
      .poll(async () => (await lastLog())?.messages)
      .toContain(`: ${messages[code]}${fields.join('、')}`)
    expect((await lastLog())?.id).toBeGreaterThan(logged?.id ?? 0)
  },
)

it('a refusal names the field and what was expected', async () => {
  const issuesOf = async (call: Promise<Answered>) => failureOf(await call).issues
  expect(await issuesOf(camera.sendPicture(picture, { 'device-serial': 'KS-none' }))).toEqual([
    { path: 'device-serial', message: 'シリアル番号「KS-none」の端末は登録されていません' },
  ])
  const otherDigest = { 'content-digest': digestOf(Buffer.from('other')) }
  expect(await issuesOf(camera.sendPicture(picture, otherDigest))).toEqual([
    {
      path: 'content-digest',
      message: `受信した本文（${picture.length}バイト）は ${digestOf(picture)} です`,
    },
  ])
  expect(await issuesOf(camera.sendPicture(new Uint8Array(0)))).toEqual([
    { path: 'body', message: '写真がありません。JPEG、PNG、WebP の写真を本文として送信してください' },
  ])
  const key = { 'idempotency-key': 'used-by-another-picture' }
  expect((await camera.sendPicture(picture, key)).status).toBe(201)
  expect(await issuesOf(camera.sendPicture(await newPicture(), key))).toEqual([
    {
      path: 'idempotency-key',
      message: '別の内容の報告で使用済みです。報告ごとに新しい値を指定してください',
    },
  ])
  expect(await issuesOf(camera.sendPicture(picture, apikey('nobody:secret')))).toEqual([
    { path: 'APIKEY', message: 'アクセスキーとシークレットキーの両方を確認してください' },
  ])
  const choose = 'メーターの「測定端末」で、この端末'
  expect(await issuesOf(idle.sendPicture(picture))).toEqual([
    { path: 'device-serial', message: `${choose}を選択してください` },
  ])
  expect(await issuesOf(analog.sendAnalog({ ...readingAt(5), channel: 1 }))).toEqual([
    { path: 'channel', message: `${choose}とチャンネル「0 〜 17 V」を選択してください` },
  ])
  const { path } = deviceApiEndpoints.reportPicture
  const { headers } = camera
  expect(await issuesOf(test.ask('POST', path, { headers, bytes: picture }))).toEqual([
    { path: 'idempotency-key', message: '必須です' },
    { path: 'content-digest', message: '必須です' },
  ])
  const keyless = await test.ask('POST', path, { bytes: picture })
  expect(keyless.status).toBe(401)
  expect(failureOf(keyless)).toMatchObject({
    code: 'unauthenticated',
    issues: [{ path: 'APIKEY', message: expect.stringContaining('APIキーがありません') }],
  })
  expect(await issuesOf(sendJson(''))).toEqual([
    { path: 'body', message: '本文が空です。JSON を送信してください' },
  ])
  expect(await issuesOf(sendJson('{"dbm":nan}'))).toEqual([
    { path: 'body', message: 'JSON の書き方が正しくありません。引用符、括弧、数値を確認してください' },
  ])
})

it('a call that devices cannot make says what was expected', async () => {
  const { path } = deviceApiEndpoints.reportPicture
  const misspelt = await camera.ask('POST', `${path}s`, { bytes: picture })
  expect(misspelt.status).toBe(404)
  expect(failureOf(misspelt).issues).toEqual([
    {
      path: 'url',
      message: `POST ${path}s という呼び出しはありません。アドレスとメソッドを確認してください`,
    },
  ])
  const person = await test.ask('POST', path, { as: test.own.admin, bytes: picture })
  expect(person.status).toBe(403)
  expect(failureOf(person).issues).toEqual([
    { path: 'APIKEY', message: '端末のキーで送信してください。端末の「接続」で作成できます' },
  ])
  const token = await test.ask('POST', path, { headers: { authorization: 'Bearer none' }, bytes: picture })
  expect(token.status).toBe(401)
  expect(failureOf(token)).toMatchObject({
    code: 'unauthenticated',
    issues: [{ path: 'APIKEY', message: expect.stringContaining('APIキーがありません') }],
  })
})

it('an address that calls too often is told how often it may', async () => {
  const limited = await createTestApp({ settings: { RATE_LIMIT: '50' } })
  try {
    const { path } = deviceApiEndpoints.deviceConfig
    const device = await addCallingDevice(limited, limited.own)
    const busyDevice = await addCallingDevice(limited, limited.own)
    const guess = () => limited.ask('GET', path, { headers: apikey('nobody:secret') })
    for (let sent = 0; sent < 2; sent++) expect((await guess()).status).toBe(401)
    const guessed = await guess()
    expect(failureOf(guessed)).toMatchObject({
      code: 'too_many_requests',
      issues: [{ path: 'call', message: '拒否される送信は、同じ回線から1分間に 2 回までです' }],
    })
    expect(Number(guessed.headers['retry-after'])).toBeGreaterThan(0)
    // Two devices, so that neither reaches its own limit.
    for (let sent = 0; sent < 50; sent++)
      expect((await (sent % 2 ? device : busyDevice).ask('GET', path)).status).toBe(200)
    const refused = await device.ask('GET', path)
    expect(failureOf(refused)).toMatchObject({
      code: 'too_many_requests',
      issues: [{ path: 'call', message: '同じ回線から1分間に送信できるのは、呼び出しごとに 50 回までです' }],
    })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  } finally {
    await limited.close()
  }
})

it('a refused registration is the same, whatever was wrong', async () => {
  const register = async (serial_number: string) => {
    const body = { serial_number, access_hash: 'wrong' }
    const {
      code,
      messages: said,
      issues,
    } = failureOf(await camera.ask('POST', deviceApiEndpoints.registerDevice.path, { body }))
    return { code, said, issues }
  }
  expect(await register('none')).toEqual(await register(camera.serial))
  expect(await register(foreign.serial)).toEqual(await register(camera.serial))
})

/** Everything that a report writes. */
async function rows() {
  const { rows } = await test.deps.database.asSystem((tx) =>
    tx.execute(sql`select
      (select count(*) from device_reports) as reports, (select count(*) from readings) as readings,
      (select count(*) from pictures) as pictures, (select count(*) from device_errors) as errors,
      (select count(*) from alerts) as alerts, (select count(*) from pgboss.job where name = 'read-picture') as jobs,
      (select json_agg(devices order by id) from devices) as devices`),
  )
  return rows
}

async function lastLog() {
  const { rows } = await test.deps.database.asSystem((tx) =>
    tx.execute<{ id: number; messages: string }>(
      sql`select id::int, messages from access_logs order by id desc limit 1`,
    ),
  )
  return rows[0]
}
