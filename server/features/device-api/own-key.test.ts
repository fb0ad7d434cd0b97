// Covers docs/requirements.md: 639, 641, 642, 674

import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keyType } from '../../../contract/access.ts'
import { deviceApiEndpoints } from '../../../contract/device-api.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addDevice, addKey, addMeter } from '../../../tests/support/server/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import { newPicture, pictureHeaders } from '../../../tests/support/server/device-calls.ts'
import { apiKeys, meters, readings } from '../../db/schema.ts'
import { sha256Of } from '../pictures/index.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const deletedDevice = {
  code: 'device_unknown',
  issues: [{ path: 'APIKEY', message: 'このキーの端末は削除されています' }],
}

/** A WiFi camera with a meter and, unless it reports by a key for all devices, a key of its own. */
async function addCamera(serial = `KS-${randomUUID()}`, meterName = `meter ${serial}`) {
  const { database } = test.deps
  const device = await addDevice(database, test.own.id, {
    type: 2,
    serialNumber: serial,
    accessHash: 'ab12',
  })
  const meter = await addMeter(database, test.own.id, { name: meterName, deviceId: device.id })
  const answer = await test.ask('POST', `/api/v1/device/${device.id}/key`, { as: test.own.admin, body: {} })
  const { key } = dataOf('renewDeviceKey', answer)
  return { id: device.id, serial, meter, apikey: `${key?.access_key}:${key?.secret_key}` }
}

type Camera = Awaited<ReturnType<typeof addCamera>>

const config = (apikey: string, serial: string) =>
  test.ask('GET', '/api/v1/device-api/config', { headers: { apikey, 'device-serial': serial } })
const heartbeat = (apikey: string, serial: string, body: object = {}) =>
  test.ask('POST', '/api/v1/device-api/heartbeat', { headers: { apikey, 'device-serial': serial }, body })
async function picture(apikey: string, serial: string) {
  const bytes = await newPicture()
  const headers = { apikey, 'device-serial': serial, ...pictureHeaders(bytes, test.deps.clock()) }
  return test.ask('POST', '/api/v1/device-api/pictures', { headers, bytes })
}
const webhookRow = (name: string, value = '12.5') => ({
  name,
  timestampLong: String(Math.floor(test.deps.clock().getTime() / 1000)),
  rawValue: value,
  value,
  preValue: value,
  error: 'no error',
})
const webhook = (apikey: string, ...rows: object[]) =>
  test.ask('POST', '/api/v1/device-api/ai-on-the-edge', { headers: { apikey }, body: rows })
const connectionOf = async ({ id }: Camera) =>
  dataOf(
    'deviceConnection',
    await test.ask('GET', `/api/v1/device/${id}/connection`, { as: test.own.general }),
  )

describe("a device's own key", () => {
  it('makes all calls of its device', async () => {
    const { apikey, serial } = await addCamera()
    const registered = await test.ask('POST', '/api/v1/device-api/register', {
      headers: { apikey },
      body: { serial_number: serial, access_hash: 'ab12' },
    })
    expect(registered.status).toBe(200)
    expect((await config(apikey, serial)).status).toBe(200)
    expect((await picture(apikey, serial)).status).toBe(201)
    expect((await heartbeat(apikey, serial)).status).toBe(200)
  })

  it('makes no call of another device, whether that exists or not', async () => {
    const [own, other] = [await addCamera(), await addCamera()]
    const calls = [
      (serial: string) => config(own.apikey, serial),
      (serial: string) => heartbeat(own.apikey, serial),
      (serial: string) => picture(own.apikey, serial),
      (serial: string) =>
        test.ask('POST', '/api/v1/device-api/register', {
          headers: { apikey: own.apikey },
          body: { serial_number: serial, access_hash: 'ab12' },
        }),
    ]
    for (const serial of [other.serial, 'KS-UNKNOWN']) {
      for (const call of calls) {
        const answer = await call(serial)
        expect(answer.status).toBe(403)
        const { code, issues } = failureOf(answer)
        expect(code).toBe('device_mismatch')
        expect(issues?.[0]?.message).toContain(own.serial)
      }
    }
    expect(await connectionOf(other)).toMatchObject({ last_arrival: null })
  })

  it("answers no repeat of another device's report", async () => {
    const [own, other] = [await addCamera(), await addCamera()]
    const bytes = await newPicture()
    const sent = pictureHeaders(bytes, test.deps.clock())
    const send = (apikey: string) =>
      test.ask('POST', '/api/v1/device-api/pictures', {
        headers: { apikey, 'device-serial': other.serial, ...sent },
        bytes,
      })
    expect((await send(other.apikey)).status).toBe(201)
    expect(failureOf(await send(own.apikey)).code).toBe('device_mismatch')
  })

  it('makes no call of the console', async () => {
    const { apikey } = await addCamera()
    expect((await test.ask('GET', '/api/v1/meters', { headers: { apikey } })).status).toBe(403)
  })

  it('is withdrawn when it is renewed, and when an administrator withdraws it', async () => {
    const { id, apikey, serial } = await addCamera()
    const path = `/api/v1/device/${id}/key`
    const answer = await test.ask('POST', path, { as: test.own.admin, body: {} })
    const { key } = dataOf('renewDeviceKey', answer)
    expect(failureOf(await config(apikey, serial)).code).toBe('key_unknown')
    const renewed = `${key?.access_key}:${key?.secret_key}`
    expect((await config(renewed, serial)).status).toBe(200)
    const withdrawn = await test.ask('DELETE', path, { as: test.own.admin })
    expect(dataOf('withdrawDeviceKey', withdrawn).key).toBeNull()
    expect(failureOf(await config(renewed, serial)).code).toBe('key_unknown')
  })

  it('is one per device also when two administrators renew it at once', async () => {
    const { id } = await addCamera()
    const answers = await Promise.all(
      [test.own.admin, test.own.system, test.own.admin].map((as) =>
        test.ask('POST', `/api/v1/device/${id}/key`, { as, body: {} }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    const active = await test.deps.database.asSystem((tx) =>
      tx.select().from(apiKeys).where(eq(apiKeys.deviceId, id)),
    )
    expect(active.filter(({ deletedAt }) => deletedAt === null)).toHaveLength(1)
    expect(active).toHaveLength(4)
  })

  it('is neither shown to general users nor listed in API管理', async () => {
    const { id, apikey } = await addCamera()
    const path = `/api/v1/device/${id}`
    expect((await test.ask('GET', `${path}/key`, { as: test.own.general })).status).toBe(403)
    const connection = await test.ask('GET', `${path}/connection`, { as: test.own.general })
    expect(connection.status).toBe(200)
    expect(connection.text).not.toContain(apikey.split(':')[1] ?? '')
    const listed = dataOf('keys', await test.ask('GET', '/api/v1/keys', { as: test.own.system }))
    expect(listed.some(({ access_key }) => apikey.startsWith(access_key))).toBe(false)
  })

  it('is refused while its device is deleted, and works again when the device is restored', async () => {
    const { id, apikey, serial } = await addCamera()
    await test.ask('DELETE', `/api/v1/device/${id}`, { as: test.own.admin, body: {} })
    expect(failureOf(await config(apikey, serial))).toMatchObject(deletedDevice)
    await test.ask('PUT', `/api/v1/device/${id}`, { as: test.own.admin, body: { deleted_at: null } })
    expect((await config(apikey, serial)).status).toBe(200)
  })

  it('is refused by the database for a Common key, a second active key or another organization', async () => {
    const { id } = await addCamera()
    const constraintOf = (given: object) =>
      addKey(test.deps, test.own.id, null, { deviceId: id, type: keyType.device, ...given }).then(
        () => null,
        (error: Error & { cause: { constraint: string } }) => error.cause.constraint,
      )
    expect(await constraintOf({})).toBe('api_keys_of_device')
    expect(await constraintOf({ type: keyType.common })).toBe('api_keys_device')
    expect(await constraintOf({ deviceId: null })).toBe('api_keys_user')
    const foreign = addKey(test.deps, test.other.id, null, { deviceId: id, type: keyType.device })
    await expect(foreign).rejects.toThrow()
  })
})

describe('a key for all devices', () => {
  it('speaks for each of them, also after its person has left', async () => {
    const person = await test.ask('POST', '/api/v1/user/create', {
      as: test.own.admin,
      body: {
        username: `u${randomUUID().slice(0, 8)}`,
        email: `${randomUUID()}@example.jp`,
        password: 'Long-password-1',
        role: 0,
        is_alert_mail: false,
      },
    })
    const { id: userId } = dataOf('createUser', person)
    const device = await addKey(test.deps, test.own.id, userId, { type: keyType.device })
    const common = await addKey(test.deps, test.own.id, userId)
    const [one, other] = [await addCamera(), await addCamera()]
    const removed = await test.ask('DELETE', `/api/v1/user/${userId}/organization/${test.own.id}`, {
      as: test.own.admin,
    })
    expect(removed.status).toBe(200)
    for (const { serial } of [one, other]) {
      expect((await picture(`${device.accessKey}:secret`, serial)).status).toBe(201)
    }
    const asPerson = await test.ask('GET', '/api/v1/meters', {
      headers: { apikey: `${common.accessKey}:secret` },
    })
    expect(failureOf(asPerson).code).toBe('key_unknown')
    const listed = dataOf('keys', await test.ask('GET', '/api/v1/keys', { as: test.own.admin }))
    expect(listed.find(({ id }) => id === device.id)).toMatchObject({ user: '', user_id: userId })
    expect(listed.some(({ id }) => id === common.id)).toBe(false)
  })
})

describe("a webhook with a device's own key", () => {
  const readingsOf = (meterId: number) =>
    test.deps.database.asSystem((tx) =>
      tx
        .select({ value: readings.value })
        .from(readings)
        .where(and(eq(readings.meterId, meterId))),
    )
  const picturesOf = (meterId: number) =>
    test.deps.database.asSystem((tx) =>
      tx
        .select({
          picture: readings.pictureSha256,
          timeMark: readings.timeMark,
          createdAt: readings.createdAt,
        })
        .from(readings)
        .where(eq(readings.meterId, meterId))
        .orderBy(readings.id),
    )
  const put = (apikey: string, query: string, bytes: Uint8Array) =>
    test.ask('PUT', `/api/v1/device-api/ai-on-the-edge${query}`, {
      headers: { apikey, 'content-type': 'image/jpeg' },
      bytes,
    })

  it('shows a picture that came before its values as received and waiting for them', async () => {
    const camera = await addCamera(undefined, 'main')
    await webhook(camera.apikey, webhookRow('main', '1'))
    test.advance(60_000)
    const row = webhookRow('main', '2')
    expect((await put(camera.apikey, `?timestamp=${row.timestampLong}`, await newPicture())).status).toBe(201)
    const { last_arrival: arrival } = await connectionOf(camera)
    expect(arrival).toMatchObject({
      kind: 'webhook_picture',
      note: 'この時刻の値を待っています。値が登録されると、その測定値の写真になります。',
    })
    expect(Date.parse(arrival?.measured_at ?? '')).toBe(Number(row.timestampLong) * 1000)
    expect((await webhook(camera.apikey, row)).status).toBe(201)
    expect((await connectionOf(camera)).last_arrival).toMatchObject({ kind: 'picture' })
  })

  it('shows when a picture was received whose bytes belong to earlier values as well', async () => {
    const camera = await addCamera(undefined, 'main')
    const bytes = await newPicture()
    const first = webhookRow('main', '1')
    await put(camera.apikey, `?timestamp=${first.timestampLong}`, bytes)
    expect((await webhook(camera.apikey, first)).status).toBe(201)
    test.advance(60_000)
    const sentAt = test.deps.clock()
    const next = webhookRow('main', '2')
    expect((await put(camera.apikey, `?timestamp=${next.timestampLong}`, bytes)).status).toBe(201)
    const { last_arrival: arrival } = await connectionOf(camera)
    expect(arrival).toMatchObject({ kind: 'webhook_picture' })
    expect(Date.parse(arrival?.at ?? '')).toBeGreaterThanOrEqual(sentAt.getTime())
    expect(Date.parse(arrival?.measured_at ?? '')).toBe(Number(next.timestampLong) * 1000)
  })

  const because = (text: string) =>
    `測定日時「${text}」は正しい秒数（1970年から。例: 1795132800）でないため、`
  it.each([
    ['?timestamp=now', because('now')],
    ['?timestamp=', '測定日時がないため、'],
    ['', '測定日時がないため、'],
    ['?timestamp=1&timestamp=2', because('["1","2"]')],
  ])('takes a picture of the time "%s" as that of the values that were just sent', async (query, why) => {
    const camera = await addCamera(undefined, 'main')
    await webhook(camera.apikey, webhookRow('main'))
    const bytes = await newPicture()
    const [first, again] = [await put(camera.apikey, query, bytes), await put(camera.apikey, query, bytes)]
    expect([first.status, again.status]).toEqual([201, 200])
    for (const { json } of [first, again])
      expect(json).toMatchObject({
        data: { receipts: [{ meter_id: camera.meter.id, sha256: sha256Of(bytes) }] },
        messages: [`${why}直前に届いた値の写真としました。`],
      })
    expect(await picturesOf(camera.meter.id)).toMatchObject([{ picture: sha256Of(bytes), timeMark: null }])
  })

  it('makes a picture of an unreadable time a report of its own where no values were just sent', async () => {
    const camera = await addCamera(undefined, 'main')
    await webhook(camera.apikey, webhookRow('main'))
    test.advance(31_000)
    const before = test.deps.clock()
    const bytes = await newPicture()
    const send = () => put(camera.apikey, '?timestamp=now', bytes)
    const [first, again] = [await send(), await send()]
    expect([first.status, again.status]).toEqual([201, 200])
    const note = `${because('now')}受信した時刻を測定日時としました。`
    expect(first.json).toMatchObject({ data: { receipts: [{ sha256: sha256Of(bytes) }] }, messages: [note] })
    const [value, picture, ...others] = await picturesOf(camera.meter.id)
    expect(others).toEqual([])
    expect(value).toMatchObject({ picture: null })
    expect(picture).toMatchObject({ picture: sha256Of(bytes), timeMark: 'arrival' })
    expect(picture?.createdAt.getTime()).toBeGreaterThanOrEqual(before.getTime())
    expect((await connectionOf(camera)).last_arrival).toMatchObject({ kind: 'picture', note })
  })

  it('says of a picture of an unreadable time from a device without meters that it belongs to no values', async () => {
    const [camera, other] = [await addCamera(), await addCamera()]
    await test.deps.database.asSystem((tx) =>
      tx.update(meters).set({ deviceId: other.id }).where(eq(meters.id, camera.meter.id)),
    )
    const sent = await put(camera.apikey, '?timestamp=now', await newPicture())
    const note = `${because('now')}どの値の写真か分かりません。写真だけを保存しました。測定値はありません。`
    expect(sent.status).toBe(201)
    expect(sent.json).toMatchObject({ data: { receipts: [] }, messages: [note] })
    expect((await connectionOf(camera)).last_arrival).toMatchObject({ kind: 'webhook_picture', note })
  })

  it('counts a picture of an unreadable time once if it is repeated more than 30 seconds after its values', async () => {
    const camera = await addCamera(undefined, 'main')
    await webhook(camera.apikey, webhookRow('main'))
    const bytes = await newPicture()
    const send = () => put(camera.apikey, '?timestamp=now', bytes)
    test.advance(10_000)
    const first = await send()
    test.advance(25_000)
    const again = await send()
    expect([first.status, again.status]).toEqual([201, 200])
    expect(again.json).toMatchObject({
      data: { receipts: [{ meter_id: camera.meter.id, sha256: sha256Of(bytes) }] },
      messages: [`${because('now')}直前に届いた値の写真としました。`],
    })
    expect(await picturesOf(camera.meter.id)).toMatchObject([{ picture: sha256Of(bytes), timeMark: null }])
  })

  it('finds a number among the meters of its device, whatever other devices have', async () => {
    const one = await addCamera(undefined, 'main')
    const other = await addCamera(undefined, 'main')
    expect((await webhook(one.apikey, webhookRow('main', '1.5'))).status).toBe(201)
    expect((await webhook(other.apikey, webhookRow('main', '2.5'))).status).toBe(201)
    expect(await readingsOf(one.meter.id)).toEqual([{ value: 1.5 }])
    expect(await readingsOf(other.meter.id)).toEqual([{ value: 2.5 }])
  })

  it("does not write to another device's meter", async () => {
    const [own, other] = [await addCamera(), await addCamera()]
    const answer = await webhook(own.apikey, webhookRow(other.meter.name))
    expect(answer.status).toBe(400)
    expect(failureOf(answer)).toMatchObject({
      code: 'meter_missing',
      issues: [{ path: '0.name', message: expect.stringContaining(other.meter.name) }],
    })
    expect(await readingsOf(other.meter.id)).toEqual([])
  })

  it('lists only codes that it answers: it names no device that could be another one', () => {
    const { webhookValues, webhookPicture } = deviceApiEndpoints
    expect(webhookValues.errors).toEqual(['device_unknown', 'meter_missing'])
    for (const code of ['device_mismatch', 'meter_missing', 'picture_mismatch'] as const)
      expect(webhookPicture.errors).not.toContain(code)
  })

  it('is refused as of an unknown device while its device is deleted', async () => {
    const { id, apikey } = await addCamera()
    await test.ask('DELETE', `/api/v1/device/${id}`, { as: test.own.admin, body: {} })
    expect(failureOf(await webhook(apikey, webhookRow('gas')))).toMatchObject(deletedDevice)
    const answer = await test.ask('PUT', '/api/v1/device-api/ai-on-the-edge?timestamp=1795165200', {
      headers: { apikey, 'content-type': 'image/jpeg' },
      bytes: await newPicture(),
    })
    expect(failureOf(answer)).toMatchObject(deletedDevice)
  })

  it('offers every number of a refused call, whatever its value', async () => {
    const camera = await addCamera()
    const { value: _value, ...withoutValue } = webhookRow('none')
    const rows = [
      { ...webhookRow('number'), value: 7.25 },
      { ...webhookRow('null'), value: null },
      { ...webhookRow('list'), value: [] },
      withoutValue,
    ]
    expect(failureOf(await webhook(camera.apikey, ...rows)).code).toBe('meter_missing')
    await expect
      .poll(async () => (await connectionOf(camera)).numbers.map(({ name, value }) => [name, value]))
      .toEqual([
        ['none', ''],
        ['null', ''],
        ['number', '7.25'],
      ])
  })

  it('ignores an assignment to a meter that has left the device', async () => {
    const [camera, other] = [await addCamera(undefined, 'main'), await addCamera()]
    const { database } = test.deps
    const moved = await addMeter(database, test.own.id, { name: 'moved', deviceId: camera.id })
    await webhook(camera.apikey, webhookRow('main', '1'))
    const assigned = await test.ask('PUT', `/api/v1/device/${camera.id}/number`, {
      as: test.own.admin,
      body: { name: 'main', meter_id: moved.id },
    })
    expect(dataOf('assignDeviceNumber', assigned).numbers).toMatchObject([{ meter_id: moved.id }])
    await database.asSystem((tx) =>
      tx.update(meters).set({ deviceId: other.id }).where(eq(meters.id, moved.id)),
    )
    expect((await connectionOf(camera)).numbers).toMatchObject([
      { name: 'main', meter_id: null, used_meter_id: camera.meter.id },
    ])
    expect((await webhook(camera.apikey, webhookRow('main', '2'))).status).toBe(201)
    expect(await readingsOf(camera.meter.id)).toEqual([{ value: 1 }, { value: 2 }])
    expect(await readingsOf(moved.id)).toEqual([])
  })

  it('offers an unknown number, which an administrator assigns to a meter of the device', async () => {
    const [camera, other] = [await addCamera(), await addCamera()]
    expect(failureOf(await webhook(camera.apikey, webhookRow('gas', '7.25'))).code).toBe('meter_missing')
    await expect
      .poll(async () => (await connectionOf(camera)).numbers)
      .toMatchObject([{ name: 'gas', value: '7.25', meter_id: null, used_meter_id: null }])
    expect((await connectionOf(camera)).rejections).toMatchObject([
      { method: 'POST', path: '/api/v1/device-api/ai-on-the-edge', code: 'meter_missing' },
    ])
    const assign = (as: typeof test.own.admin, name: string, meterId: number | null) =>
      test.ask('PUT', `/api/v1/device/${camera.id}/number`, { as, body: { name, meter_id: meterId } })
    expect((await assign(test.own.general, 'gas', camera.meter.id)).status).toBe(403)
    expect(failureOf(await assign(test.own.admin, 'gas', other.meter.id))).toMatchObject({
      code: 'reference_unknown',
      issues: [{ path: 'meter_id' }],
    })
    expect((await assign(test.own.admin, 'water', camera.meter.id)).status).toBe(404)
    expect((await assign(test.own.admin, 'gas', camera.meter.id)).status).toBe(200)
    expect((await webhook(camera.apikey, webhookRow('gas', '7.5'))).status).toBe(201)
    expect(await readingsOf(camera.meter.id)).toEqual([{ value: 7.5 }])
    expect((await connectionOf(camera)).numbers).toMatchObject([
      { name: 'gas', value: '7.5', meter_id: camera.meter.id, used_meter_id: camera.meter.id },
    ])
  })

  it('shows the meter of a number whose name differs in look-alike characters', async () => {
    const camera = await addCamera(undefined, 'look alike')
    for (const name of ['LOOK ALIKE', 'ｌｏｏｋ　ａｌｉｋｅ'])
      expect((await webhook(camera.apikey, webhookRow(name, '5'))).status).toBe(201)
    const { numbers } = await connectionOf(camera)
    expect(numbers.map((each) => [each.meter_id, each.used_meter_id])).toEqual([
      [null, camera.meter.id],
      [null, camera.meter.id],
    ])
  })

  it('shows the meter to which a key for all devices leads a number, and none of another device', async () => {
    const [camera, other] = [await addCamera(), await addCamera()]
    const { deps, own } = test
    const shared = await addKey(deps, own.id, own.admin.id, {
      type: keyType.device,
      meterNames: { digit7: camera.meter.id, digit8: other.meter.id },
    })
    const apikey = `${shared.accessKey}:secret`
    expect((await webhook(apikey, webhookRow('digit7', '5'))).status).toBe(201)
    // Refused with the device's own key, which knows no such name.
    expect((await webhook(camera.apikey, webhookRow('digit8', '5'))).status).toBe(400)
    await expect
      .poll(async () => (await connectionOf(camera)).numbers)
      .toMatchObject([
        { name: 'digit7', meter_id: null, used_meter_id: camera.meter.id },
        { name: 'digit8', meter_id: null, used_meter_id: null },
      ])
  })
})

describe('the last rejection of a device', () => {
  it('names the field and what was expected, also where the call was refused before its handler', async () => {
    const { id, apikey, serial } = await addCamera()
    const camera = { id } as Camera
    const answer = await test.ask('POST', '/api/v1/device-api/analog', {
      headers: { apikey, 'device-serial': serial, 'idempotency-key': randomUUID() },
      body: { channel: 9, measurements: [] },
    })
    expect(answer.status).toBe(400)
    await expect
      .poll(async () => (await connectionOf(camera)).rejections)
      .toMatchObject([
        {
          path: '/api/v1/device-api/analog',
          code: 'validation_failed',
          message: '入力内容に誤りがあります。',
          at: expect.stringMatching(/\+09:00$/),
          issues: expect.arrayContaining([expect.objectContaining({ path: 'channel' })]),
        },
      ])
  })

  it('is kept for a key for all devices too, and replaced by the next one of the same call', async () => {
    const camera = await addCamera()
    const key = await addKey(test.deps, test.own.id, test.own.general.id, { type: keyType.device })
    const send = (value: unknown) =>
      test.ask('POST', '/api/v1/device-api/analog', {
        headers: {
          apikey: `${key.accessKey}:secret`,
          'device-serial': camera.serial,
          'idempotency-key': randomUUID(),
        },
        body: { channel: 1, measurements: [{ value, measured_at: test.deps.clock().toISOString() }] },
      })
    await send('viel')
    const rejections = async () => (await connectionOf(camera)).rejections
    await expect.poll(rejections).toMatchObject([{ code: 'validation_failed' }])
    await send(1)
    await expect.poll(rejections).toMatchObject([{ code: 'meter_missing' }])
  })

  it('names the rows that were refused while the others were accepted', async () => {
    const camera = await addCamera()
    const meter = await addMeter(test.deps.database, test.own.id, {
      deviceId: camera.id,
      name: `analog ${randomUUID()}`,
      analogSettings: '1:0:1',
    })
    const rejections = async () => (await connectionOf(camera)).rejections
    const sent = await webhook(camera.apikey, webhookRow(camera.meter.name, '1'), webhookRow('nobody', '2'))
    expect([sent.status, dataOf('webhookValues', sent).receipts.length]).toEqual([201, 1])
    await expect.poll(rejections).toMatchObject([
      {
        method: 'POST',
        path: '/api/v1/device-api/ai-on-the-edge',
        code: 'validation_failed',
        issues: [
          { path: 'body', message: '2件中1件を登録できませんでした' },
          { path: '1.name', message: expect.stringContaining('「Webhookの番号とメーター」') },
        ],
      },
    ])
    const { last_arrival: arrival } = await connectionOf(camera)
    expect(arrival).toMatchObject({ kind: 'webhook' })
    const measured = await test.ask('POST', '/api/v1/device-api/analog', {
      headers: { apikey: camera.apikey, 'device-serial': camera.serial, 'idempotency-key': randomUUID() },
      body: {
        channel: 1,
        measurements: [
          { value: 1, measured_at: test.deps.clock().toISOString() },
          { value: 'one', measured_at: test.deps.clock().toISOString() },
        ],
      },
    })
    expect(dataOf('reportAnalog', measured).receipts).toMatchObject([{ meter_id: meter.id }])
    await expect.poll(rejections).toContainEqual(
      expect.objectContaining({
        path: '/api/v1/device-api/analog',
        issues: [
          { path: 'measurements', message: '2件中1件を登録できませんでした' },
          { path: 'measurements.1.value', message: '数値で入力してください' },
        ],
      }),
    )
  })
})

describe('a serial number', () => {
  const create = (serial: string) =>
    test.ask('POST', '/api/v1/device/create', {
      as: test.own.admin,
      body: { serial_number: serial, name: 'カメラ', type: 2, interval_crons: '0 15 * * *' },
    })

  it('is what an HTTP header can carry', async () => {
    for (const serial of ['入口カメラ', 'KSé1', 'KS 入口']) {
      const answer = await create(serial)
      expect(answer.status).toBe(400)
      expect(failureOf(answer).issues).toEqual([
        { path: 'serial_number', message: '半角の英数字と記号で入力してください' },
      ])
    }
    expect((await create(`KS 24/${randomUUID()}`)).status).toBe(201)
  })

  it('is the same in capital and small letters', async () => {
    const { apikey, serial } = await addCamera(`Ab-${randomUUID()}`)
    expect((await config(apikey, serial.toUpperCase())).status).toBe(200)
    expect((await config(apikey, serial.toLowerCase())).status).toBe(200)
    expect(failureOf(await create(serial.toUpperCase())).code).toBe('serial_number_taken')
  })

  it('works in UTF-8 for a device that was created before', async () => {
    const { apikey, serial } = await addCamera(`入口カメラ${randomUUID()}`)
    // A header holds bytes: what curl sends of a UTF-8 terminal.
    const sent = Buffer.from(serial).toString('latin1')
    expect((await config(apikey, sent)).status).toBe(200)
    expect((await heartbeat(apikey, sent)).status).toBe(200)
  })

  it('is still told apart by case where two devices had that before', async () => {
    const { database } = test.deps
    const name = randomUUID()
    const [small, capital] = [`k-${name}`, `K-${name}`]
    const one = await addDevice(database, test.own.id, {
      type: 2,
      serialNumber: small,
      isSerialCaseSensitive: true,
    })
    await addDevice(database, test.own.id, { type: 2, serialNumber: capital, isSerialCaseSensitive: true })
    const key = await addKey(test.deps, test.own.id, test.own.general.id, { type: keyType.device })
    const found = await config(`${key.accessKey}:secret`, small)
    expect(dataOf('deviceConfig', found).device_id).toBe(one.id)
  })
})

describe('an access hash', () => {
  it('is read, set and renewed by system administrators, and registers the device', async () => {
    const { id, apikey, serial } = await addCamera()
    const credentials = async (as: typeof test.own.admin) =>
      dataOf('deviceCredentials', await test.ask('GET', `/api/v1/device/${id}/key`, { as })).access_hash
    const set = (as: typeof test.own.admin, accessHash: string | null) =>
      test.ask('PUT', `/api/v1/device/${id}/access-hash`, { as, body: { access_hash: accessHash } })
    const register = async (accessHash: string) =>
      (
        await test.ask('POST', '/api/v1/device-api/register', {
          headers: { apikey },
          body: { serial_number: serial, access_hash: accessHash },
        })
      ).status
    expect(await credentials(test.own.admin)).toBeNull()
    expect(await credentials(test.own.system)).toBe('ab12')
    expect((await set(test.own.admin, 'new')).status).toBe(403)
    expect((await set(test.own.system, 'new')).status).toBe(200)
    expect(await register('ab12')).toBe(401)
    expect(await register('new')).toBe(200)
    const renewed = dataOf('setAccessHash', await set(test.own.system, null)).access_hash ?? ''
    expect(renewed).toMatch(/^[0-9a-f]{32}$/)
    expect(await register('new')).toBe(401)
    expect(await register(renewed)).toBe(200)
  })
})

describe('an address with superfluous slashes', () => {
  it('reaches the device calls', async () => {
    const { apikey, serial, meter } = await addCamera()
    const headers = { apikey, 'device-serial': serial }
    expect((await test.ask('GET', '//api/v1/device-api//config/', { headers })).status).toBe(200)
    const sent = await test.ask('POST', '//api/v1/device-api/ai-on-the-edge/', {
      headers: { apikey },
      body: [webhookRow(meter.name)],
    })
    expect(sent.status).toBe(201)
  })
})
