// Covers docs/requirements.md: 675

import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { captureEndpoints } from '../../../contract/captures.ts'
import { deviceApiEndpoints } from '../../../contract/device-api.ts'
import { deviceType } from '../../../contract/devices.ts'
import { type Answered, createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addMeter } from '../../../tests/support/server/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import { addCallingDevice, type CallingDevice } from '../../../tests/support/server/device-calls.ts'
import { type SmallDisk, smallDisk } from '../../../tests/support/server/small-disk.ts'
import { derivedPicture } from './derived.ts'
import { keepFramed } from './store.ts'
import { parsePicture, sha256Of } from './upload.ts'

const MB = 1_000_000

let disk: SmallDisk
let test: TestApp
let meterId: number
let camera: CallingDevice
let analog: CallingDevice
beforeAll(async () => {
  disk = smallDisk()
  test = await createTestApp({ settings: { DISK_RESERVE: '8MB' }, measureDisk: disk.measure })
  disk.mount(test.dataDir)
  const { database } = test.deps
  meterId = (await addMeter(database, test.own.id)).id
  camera = await addCallingDevice(test, test.own)
  await addMeter(database, test.own.id, { deviceId: camera.id })
  analog = await addCallingDevice(test, test.own, { type: deviceType.analogInput })
  await addMeter(database, test.own.id, { deviceId: analog.id, analogSettings: '1:0:100' })
})
afterAll(async () => {
  disk.close()
  await test.close()
})
beforeEach(() => leave(20 * MB))

/** Also lets the last measurement expire. */
function leave(free: number): void {
  disk.leave(free)
  test.advance(10_000)
}

let shade = 0
const newPicture = () => {
  shade += 1
  return sharp({ create: { width: 400, height: 300, channels: 3, background: { r: shade, g: 90, b: 30 } } })
    .jpeg()
    .toBuffer()
}

function capture(
  bytes: Uint8Array,
  { key = randomUUID() as string, taken = test.deps.clock() } = {},
): Promise<Answered> {
  const at = encodeURIComponent(taken.toISOString())
  const query = `meter_id=${meterId}&captured_at=${at}&sent_at=${at}`
  return test.ask('POST', `${captureEndpoints.createCapture.path}?${query}`, {
    as: test.own.general,
    bytes,
    headers: {
      'content-type': 'image/jpeg',
      'idempotency-key': key,
      'picture-sha256': sha256Of(bytes),
      'picture-length': String(bytes.length),
    },
  })
}

const addValue = (picture: Uint8Array | null) =>
  test.ask('POST', '/api/v1/meter-value', {
    as: test.own.general,
    body: {
      meter_id: meterId,
      value: 12,
      created_at: '2026-11-20 09:00:00',
      image_base64: picture === null ? null : Buffer.from(picture).toString('base64'),
    },
  })

const changeMeter = async (picture: Uint8Array) =>
  test.ask('PUT', `/api/v1/meters/${meterId}`, {
    as: test.own.admin,
    body: { image_base64: Buffer.from(picture).toString('base64') },
  })

const addMap = (picture: Uint8Array) =>
  test.ask('POST', '/api/v1/map', {
    as: test.own.admin,
    body: {
      name: '1階',
      description: '',
      map_area_id: null,
      image_base64: Buffer.from(picture).toString('base64'),
    },
  })

const sendWebhookPicture = (bytes: Uint8Array) =>
  camera.ask('PUT', `${deviceApiEndpoints.webhookPicture.path}?timestamp=1795000000`, {
    bytes,
    headers: { 'content-type': 'image/jpeg' },
  })

const entrances: [name: string, send: (bytes: Uint8Array) => Promise<Answered>][] = [
  ['a capture of a phone', (bytes) => capture(bytes)],
  ['a picture of a device', (bytes) => camera.sendPicture(bytes)],
  ['a picture of the webhook', sendWebhookPicture],
  ['a value with a picture', addValue],
  ['a meter picture', changeMeter],
  ['a map', addMap],
]

async function countRows() {
  const { rows } = await test.deps.database.asSystem((tx) =>
    tx.execute(sql`select
      (select count(*)::int from readings) as readings, (select count(*)::int from pictures) as pictures,
      (select count(*)::int from device_reports) as reports, (select count(*)::int from maps) as maps`),
  )
  return rows[0]
}

function expectFull(answer: Answered): void {
  expect(answer.status).toBe(507)
  expect(failureOf(answer)).toMatchObject({
    code: 'storage_full',
    messages: ['サーバーの空き容量が不足しています。空きができてから、もう一度送信してください。'],
  })
  expect(answer.headers['retry-after']).toBe('300')
}

describe('with less than the reserve free', () => {
  it.each(entrances)('%s is refused with 507, leaves nothing, and is accepted later', async (_, send) => {
    const bytes = await newPicture()
    leave(7 * MB)
    const before = await countRows()
    expectFull(await send(bytes))
    expect(await countRows()).toEqual(before)
    leave(20 * MB)
    expect([200, 201]).toContain((await send(bytes)).status)
  })

  it('a refused picture of a device is shown as its last rejection', async () => {
    leave(7 * MB)
    expectFull(await camera.sendPicture(await newPicture()))
    const connection = async () =>
      dataOf(
        'deviceConnection',
        await test.ask('GET', `/api/v1/device/${camera.id}/connection`, { as: test.own.general }),
      )
    const { method, path } = deviceApiEndpoints.reportPicture
    await expect
      .poll(async () => (await connection()).rejections)
      .toContainEqual(expect.objectContaining({ method, path, code: 'storage_full' }))
  })

  it('a repeat of a capture that was stored before gets its receipt', async () => {
    const bytes = await newPicture()
    const sent = { key: randomUUID(), taken: test.deps.clock() }
    const { id } = dataOf('createCapture', await capture(bytes, sent))
    leave(7 * MB)
    const repeat = await capture(bytes, sent)
    expect([repeat.status, dataOf('createCapture', repeat).id]).toEqual([200, id])
  })

  it('values without a picture, corrections and analog measurements are accepted', async () => {
    leave(7 * MB)
    const added = await addValue(null)
    expect(added.status).toBe(201)
    const { id } = dataOf('createReading', added)
    const corrected = await test.ask('PUT', `/api/v1/meter-value/${id}`, {
      as: test.own.general,
      body: { value: 13 },
    })
    expect([corrected.status, dataOf('updateReading', corrected).value]).toEqual([200, 13])
    const measured = await analog.sendAnalog({
      channel: 1,
      measurements: [{ value: 5, measured_at: test.deps.clock().toISOString() }],
    })
    expect(measured.status).toBe(201)
  })

  it('/ready stays 200 and shows the state, and /metrics the bytes', async () => {
    const ready = async () => (await test.ask('GET', '/ready')).json
    expect(await ready()).toEqual({ status: 'ready', disk: 'ok' })
    leave(7 * MB)
    expect(await ready()).toEqual({ status: 'ready', disk: 'full' })
    const { text } = await test.ask('GET', '/metrics')
    expect(text).toMatch(/^disk_reserve_bytes\{volume="pictures"\} 8000000$/m)
    expect(Number(/^disk_free_bytes\{volume="pictures"\} (\d+)$/m.exec(text)?.[1])).toBeLessThan(7.1 * MB)
    expect(text).toMatch(/^pictures_refused_for_space 1$/m)
  })

  it('framed pictures are left out, and reduced pictures are returned without being kept', async () => {
    const bytes = await newPicture()
    expect((await capture(bytes)).status).toBe(201)
    const framed = await parsePicture(await newPicture(), 'framed')
    const { storage, database, workers } = test.deps
    leave(7 * MB)
    const before = await countRows()
    const isKept = await database.asSystem((tx) => keepFramed(storage, tx, test.own.id, framed, bytes))
    expect([isKept, await countRows()]).toEqual([false, before])
    const key = { organizationId: test.own.id, sha256: sha256Of(bytes), variant: 'thumbnail' } as const
    expect(await derivedPicture({ storage, workers }, key)).not.toBeNull()
    expect(await storage.get(key)).toBeNull()
  })
})

it('a disk that fills up between two measurements is answered with 507 as well, and nothing is left', async () => {
  expect((await capture(await newPicture())).status).toBe(201)
  const before = await countRows()
  disk.leave(0)
  if (!disk.isReal()) test.advance(10_000)
  expectFull(await capture(await newPicture()))
  expect(await countRows()).toEqual(before)
})
