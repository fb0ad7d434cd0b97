// Covers docs/requirements.md: 385, 563, 612, 641

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { deviceApiEndpoints } from '../../../contract/device-api.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addMeter } from '../../../tests/support/server/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import {
  addCallingDevice,
  type CallingDevice,
  newPicture,
} from '../../../tests/support/server/device-calls.ts'
import {
  accessLogs,
  apiKeys,
  deviceErrors,
  deviceReports,
  devices,
  pictures,
  readings,
} from '../../db/schema.ts'
import { sha256Of } from '../pictures/index.ts'

const { path } = deviceApiEndpoints.webhookValues

let test: TestApp
let camera: CallingDevice
let main: { id: number }
let name: string
beforeAll(async () => {
  test = await createTestApp()
})
let count = 0
beforeEach(async () => {
  count += 1
  name = `main ${count}`
  camera = await addCallingDevice(test, test.own)
  main = await addMeter(test.deps.database, test.own.id, { name, deviceId: camera.id })
})
afterAll(() => test.close())

const system = <T>(work: Parameters<typeof test.deps.database.asSystem<T>>[0]) =>
  test.deps.database.asSystem(work)
const seconds = (minutesAgo = 1) => Math.floor(test.deps.clock().getTime() / 1000) - minutesAgo * 60
/** As the firmware sends it: with more texts than are used, and without a serial number. */
const value = (time: number, more: object = {}) => ({
  timestamp: '2026-11-20T09:00:00+0900',
  timestampLong: String(time),
  name,
  rawValue: '00123.4',
  value: '123.4',
  preValue: '123.4',
  rate: '0.1',
  changeAbsolute: '0.1',
  error: 'no error',
  ...more,
})
const key = () => ({ apikey: camera.headers.apikey })
const post = (...rows: object[]) => test.ask('POST', path, { headers: key(), body: rows })
const put = (time: number, bytes: Uint8Array) =>
  test.ask('PUT', `${path}?timestamp=${time}`, { headers: { ...key(), 'content-type': 'image/jpeg' }, bytes })
const readingsOf = () =>
  system((tx) => tx.select().from(readings).where(eq(readings.deviceId, camera.id)).orderBy(readings.id))
const reportsOf = () =>
  system((tx) => tx.select().from(deviceReports).where(eq(deviceReports.deviceId, camera.id)))

it('values become readings of the meters that they name; their picture follows', async () => {
  const other = await addMeter(test.deps.database, test.own.id, { name: `${name} 2`, deviceId: camera.id })
  const time = seconds()
  const answer = await post(value(time), value(time, { name: `${name} 2`, value: '7', rawValue: '7' }))
  expect(answer.status).toBe(201)
  expect(dataOf('webhookValues', answer).receipts).toMatchObject([
    { meter_id: main.id, sha256: null },
    { meter_id: other.id, sha256: null },
  ])
  expect(await readingsOf()).toMatchObject([
    {
      value: 123.4,
      valueSource: 'device',
      deviceValue: 123.4,
      readValue: null,
      ocr: '00123.4',
      source: 'camera',
      createdAt: new Date(time * 1000),
      reasons: [],
    },
    { value: 7 },
  ])
  const picture = await newPicture()
  const attached = await put(time, picture)
  expect(attached.status).toBe(201)
  expect(dataOf('webhookPicture', attached).receipts).toMatchObject([
    { meter_id: main.id, sha256: sha256Of(picture), length: picture.length },
    { meter_id: other.id },
  ])
  // What the device has read stands until ours is there.
  expect(await readingsOf()).toMatchObject([
    { value: 123.4, readState: 0, pictureSha256: sha256Of(picture) },
    { value: 7, readState: 0 },
  ])
  expect(await reportsOf()).toMatchObject([
    {
      pictureSha256: sha256Of(picture),
      other: `${name}: 123.4（読取値 00123.4）、${name} 2: 7（読取値 7）。`,
    },
  ])
})

it('a picture before its values waits for them', async () => {
  const [time, picture] = [seconds(), await newPicture()]
  const early = await put(time, picture)
  expect([early.status, dataOf('webhookPicture', early).receipts]).toEqual([201, []])
  expect(early.json).toMatchObject({ messages: [expect.stringContaining('測定値はありません')] })
  const answer = await post(value(time))
  expect(dataOf('webhookValues', answer).receipts).toMatchObject([{ sha256: sha256Of(picture) }])
  expect(await readingsOf()).toMatchObject([{ readState: 0, pictureSha256: sha256Of(picture) }])
})

it('a picture whose values were all refused is kept, and the answer and the access log say that it has no reading', async () => {
  const [time, picture] = [seconds(), await newPicture()]
  const wrong = await post(value(time, { name: 'nobody' }))
  expect(failureOf(wrong).code).toBe('meter_missing')
  const [first, again] = [await put(time, picture), await put(time, picture)]
  expect([first.status, again.status]).toEqual([201, 200])
  const says = expect.stringMatching(/^写真を保存しました。.*すべて拒否されたため、測定値はありません。/)
  for (const answer of [first, again]) {
    expect(dataOf('webhookPicture', answer).receipts).toEqual([])
    expect(answer.json).toMatchObject({ messages: [says] })
  }
  const logged = async () => {
    const rows = await system((tx) => tx.select().from(accessLogs).where(eq(accessLogs.keyId, camera.keyId)))
    return rows.filter(({ messages }) => messages.includes('測定値はありません'))
  }
  await expect.poll(logged).toHaveLength(2)
  expect(await readingsOf()).toEqual([])
  // The picture is not lost once the name is right.
  const corrected = await post(value(time))
  expect(dataOf('webhookValues', corrected).receipts).toMatchObject([{ sha256: sha256Of(picture) }])
  expect(await readingsOf()).toMatchObject([{ pictureSha256: sha256Of(picture) }])
  expect((await put(time, picture)).json).not.toHaveProperty('messages')
})

it('repeats of values and picture, in parallel too, change nothing', async () => {
  const [time, picture] = [seconds(), await newPicture()]
  const values = await Promise.all(Array.from({ length: 10 }, () => post(value(time))))
  expect(values.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201])
  const pictures = await Promise.all(Array.from({ length: 10 }, () => put(time, picture)))
  expect(pictures.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201])
  expect(await readingsOf()).toHaveLength(1)
  expect(await reportsOf()).toHaveLength(1)
  expect(failureOf(await put(time, await newPicture()))).toMatchObject({
    code: 'key_reused',
    issues: [{ path: 'timestamp', message: 'この時刻の写真として、別の写真がすでに登録されています' }],
  })
})

it('an error is reported by the alert of the reading that it leaves without a value', async () => {
  const error = 'Rate too high'
  expect((await post(value(seconds(), { value: '', error }))).status).toBe(201)
  const alerts = dataOf(
    'alerts',
    await test.ask('GET', '/api/v1/meter-alerts?is_alert=true', { as: test.own.general }),
  )
  const [reading] = await readingsOf()
  expect(alerts.find(({ meter_value }) => meter_value.id === reading?.id)?.meter_value).toMatchObject({
    value: null,
    reasons: ['device error'],
    device_errors: [`${name}: ${error}`],
  })
})

it('a value that is not a number says so in the alert that it opens', async () => {
  await post(value(seconds(), { value: 'x12' }))
  const [reading] = await readingsOf()
  const alerts = dataOf(
    'alerts',
    await test.ask('GET', '/api/v1/meter-alerts?is_alert=true', { as: test.own.general }),
  )
  expect(alerts.find(({ meter_value }) => meter_value.id === reading?.id)?.meter_value).toMatchObject({
    value: null,
    reasons: ['device unreadable'],
  })
})

it('a value with an error is marked, counts as measured now, and is in the error log', async () => {
  const time = seconds(60)
  await post(value(time))
  // The firmware keeps the time of the last good value.
  const error = 'Neg. Rate - Read:  - Raw: 00123.4'
  const picture = await newPicture()
  expect((await post(value(time, { value: '', error }))).status).toBe(201)
  expect((await put(time, picture)).status).toBe(201)
  const [good, bad] = await readingsOf()
  expect(good).toMatchObject({ reasons: [], pictureSha256: null })
  expect(bad).toMatchObject({ value: null, reasons: ['device error'], pictureSha256: sha256Of(picture) })
  expect(bad?.createdAt.getTime()).toBeGreaterThan(time * 1000 + 3_000_000)
  expect((await reportsOf())[1]?.other).toMatch(/: 値なし（読取値 /)
  const errors = await system((tx) =>
    tx.select().from(deviceErrors).where(eq(deviceErrors.deviceId, camera.id)),
  )
  expect(errors).toMatchObject([{ errorMessage: `${name}: ${error}` }])
  const [device] = await system((tx) => tx.select().from(devices).where(eq(devices.id, camera.id)))
  expect(device).toMatchObject({ status: 3, count: 2 })
})

it('the same error in the next round is another report with its picture', async () => {
  const time = seconds(60)
  const stuck = value(time, { value: '', error: 'Neg. Rate - Read:  - Raw: 00123.4' })
  for (const picture of [await newPicture(), await newPicture()]) {
    const repeats = await Promise.all(Array.from({ length: 5 }, () => post(stuck)))
    expect(repeats.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201])
    expect((await put(time, picture)).status).toBe(201)
    test.advance(60_000)
  }
  expect(await reportsOf()).toHaveLength(2)
  expect(new Set((await readingsOf()).map(({ pictureSha256 }) => pictureSha256)).size).toBe(2)
})

it('a first value with an error, of a time of nothing, has its picture as well', async () => {
  expect((await post(value(0, { value: '', error: 'error' }))).status).toBe(201)
  const picture = await newPicture()
  expect((await put(0, picture)).status).toBe(201)
  expect(await readingsOf()).toMatchObject([{ pictureSha256: sha256Of(picture) }])
})

it('a repeat is found although a row of no meter has an error', async () => {
  const time = seconds()
  const send = () => post(value(time), value(time, { name: 'gas', value: '', error: 'Neg. Rate' }))
  expect((await send()).status).toBe(201)
  expect((await send()).status).toBe(200)
  test.advance(60_000)
  expect((await send()).status).toBe(200)
  expect(await readingsOf()).toMatchObject([{ meterId: main.id, value: 123.4 }])
})

it.each([
  [0.30000000000000004, 0.30000000000000004],
  [1e-7, 1e-7],
  [-12, -12],
  ['1.5E3', 1500],
  ['+16.3', 16.3],
  [' .5 ', 0.5],
  ['16.', 16],
  ['1e999', null],
  ['1e303', null],
  ['0x10', null],
  ['12N', null],
  ['.', null],
])('the value %j is stored as %j', async (given, stored) => {
  expect((await post(value(seconds(), { value: given }))).status).toBe(201)
  const reasons = stored === null ? ['device unreadable'] : []
  expect(await readingsOf()).toMatchObject([{ value: stored, deviceValue: stored, reasons }])
})

it('the key may say which meter a name means', async () => {
  await system((tx) =>
    tx
      .update(apiKeys)
      .set({ meterNames: { gas: main.id } })
      .where(eq(apiKeys.id, camera.keyId)),
  )
  const answer = await post(value(seconds(), { name: 'gas' }))
  expect(dataOf('webhookValues', answer).receipts).toMatchObject([{ meter_id: main.id }])
})

it('a name of look-alike characters means the meter, unless a meter has exactly this name', async () => {
  const add = (given: string) =>
    addMeter(test.deps.database, test.own.id, { name: `${given} ${count}`, deviceId: camera.id })
  const [gas, water, drain] = [await add('Ａ棟−ガス'), await add('B棟－水'), await add('B棟-水')]
  const meantBy = async (sent: string) => {
    const answer = await post(value(seconds(), { name: `${sent} ${count}` }))
    return dataOf('webhookValues', answer).receipts.map(({ meter_id }) => meter_id)
  }
  expect(await meantBy('a棟-ｶﾞｽ')).toEqual([gas.id])
  expect(await meantBy('B棟－水')).toEqual([water.id])
  expect(await meantBy('B棟-水')).toEqual([drain.id])
})

it('a name that means no meter, two, or one without a device is refused where no other means one', async () => {
  await addMeter(test.deps.database, test.own.id, { name: `idle ${count}` })
  for (const where of [camera, await addCallingDevice(test, test.own)])
    await addMeter(test.deps.database, test.own.id, { name: `two ${count}`, deviceId: where.id })
  for (const wrong of ['nobody', `idle ${count}`, `two ${count}`]) {
    const failure = failureOf(await post(value(seconds(), { name: wrong })))
    expect([failure.code, failure.issues?.[0]?.path]).toEqual(['meter_missing', '0.name'])
  }
  expect(await reportsOf()).toEqual([])
  const partly = await post(value(seconds()), value(seconds(), { name: 'nobody' }))
  expect(partly.status).toBe(201)
  expect((partly.json as { messages?: string[] }).messages).toEqual([
    expect.stringMatching(/^1件を登録できませんでした（2件目 name: .*「nobody」/),
  ])
  expect(await readingsOf()).toMatchObject([{ meterId: main.id, value: 123.4 }])
  expect((await reportsOf())[0]?.other).toContain('nobody: 123.4（読取値 00123.4、対応するメーターなし）')
})

it.each([
  ['of 2099', '4070908800', '測定日時「4070908800」は正しくないため'],
  ['of 1970', '31', '測定日時「31」は正しくないため'],
  [
    'beyond the calendar',
    '999999999999',
    '測定日時「999999999999」は正しい秒数（1970年から。例: 1795132800）でないため',
  ],
  ['in words', 'now', '測定日時「now」は正しい秒数（1970年から。例: 1795132800）でないため'],
  ['that is empty', '', '測定日時がないため'],
  ['that is missing', undefined, '測定日時がないため'],
])(
  'a time %s is replaced by the time of arrival, and the reading and the history say so',
  async (_what, timestampLong, because) => {
    const before = test.deps.clock()
    const answer = await post(value(seconds(), { timestampLong }))
    expect(answer.status).toBe(201)
    const [reading] = await readingsOf()
    expect(reading).toMatchObject({ value: 123.4, timeMark: 'arrival' })
    expect(reading?.createdAt.getTime()).toBeGreaterThanOrEqual(before.getTime())
    expect(reading?.createdAt.getTime()).toBeLessThan(before.getTime() + 60_000)
    expect((await reportsOf())[0]?.other).toBe(
      `${name}: 123.4（読取値 00123.4）。${because}、受信した時刻を測定日時としました。`,
    )
    const shown = await test.ask('GET', `/api/v1/meter-value/${reading?.id}`, { as: test.own.general })
    expect(dataOf('reading', shown).reasons).toEqual(['arrival time'])
  },
)

it('times that are replaced for different causes are counted by cause in the history', async () => {
  const names = [1, 2, 3].map((number) => `${name}-${number}`)
  for (const other of names)
    await addMeter(test.deps.database, test.own.id, { name: other, deviceId: camera.id })
  const times = ['31', undefined, 'now', '32']
  const rows = [name, ...names].map((each, at) => value(0, { name: each, timestampLong: times[at] }))
  expect((await post(...rows)).status).toBe(201)
  expect((await reportsOf())[0]?.other).toContain(
    '。1件目の測定日時「31」は正しくないため、受信した時刻を測定日時としました（ほか1件も同様です）。' +
      '2件目の測定日時がないため、受信した時刻を測定日時としました。' +
      '3件目の測定日時「now」は正しい秒数（1970年から。例: 1795132800）でないため、受信した時刻を測定日時としました。',
  )
})

it('a picture of an unreadable time, with a key that does not say whose it is, is stored without a reading', async () => {
  await post(value(seconds()))
  const bytes = await newPicture()
  const headers = { ...key(), 'content-type': 'image/jpeg' }
  const answer = await test.ask('PUT', `${path}?timestamp=now`, { headers, bytes })
  expect(answer.status).toBe(201)
  expect(answer.json).toMatchObject({
    data: { receipts: [] },
    messages: [
      '測定日時「now」は正しい秒数（1970年から。例: 1795132800）でないため、どの値の写真か分かりません。写真だけを保存しました。測定値はありません。',
    ],
  })
  const stored = await system((tx) =>
    tx
      .select()
      .from(pictures)
      .where(eq(pictures.sha256, sha256Of(bytes))),
  )
  expect(stored).toHaveLength(1)
  expect(await readingsOf()).toMatchObject([{ pictureSha256: null }])
})

it('the same value with the same time of 1970 in the next round is another reading with its picture', async () => {
  for (const picture of [await newPicture(), await newPicture()]) {
    expect((await post(value(31))).status).toBe(201)
    expect((await post(value(31))).status).toBe(200)
    expect((await put(31, picture)).status).toBe(201)
    test.advance(60_000)
  }
  const stored = await readingsOf()
  expect(stored).toHaveLength(2)
  expect(new Set(stored.map(({ pictureSha256 }) => pictureSha256)).size).toBe(2)
})

it('an unreadable row only affects itself, and a repeat gets the same answer', async () => {
  const rows = [
    null,
    value(seconds()),
    { ...value(seconds()), name: 7, rawValue: [] },
    value(seconds(), { name: 'nobody' }),
  ]
  const send = () => test.ask('POST', path, { headers: key(), body: rows })
  const [first, again] = [await send(), await send()]
  expect([first.status, again.status]).toEqual([201, 200])
  const { receipts, errors } = dataOf('webhookValues', first)
  expect(receipts).toMatchObject([{ meter_id: main.id, index: 1 }])
  expect(errors).toEqual([
    { index: 0, path: '', message: 'オブジェクトで指定してください' },
    { index: 2, path: 'name', message: '文字で入力してください' },
    { index: 2, path: 'rawValue', message: expect.any(String) },
    { index: 3, path: 'name', message: '「nobody」という名前の、端末に接続されたメーターが見つかりません' },
  ])
  expect(dataOf('webhookValues', again)).toEqual({ receipts, errors })
  expect(await readingsOf()).toHaveLength(1)
  expect((await reportsOf())[0]?.other).toContain(
    '2件を登録できませんでした（1件目: オブジェクトで指定してください、3件目 name:',
  )
})

it('unknown headers, parameters and fields of a row are ignored, and the answer and the history name them', async () => {
  const answer = await test.ask('POST', `${path}?firmware=16`, {
    headers: { ...key(), 'x-unknown': 'a' },
    body: [value(seconds(), { roi: 'main_dig1' })],
  })
  expect(answer.status).toBe(201)
  expect(dataOf('webhookValues', answer).receipts).toMatchObject([{ meter_id: main.id }])
  const notes = (answer.json as { messages?: string[] }).messages?.join() ?? ''
  for (const name of ['x-unknown', 'firmware', 'roi']) {
    expect(notes).toContain(name)
    expect((await reportsOf())[0]?.other).toContain(name)
  }
})

it('a row of another device’s meter is refused alone', async () => {
  const elsewhere = await addCallingDevice(test, test.own)
  await addMeter(test.deps.database, test.own.id, { name: `else ${count}`, deviceId: elsewhere.id })
  const answer = await post(value(seconds()), value(seconds(), { name: `else ${count}` }))
  expect(dataOf('webhookValues', answer)).toMatchObject({
    receipts: [{ meter_id: main.id, index: 0 }],
    errors: [{ index: 1, path: 'name', message: '1回の送信に、別々の端末のメーターが含まれています' }],
  })
})

it('a number that an administrator assigned means that meter as well, once another name has found the device', async () => {
  const gas = await addMeter(test.deps.database, test.own.id, { name: `gas ${count}`, deviceId: camera.id })
  const assign = (number: string) =>
    test.ask('PUT', `/api/v1/device/${camera.id}/number`, {
      as: test.own.admin,
      body: { name: number, meter_id: gas.id },
    })
  const send = () => post(value(seconds()), value(seconds(), { name: 'gas', value: '7' }))
  await send()
  expect((await assign('gas')).status).toBe(200)
  test.advance(60_000)
  expect(dataOf('webhookValues', await send())).toMatchObject({
    receipts: [{ meter_id: main.id }, { meter_id: gas.id }],
    errors: [],
  })
  expect((await assign(name)).status).toBe(200)
  test.advance(60_000)
  expect(dataOf('webhookValues', await post(value(seconds()))).receipts).toMatchObject([{ meter_id: gas.id }])
})

it('rows that are all unreadable are refused with their errors, and nothing is stored', async () => {
  const answer = await test.ask('POST', path, { headers: key(), body: ['x', {}] })
  expect(failureOf(answer)).toMatchObject({
    code: 'validation_failed',
    issues: [
      { path: '0', message: 'オブジェクトで指定してください' },
      { path: '1.name', message: '必須です' },
    ],
  })
  expect(await reportsOf()).toEqual([])
})
