import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/app.ts'
import { addMeter } from '../../../tests/support/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/data.ts'
import { addCallingDevice, type CallingDevice, newPicture } from '../../../tests/support/device-calls.ts'
import { alerts, deviceReports, devices, readings } from '../../db/schema.ts'
import { sha256Of } from '../pictures/index.ts'

let test: TestApp
let camera: CallingDevice
beforeAll(async () => {
  test = await createTestApp()
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

  it('sent a hundred times at once is one report with a hundred equal answers', async () => {
    await attached(camera)
    const picture = await newPicture()
    const same = { 'idempotency-key': randomUUID(), 'measured-at': test.deps.clock().toISOString() }
    const answers = await Promise.all(Array.from({ length: 100 }, () => camera.sendPicture(picture, same)))
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(99).fill(200), 201])
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
    const offset = dataOf('reportPicture', answer).clock_offset_ms ?? 0
    expect(Math.abs(offset - hour)).toBeLessThan(10_000)
    const [report] = await reportsOf(camera)
    expect(report).toMatchObject({ clockOffsetMs: offset })
    expect(report?.other).toMatch(/^端末の時計が.+進んでいたため、測定日時を補正しました。$/)
    expect(report?.createdAt.getTime()).toBe((measured?.getTime() ?? 0) - offset)
    expect((await deviceRow(camera)).clockOffsetMs).toBe(offset)
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
    expect(refused?.json).toMatchObject({ code: 'too_many_requests' })
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
    expect(await reportsOf(unit)).toMatchObject([{ channel: 3, kind: 'analog' }, { channel: 3 }])
    expect(await deviceRow(unit)).toMatchObject({ count: 2, status: 2, batteryPer: 5 })
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
    expect(receipts).toHaveLength(1000)
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
