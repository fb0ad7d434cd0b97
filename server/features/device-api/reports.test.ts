// Covers docs/requirements.md: 380, 381, 383, 393, 397, 614, 638, 639, 642, 692

import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deviceApiEndpoints } from '../../../contract/device-api.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addMeter } from '../../../tests/support/server/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import {
  addCallingDevice,
  type CallingDevice,
  newPicture,
  pictureHeaders,
} from '../../../tests/support/server/device-calls.ts'
import { accessLogs, alerts, deviceReports, devices, readings } from '../../db/schema.ts'
import { sha256Of } from '../pictures/index.ts'
import { refuseTooMany } from './accept-report.ts'

let test: TestApp
let camera: CallingDevice
beforeAll(async () => {
  test = await createTestApp({ hasStoppedClock: true })
})
beforeEach(async () => {
  camera = await addCallingDevice(test, test.own)
})
afterAll(() => test.close())

const attached = (to: CallingDevice, given: Parameters<typeof addMeter>[2] = {}) =>
  addMeter(test.deps.database, test.own.id, { deviceId: to.id, ...given })
const system = <T>(work: Parameters<typeof test.deps.database.asSystem<T>>[0]) =>
  test.deps.database.asSystem(work)
const reportsOf = ({ id }: CallingDevice) =>
  system((tx) =>
    tx.select().from(deviceReports).where(eq(deviceReports.deviceId, id)).orderBy(deviceReports.id),
  )
const readingsOf = ({ id }: CallingDevice) =>
  system((tx) => tx.select().from(readings).where(eq(readings.deviceId, id)).orderBy(readings.id))
const deviceRow = async ({ id }: CallingDevice) => {
  const [row] = await system((tx) => tx.select().from(devices).where(eq(devices.id, id)))
  if (row === undefined) throw new Error('no device')
  return row
}
const ago = (minutes: number) => new Date(test.deps.clock().getTime() - minutes * 60_000)

describe('a picture', () => {
  it('is one reading for each meter of the camera, with a job each, and what is known of the device', async () => {
    const [one, two] = [await attached(camera), await attached(camera, { name: 'No.2' })]
    const picture = await newPicture()
    const at = ago(1)
    const key = randomUUID()
    const answer = await camera.sendPicture(picture, {
      'idempotency-key': key,
      'measured-at': at.toISOString(),
      'wakeup-reason': '1',
      battery: '55',
      dbm: '-70',
      'running-time': '3600',
    })
    expect(answer.status).toBe(201)
    const data = dataOf('reportPicture', answer)
    expect(data.clock_offset_ms).toBeNull()
    expect(data.receipts).toMatchObject(
      [one, two].map(({ id }) => ({ key, meter_id: id, sha256: sha256Of(picture), length: picture.length })),
    )
    const [report] = await reportsOf(camera)
    expect(report).toMatchObject({
      kind: 'picture',
      createdAt: at,
      batteryPer: 55,
      dbm: -70,
      runningTime: 3600,
      wakeupReason: 1,
      pictureSha256: sha256Of(picture),
      other: null,
    })
    expect(await readingsOf(camera)).toMatchObject(
      [one, two].map(({ id }) => ({
        meterId: id,
        reportId: report?.id,
        source: 'camera',
        valueSource: 'reader',
        value: null,
        readState: 0,
        wakeupReason: 1,
        createdAt: at,
        createdByUserId: null,
      })),
    )
    const { rows: jobs } = await system((tx) =>
      tx.execute(sql`select from pgboss.job where name = 'read-picture' and (data->>'readingId')::bigint in
        (select id from readings where device_id = ${camera.id})`),
    )
    expect(jobs).toHaveLength(2)
    expect(await deviceRow(camera)).toMatchObject({ status: 1, count: 1, batteryPer: 55, lastRecordedAt: at })
  })

  it('sent twenty times at once is one report with twenty equal answers', async () => {
    await attached(camera)
    const picture = await newPicture()
    const same = { 'idempotency-key': randomUUID(), 'measured-at': test.deps.clock().toISOString() }
    const answers = await Promise.all(Array.from({ length: 20 }, () => camera.sendPicture(picture, same)))
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201])
    const receipts = answers.map((answer) => JSON.stringify(dataOf('reportPicture', answer).receipts))
    expect(new Set(receipts).size).toBe(1)
    expect(await reportsOf(camera)).toHaveLength(1)
    expect(await readingsOf(camera)).toHaveLength(1)
    expect((await deviceRow(camera)).count).toBe(1)
  })

  it('with the key of another one is refused', async () => {
    await attached(camera)
    const same = { 'idempotency-key': randomUUID() }
    const at = { 'measured-at': test.deps.clock().toISOString() }
    expect((await camera.sendPicture(await newPicture(), { ...same, ...at })).status).toBe(201)
    const again = await camera.sendPicture(await newPicture(), { ...same, ...at })
    expect(failureOf(again).code).toBe('key_reused')
    expect(await reportsOf(camera)).toHaveLength(1)
  })

  it('of a clock that is off is put right, and the history says so', async () => {
    await attached(camera)
    const hour = 3_600_000
    const [measured, sent] = [ago(1), test.deps.clock()].map((at) => new Date(at.getTime() + hour))
    const answer = await camera.sendPicture(await newPicture(), {
      'measured-at': measured?.toISOString() ?? '',
      'sent-at': sent?.toISOString() ?? '',
    })
    expect(dataOf('reportPicture', answer).clock_offset_ms).toBe(hour)
    const [report] = await reportsOf(camera)
    expect(report).toMatchObject({ clockOffsetMs: hour })
    expect(report?.other).toMatch(/^端末の時計が.+進んでいたため、測定日時を補正しました。$/)
    expect(report?.createdAt.getTime()).toBe((measured?.getTime() ?? 0) - hour)
    expect((await deviceRow(camera)).clockOffsetMs).toBe(hour)
  })

  it.each([
    ['1970, with the correct time of sending', '1970-01-01T00:05:00Z', 0],
    ['1970, with another wrong time of sending', '1970-01-01T00:05:00Z', Date.UTC(2000, 0, 1)],
    ['1970, with an unreadable time of sending', '1970-01-01T00:05:00Z', 'soon'],
    ['2099, without the time of sending', '2099-01-01T00:00:00Z', null],
  ])('of %s counts as measured when it arrives, and is marked', async (_what, measuredAt, sent) => {
    await attached(camera)
    const before = test.deps.clock()
    const sentAt = typeof sent === 'string' ? sent : new Date(sent || before).toISOString()
    const answer = await camera.sendPicture(await newPicture(), {
      'measured-at': measuredAt,
      ...(sent !== null && { 'sent-at': sentAt }),
    })
    expect(answer.status).toBe(201)
    const [reading] = await readingsOf(camera)
    expect(reading?.timeMark).toBe('arrival')
    expect(reading?.createdAt.getTime()).toBeGreaterThanOrEqual(before.getTime())
    const [report] = await reportsOf(camera)
    expect(report?.createdAt).toEqual(reading?.createdAt)
    const remark = `測定日時「${measuredAt}」は正しくないため、受信した時刻を測定日時としました。`
    expect(report?.other).toContain(remark)
    expect((answer.json as { messages?: string[] }).messages).toContain(remark)
  })

  const withoutOffset = (text: string) =>
    `測定日時「${text}」はオフセット付きの日時（例: 2026-11-20T09:00:00+09:00）でないため、受信した時刻を測定日時としました。`
  it.each([
    ['local time without an offset', '2026-11-20T09:00:00', withoutOffset('2026-11-20T09:00:00')],
    ['a word', 'yesterday', withoutOffset('yesterday')],
    ['an impossible date', '2026-02-30T09:00:00Z', withoutOffset('2026-02-30T09:00:00Z')],
    ['a long text', 'x'.repeat(200), withoutOffset('x'.repeat(40))],
    ['an empty text', '', '測定日時がないため、受信した時刻を測定日時としました。'],
    ['no text at all', null, '測定日時がないため、受信した時刻を測定日時としました。'],
  ])(
    'with %s as its time counts as measured when it arrives, and is marked',
    async (_what, measuredAt, remark) => {
      await attached(camera)
      const before = test.deps.clock()
      const bytes = await newPicture()
      const { 'measured-at': _time, ...headers } = pictureHeaders(bytes, before)
      const send = () =>
        camera.ask('POST', deviceApiEndpoints.reportPicture.path, {
          bytes,
          headers: { ...headers, ...(measuredAt !== null && { 'measured-at': measuredAt }) },
        })
      const [first, again] = [await send(), await send()]
      expect([first.status, again.status]).toEqual([201, 200])
      expect(dataOf('reportPicture', again).receipts).toEqual(dataOf('reportPicture', first).receipts)
      for (const { json } of [first, again]) expect(json).toMatchObject({ messages: [remark] })
      const [reading, ...others] = await readingsOf(camera)
      expect(others).toEqual([])
      expect(reading).toMatchObject({ timeMark: 'arrival', readState: 0 })
      expect(reading?.createdAt.getTime()).toBeGreaterThanOrEqual(before.getTime())
      expect(await reportsOf(camera)).toMatchObject([{ other: remark, createdAt: reading?.createdAt }])
    },
  )

  it.each(['+0900', '+09', '+09:00'])('accepts the offset %s in its time', async (offset) => {
    await attached(camera)
    const local = new Date(ago(1).getTime() + 9 * 3_600_000).toISOString().slice(0, 19)
    await camera.sendPicture(await newPicture(), { 'measured-at': `${local}${offset}` })
    const [report] = await reportsOf(camera)
    expect(report).toMatchObject({ createdAt: new Date(`${local}+09:00`), other: null })
  })

  it('accepts lower-case letters in its time', async () => {
    await attached(camera)
    const at = ago(1)
    await camera.sendPicture(await newPicture(), { 'measured-at': at.toISOString().toLowerCase() })
    expect(await reportsOf(camera)).toMatchObject([{ createdAt: at, other: null }])
  })

  it('more often than sixty times a minute is refused; what was kept while the device was cut off is not', async () => {
    await attached(camera)
    const picture = await newPicture()
    const send = (minutes: number) =>
      camera.sendPicture(picture, { 'measured-at': ago(minutes).toISOString() })
    const several = async (count: number, minutesOf: (index: number) => number) => {
      const answers: Awaited<ReturnType<typeof send>>[] = []
      for (let index = 0; index < count; index++) answers.push(await send(minutesOf(index)))
      return answers
    }
    const kept = await several(70, (index) => 60 + index)
    expect(new Set(kept.map(({ status }) => status))).toEqual(new Set([201]))
    const fresh = await several(61, () => 0)
    expect(fresh.filter(({ status }) => status === 201)).toHaveLength(60)
    const refused = fresh.find(({ status }) => status === 429)
    expect(refused?.json).toMatchObject({
      code: 'too_many_requests',
      issues: [{ path: 'call', message: '1分間に送信できるのは 60 回までです' }],
    })
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
    test.advance(60_000)
    expect((await send(0)).status).toBe(201)
  })
})

describe('measurements of a channel', () => {
  let unit: CallingDevice
  beforeEach(async () => {
    unit = await addCallingDevice(test, test.own, { type: 4 })
  })
  const at = (index: number) => ago(2000 - index).toISOString()

  it('become values of its meters; another channel’s are untouched', async () => {
    const meter = await attached(unit, { analogSettings: '3:0:1' })
    await attached(unit, { analogSettings: '1:0:1' })
    const answer = await unit.sendAnalog({
      channel: 3,
      measurements: [
        { value: 12, measured_at: at(0) },
        { value: 3, measured_at: at(1) },
      ],
      battery_per: 5,
    })
    expect(dataOf('reportAnalog', answer).receipts).toMatchObject([
      { meter_id: meter.id },
      { meter_id: meter.id },
    ])
    expect(await readingsOf(unit)).toMatchObject([
      { value: 0.5, isAbnormal: false, source: 'analog', readState: null, reasons: [] },
      { value: null, isAbnormal: true, reasons: ['loop broken'] },
    ])
    const alerts = await test.ask('GET', '/api/v1/meter-alerts?is_alert=true&is_alerted=true', {
      as: test.own.general,
    })
    expect(dataOf('alerts', alerts).find((alert) => alert.meter_value.meter_id === meter.id)).toMatchObject({
      meter_value: { value: null, reasons: expect.arrayContaining(['loop broken']) },
    })
    expect(await reportsOf(unit)).toMatchObject([
      { channel: 3, kind: 'analog', measured: 12 },
      { channel: 3, measured: 3 },
    ])
    const shown = await test.ask('GET', `/api/v1/meters-values?meter_ids=${meter.id}&sort_type=asc`, {
      as: test.own.general,
    })
    const currents = dataOf('readings', shown).map((reading) => reading.loop_current)
    expect(currents).toEqual([undefined, 3])
    expect(await deviceRow(unit)).toMatchObject({ count: 2, status: 2, batteryPer: 5 })
  })

  it('are accepted as text, of the channel as well, and a repeat gets the same answer', async () => {
    await attached(unit, { analogSettings: '3:0:1' })
    const body = {
      channel: '3',
      measurements: [
        { value: ' 12 ', measured_at: at(0) },
        { value: '2e1', measured_at: at(1) },
        { value: 'about 12', measured_at: at(2) },
      ],
    }
    const first = await unit.sendAnalog(body, 'values-as-text')
    expect(first.status).toBe(201)
    expect(dataOf('reportAnalog', first).errors).toEqual([
      { index: 2, path: 'value', message: '数値で入力してください' },
    ])
    expect(await readingsOf(unit)).toMatchObject([{ value: 0.5 }, { value: 1 }])
    const again = await unit.sendAnalog(body, 'values-as-text')
    expect([again.status, dataOf('reportAnalog', again).receipts]).toEqual([
      200,
      dataOf('reportAnalog', first).receipts,
    ])
    const wrong = await unit.sendAnalog({ ...body, channel: 'three' })
    expect(failureOf(wrong).issues).toEqual([
      { path: 'channel', message: '1、2、3 のいずれかを指定してください' },
    ])
    const { channel: _channel, ...without } = body
    expect(failureOf(await unit.sendAnalog(without)).issues).toEqual([
      { path: 'channel', message: '必須です' },
    ])
  })

  it('by the thousand are one call, and one call again', async () => {
    const meter = await attached(unit, { analogSettings: '2:0:1' })
    // Abnormal from 0.8 up: two episodes, of which the later one goes on.
    const high = (index: number) => (index >= 100 && index < 200) || index >= 900
    const measurements = Array.from({ length: 1000 }, (_, index) => ({
      value: high(index) ? 4.5 : 2,
      measured_at: at(index),
    }))
    const key = randomUUID()
    const body = { channel: 2, measurements }
    const first = await unit.sendAnalog(body, key)
    expect(first.status).toBe(201)
    const again = await unit.sendAnalog({ ...body, sent_at: test.deps.clock().toISOString() }, key)
    expect(again.status).toBe(200)
    const receipts = dataOf('reportAnalog', first).receipts
    expect(receipts.map(({ index }) => index)).toEqual(measurements.map((_, index) => index))
    expect(dataOf('reportAnalog', again).receipts).toEqual(receipts)
    expect(await readingsOf(unit)).toHaveLength(1000)
    expect(await deviceRow(unit)).toMatchObject({ count: 1000 })
    const raised = await system((tx) =>
      tx.select().from(alerts).where(eq(alerts.meterId, meter.id)).orderBy(alerts.createdAt),
    )
    expect(raised.map(({ createdAt }) => createdAt.toISOString())).toEqual(
      [at(100), at(900)].map((_, n) => measurements[n === 0 ? 100 : 900]?.measured_at),
    )
    expect(raised.map(({ isAlert }) => isAlert)).toEqual([false, true])
  })

  it('are accepted without the unreadable rows, which the answer lists, and a repeat gets the same answer', async () => {
    const meter = await attached(unit, { analogSettings: '2:0:1' })
    const body = {
      channel: 2,
      measurements: [
        { value: null, measured_at: at(1990) },
        { value: 2, measured_at: at(1991) },
        { value: 'three', measured_at: at(1992) },
        { value: 4, measured_at: '1970-01-01T00:05:00Z', note: 'x' },
      ],
    }
    const key = randomUUID()
    const [first, again] = [await unit.sendAnalog(body, key), await unit.sendAnalog(body, key)]
    expect([first.status, again.status]).toEqual([201, 200])
    const { receipts, errors } = dataOf('reportAnalog', first)
    expect(receipts).toMatchObject([
      { meter_id: meter.id, index: 1, key },
      { meter_id: meter.id, index: 3, key },
    ])
    expect(errors).toEqual([
      { index: 0, path: 'value', message: '数値で入力してください' },
      { index: 2, path: 'value', message: '数値で入力してください' },
    ])
    expect(dataOf('reportAnalog', again)).toMatchObject({ receipts, errors })
    const refused = expect.stringMatching(
      /^2件を登録できませんでした（1件目 value: 数値で入力してください、3件目 value: /,
    )
    const arrival =
      '4件目の測定日時「1970-01-01T00:05:00Z」は正しくないため、受信した時刻を測定日時としました。'
    const messages = ['不明な項目 note は無視しました', refused, arrival]
    expect(first.json).toMatchObject({ messages })
    expect(again.json).toMatchObject({ messages })
    expect(await readingsOf(unit)).toMatchObject([
      { value: 0.4, timeMark: null },
      { value: 0.8, timeMark: 'arrival' },
    ])
    const [row, last] = await reportsOf(unit)
    expect(row?.other).toBeNull()
    expect(last?.other).toMatch(
      /^4件目の測定日時「1970-01-01T00:05:00Z」は正しくないため、.+不明な項目 note は無視しました。2件を登録できませんでした（1件目 value: 数値で入力してください、/,
    )
    const connection = await test.ask('GET', `/api/v1/device/${unit.id}/connection`, { as: test.own.general })
    expect(dataOf('deviceConnection', connection).last_arrival?.note).toBe(last?.other)
    // The outcome is added to the log after the answer.
    const logged = async () => {
      const rows = await system((tx) => tx.select().from(accessLogs).where(eq(accessLogs.keyId, unit.keyId)))
      return rows.filter((row) =>
        row.messages.includes('2件を登録できませんでした（1件目 value: 数値で入力してください、'),
      )
    }
    await expect.poll(logged).toHaveLength(2)
    expect(await deviceRow(unit)).toMatchObject({ count: 2 })
    const corrected = { ...body, measurements: [{ value: 1, measured_at: at(1990) }] }
    expect(failureOf(await unit.sendAnalog(corrected, key)).code).toBe('key_reused')
    expect((await unit.sendAnalog(corrected)).status).toBe(201)
  })

  it('without a readable time count as measured when they arrive, and a repeat gets the same answer', async () => {
    await attached(unit, { analogSettings: '2:0:1' })
    const before = test.deps.clock()
    const body = {
      channel: 2,
      measurements: [
        { value: 1, measured_at: at(1990) },
        { value: 2, measured_at: '2026-11-20 09:00:00' },
        { value: 3, measured_at: 1795165200 },
        { value: 4 },
      ],
    }
    const key = randomUUID()
    const [first, again] = [await unit.sendAnalog(body, key), await unit.sendAnalog(body, key)]
    expect([first.status, again.status]).toEqual([201, 200])
    const unreadable =
      '測定日時「2026-11-20 09:00:00」はオフセット付きの日時（例: 2026-11-20T09:00:00+09:00）でないため、受信した時刻を測定日時としました'
    const remarks = [
      `2件目の${unreadable}（ほか1件も同様です）。`,
      '4件目の測定日時がないため、受信した時刻を測定日時としました。',
    ]
    for (const { json } of [first, again])
      expect(json).toMatchObject({ data: { errors: [] }, messages: remarks })
    expect(dataOf('reportAnalog', again).receipts).toEqual(dataOf('reportAnalog', first).receipts)
    const stored = await readingsOf(unit)
    expect(stored).toMatchObject([
      { value: 0.2, timeMark: null },
      ...[0.4, 0.6, 0.8].map((value) => ({ value, timeMark: 'arrival' })),
    ])
    for (const { createdAt } of stored.slice(1))
      expect(createdAt.getTime()).toBeGreaterThanOrEqual(before.getTime())
    expect((await reportsOf(unit)).map(({ other }) => other)).toEqual([
      null,
      `${unreadable}。`,
      expect.stringContaining('測定日時「1795165200」はオフセット付きの日時'),
      remarks.join(''),
    ])
    const connection = await test.ask('GET', `/api/v1/device/${unit.id}/connection`, { as: test.own.general })
    expect(dataOf('deviceConnection', connection).last_arrival?.note).toBe(remarks.join(''))
  })

  it('are refused with their errors where all rows are unreadable, and nothing is stored', async () => {
    await attached(unit, { analogSettings: '2:0:1' })
    const answer = await unit.sendAnalog({
      channel: 2,
      measurements: [{ value: 'two', measured_at: at(0) }, 7],
    })
    expect(failureOf(answer)).toMatchObject({
      code: 'validation_failed',
      issues: [
        { path: 'measurements.0.value', message: '数値で入力してください' },
        { path: 'measurements.1', message: 'オブジェクトで指定してください' },
      ],
    })
    expect(await reportsOf(unit)).toEqual([])
  })

  it.each([
    ['1,001', Array.from({ length: 1001 }, () => ({ value: 2, measured_at: '2026-11-20T09:00:00Z' }))],
    ['as many as the longest body can hold', Array(499_000).fill(1)],
  ])('of which there are %s are refused with the number that may be sent', async (_what, measurements) => {
    await attached(unit, { analogSettings: '2:0:1' })
    const config = await unit.ask('GET', deviceApiEndpoints.deviceConfig.path)
    expect(dataOf('deviceConfig', config).max_measurements).toBe(1000)
    const refused = await unit.sendAnalog({ channel: 2, measurements })
    expect(refused.status).toBe(413)
    expect(failureOf(refused)).toMatchObject({
      code: 'payload_too_large',
      issues: [
        {
          path: 'measurements',
          message: '1回に送信できる測定は1000件までです。測定は1000件以内に分けて送信してください',
        },
      ],
    })
    expect(await readingsOf(unit)).toEqual([])
  })

  it('that yield more than 10,000 readings are refused as a whole, and the configuration says how many may be sent', async () => {
    for (let n = 0; n < 11; n++) await attached(unit, { analogSettings: '2:0:1' })
    const config = await unit.ask('GET', deviceApiEndpoints.deviceConfig.path)
    const { max_measurements: most } = dataOf('deviceConfig', config)
    expect(most).toBe(909)
    const measurements = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ value: 2, measured_at: at(index) }))
    const refused = await unit.sendAnalog({ channel: 2, measurements: measurements(most + 1) })
    expect(refused.status).toBe(413)
    expect(failureOf(refused)).toMatchObject({
      code: 'payload_too_large',
      issues: [
        {
          path: 'measurements',
          message:
            '1回に登録できる測定値は10000件までです。メーターが11件あるため、測定は909件以内に分けて送信してください',
        },
      ],
    })
    const both = await unit.sendAnalog({ channel: 2, measurements: measurements(1001) })
    expect(both.status).toBe(413)
    expect(failureOf(both).issues).toEqual([
      {
        path: 'measurements',
        message:
          '1回に送信できる測定は1000件まで、登録できる測定値は10000件までです。メーターが11件あるため、測定は909件以内に分けて送信してください',
      },
    ])
    expect(await readingsOf(unit)).toEqual([])
    expect(() => refuseTooMany({ kind: 'analog', rows: measurements(most) }, 11)).not.toThrow()
  })

  it('give the same alerts in one call as one by one, in any order', async () => {
    const alertsAfter = async (send: (measurements: object[], to: CallingDevice) => Promise<void>) => {
      const to = await addCallingDevice(test, test.own, { type: 4 })
      const meter = await attached(to, { analogSettings: '2:0:1' })
      const measurements = [4.5, 2, 4.5, 4.5, 2, 2, 4.5, 2].map((value, index) => ({
        value,
        measured_at: new Date(Date.UTC(2026, 10, 1, 0, index)).toISOString(),
      }))
      await send(measurements, to)
      const rows = await system((tx) =>
        tx.select().from(alerts).where(eq(alerts.meterId, meter.id)).orderBy(alerts.createdAt),
      )
      return rows.map(({ createdAt, latestAt, isAlert, updatedAt }) => [
        createdAt,
        latestAt,
        isAlert,
        updatedAt,
      ])
    }
    const together = await alertsAfter(async (measurements, to) => {
      await to.sendAnalog({ channel: 2, measurements: measurements.toReversed() })
    })
    const apart = await alertsAfter(async (measurements, to) => {
      for (const one of measurements) await to.sendAnalog({ channel: 2, measurements: [one] })
    })
    const twice = await alertsAfter(async (measurements, to) => {
      await to.sendAnalog({ channel: 2, measurements: measurements.filter((_, index) => index % 2 === 1) })
      await to.sendAnalog({ channel: 2, measurements: measurements.filter((_, index) => index % 2 === 0) })
    })
    expect(together).toHaveLength(3)
    expect(apart).toEqual(together)
    expect(twice).toEqual(together)
  })
})
