// Covers docs/requirements.md: 560, 585

import { randomUUID } from 'node:crypto'
import { and, asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deviceApiEndpoints } from '../../../contract/device-api.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addMeter, addReading } from '../../../tests/support/server/builders.ts'
import { dataOf } from '../../../tests/support/server/data.ts'
import {
  addCallingDevice,
  type CallingDevice,
  newPicture,
} from '../../../tests/support/server/device-calls.ts'
import { deviceOutages, deviceReports, devices, downtimes, readings } from '../../db/schema.ts'
import { detectOutages } from '../devices/detect-outages.ts'
import { keepSchedule } from '../devices/note-report.ts'

let test: TestApp
let camera: CallingDevice
let name: string
let meter: Awaited<ReturnType<typeof addMeter>>
beforeAll(async () => {
  test = await createTestApp({ hasStoppedClock: true })
})
beforeEach(async () => {
  camera = await addCallingDevice(test, test.own)
  name = randomUUID()
  meter = await addMeter(test.deps.database, test.own.id, { name, deviceId: camera.id })
})
afterAll(() => test.close())

const system = <T>(work: Parameters<typeof test.deps.database.asSystem<T>>[0]) =>
  test.deps.database.asSystem(work)
const hour = 3_600_000
const ago = (hours: number) => new Date(test.deps.clock().getTime() - hours * hour)
const threeHours = () => ago(3)
const aSecondMore = () => new Date(ago(3).getTime() - 1000)
const marksOf = async ({ id }: CallingDevice) => {
  const rows = await system((tx) =>
    tx.select().from(readings).where(eq(readings.deviceId, id)).orderBy(asc(readings.id)),
  )
  return rows.map(({ timeMark, createdAt }) => ({ timeMark, createdAt }))
}
const historyOf = async ({ id }: CallingDevice) => {
  const rows = await system((tx) => tx.select().from(deviceReports).where(eq(deviceReports.deviceId, id)))
  return rows.map(({ other }) => other)
}
const send = async (measuredAt: Date, more: Record<string, string> = {}) => {
  const answer = await camera.sendPicture(await newPicture(), {
    'measured-at': measuredAt.toISOString(),
    ...more,
  })
  expect(answer.status).toBe(201)
}
const change = (fields: Partial<typeof devices.$inferInsert>) =>
  system((tx) => tx.update(devices).set(fields).where(eq(devices.id, camera.id)))
const addOutage = (since: Date, endedAt: Date | null) =>
  system((tx) =>
    tx.insert(deviceOutages).values({
      organizationId: test.own.id,
      deviceId: camera.id,
      since,
      noticedAt: since,
      endedAt,
      cause: 'unknown',
    }),
  )

describe('a picture without the time of sending', () => {
  it('counts when it was measured exactly three hours before its arrival', async () => {
    await send(threeHours())
    expect(await marksOf(camera)).toEqual([{ timeMark: null, createdAt: threeHours() }])
    expect(await historyOf(camera)).toEqual([null])
  })

  it('keeps its time and is marked when it was measured a second earlier, and the history says so', async () => {
    await send(aSecondMore())
    expect(await marksOf(camera)).toEqual([{ timeMark: 'unconfirmed', createdAt: aSecondMore() }])
    const [device] = await system((tx) => tx.select().from(devices).where(eq(devices.id, camera.id)))
    expect(device).toMatchObject({ lastRecordedAt: aSecondMore(), lastCommunicatedAt: test.deps.clock() })
    expect(await historyOf(camera)).toEqual([
      '端末の時計を確認できないため、測定日時を「時刻不明」としました。確定するまで使用量の計算に含めません。',
    ])
  })

  it('is marked when the time of sending is unreadable', async () => {
    await send(aSecondMore(), { 'sent-at': 'soon' })
    expect(await marksOf(camera)).toMatchObject([{ timeMark: 'unconfirmed' }])
  })

  it('has the time of arrival when its own cannot be right', async () => {
    await send(new Date(31_000))
    expect(await marksOf(camera)).toEqual([{ timeMark: 'arrival', createdAt: test.deps.clock() }])
  })
})

describe('the time of the last measurement of a device', () => {
  const correct = async (from: Date, to: Date) => {
    const [reading] = await system((tx) =>
      tx
        .select()
        .from(readings)
        .where(and(eq(readings.deviceId, camera.id), eq(readings.createdAt, from))),
    )
    const answer = await test.ask('PUT', `/api/v1/meter-value/${reading?.id}/measured-at`, {
      as: test.own.general,
      body: { created_at: to.toLocaleString('sv-SE', { timeZone: 'Asia/Tokyo' }) },
    })
    expect(answer.status).toBe(200)
    const [device] = await system((tx) => tx.select().from(devices).where(eq(devices.id, camera.id)))
    return device?.lastRecordedAt
  }
  // Whole seconds, because the time of a correction has no fractions.
  const at = (hours: number) => new Date(Math.floor(ago(hours).getTime() / 1000) * 1000)

  it('follows a reading that is corrected to a later time', async () => {
    await send(at(9))
    expect(await correct(at(9), at(1))).toEqual(at(1))
  })

  it('follows a reading that is corrected to an earlier time, but not before another one', async () => {
    await send(at(9))
    await send(at(6))
    expect(await correct(at(6), at(8))).toEqual(at(8))
    expect(await correct(at(8), at(10))).toEqual(at(9))
  })

  it.each([
    ['typed', { source: 'entry' }],
    ['photographed', { source: 'phone', valueSource: 'accepted' }],
    ['deleted', { source: 'camera', valueSource: 'accepted', deletedAt: new Date() }],
  ] as const)('is not the one of a %s reading', async (_what, fields) => {
    await send(at(9))
    await send(at(3))
    await addReading(test.deps.database, meter, { ...fields, deviceId: camera.id, createdAt: at(5) })
    expect(await correct(at(3), at(10))).toEqual(at(9))
  })

  it('stays when an earlier reading is corrected', async () => {
    await send(at(9))
    await send(at(2))
    expect(await correct(at(9), at(5))).toEqual(at(2))
  })
})

describe('a picture with the time of sending', () => {
  it('counts at its own time when the clock is right', async () => {
    await send(ago(5), { 'sent-at': test.deps.clock().toISOString() })
    expect(await marksOf(camera)).toEqual([{ timeMark: null, createdAt: ago(5) }])
  })

  it('counts at its corrected time when the clock is behind', async () => {
    await send(ago(9), { 'sent-at': ago(4).toISOString() })
    expect(await marksOf(camera)).toEqual([{ timeMark: null, createdAt: ago(5) }])
  })
})

describe('a picture that a silent device kept', () => {
  it('counts while the outage is open', async () => {
    await addOutage(ago(2), null)
    await send(ago(5))
    expect(await marksOf(camera)).toMatchObject([{ timeMark: null }])
  })

  it('counts from the moment on at which the device is overdue, also before an outage is recorded', async () => {
    await change({ intervalCrons: '0 0 1 1 *', nextDueAt: ago(1), missedAt: test.deps.clock() })
    await send(ago(5))
    expect(await marksOf(camera)).toMatchObject([{ timeMark: null }])
  })

  it('is marked when the device is due but not overdue yet', async () => {
    const missedAt = new Date(test.deps.clock().getTime() + 1)
    await change({ intervalCrons: '0 0 1 1 *', nextDueAt: ago(1), missedAt })
    await send(ago(5))
    expect(await marksOf(camera)).toMatchObject([{ timeMark: 'unconfirmed' }])
  })

  it('counts when it serves a due time that is still awaited', async () => {
    const missedAt = new Date(test.deps.clock().getTime() + hour)
    await change({ intervalCrons: '0 0 1 1 *', nextDueAt: ago(5), missedAt, allowTimeDrift: 60 })
    await send(new Date(ago(5).getTime() - 60_000))
    await send(new Date(ago(5).getTime() - 61_000))
    expect(await marksOf(camera)).toMatchObject([{ timeMark: null }, { timeMark: 'unconfirmed' }])
  })

  it('counts when the outage that it was measured in has ended, so that all of a backlog counts', async () => {
    await addOutage(ago(9), ago(4))
    await send(ago(4))
    await send(ago(9))
    await send(ago(10))
    expect(await marksOf(camera)).toMatchObject([
      { timeMark: null },
      { timeMark: null },
      { timeMark: 'unconfirmed' },
    ])
  })

  it('counts when no server ran at the time', async () => {
    await system((tx) => tx.insert(downtimes).values({ from: ago(50), to: ago(40) }))
    await send(ago(45))
    await send(ago(39))
    expect(await marksOf(camera)).toMatchObject([{ timeMark: null }, { timeMark: 'unconfirmed' }])
  })
})

describe('measurements of a channel', () => {
  let unit: CallingDevice
  beforeEach(async () => {
    unit = await addCallingDevice(test, test.own, { type: 4 })
    await addMeter(test.deps.database, test.own.id, { deviceId: unit.id, analogSettings: '2:0:1' })
  })
  const sendAt = (...times: Date[]) =>
    unit.sendAnalog({
      channel: 2,
      measurements: times.map((at) => ({ value: 2, measured_at: at.toISOString() })),
    })

  it('are marked together when the latest is more than three hours old, without those of the time of arrival', async () => {
    expect((await sendAt(ago(7), aSecondMore(), new Date(31_000))).status).toBe(201)
    expect(await marksOf(unit)).toEqual([
      { timeMark: 'unconfirmed', createdAt: ago(7) },
      { timeMark: 'unconfirmed', createdAt: aSecondMore() },
      { timeMark: 'arrival', createdAt: test.deps.clock() },
    ])
  })

  it('count when the latest is recent, because its clock is right', async () => {
    expect((await sendAt(ago(7), threeHours())).status).toBe(201)
    expect(await marksOf(unit)).toMatchObject([{ timeMark: null }, { timeMark: null }])
  })
})

describe('values of a webhook', () => {
  const post = (...rows: { name: string; at: Date; error?: string }[]) =>
    test.ask('POST', deviceApiEndpoints.webhookValues.path, {
      headers: { apikey: camera.headers.apikey },
      body: rows.map(({ at, ...row }) => ({
        rawValue: '00123.4',
        value: '123.4',
        error: 'no error',
        timestampLong: String(Math.floor(at.getTime() / 1000)),
        ...row,
      })),
    })

  it('are marked when they are more than three hours old, except those that count as measured on arrival', async () => {
    const other = randomUUID()
    await addMeter(test.deps.database, test.own.id, { name: other, deviceId: camera.id })
    const old = new Date(Math.floor(aSecondMore().getTime() / 1000) * 1000)
    const answer = await post({ name, at: old }, { name: other, at: old, error: 'Neg. Rate' })
    expect(answer.status).toBe(201)
    expect(await marksOf(camera)).toEqual([
      { timeMark: 'unconfirmed', createdAt: old },
      { timeMark: null, createdAt: test.deps.clock() },
    ])
    const [history] = await historyOf(camera)
    expect(history).toContain('確定するまで使用量の計算に含めません。')
    const [shown] = dataOf('webhookValues', answer).receipts
    const reading = await test.ask('GET', `/api/v1/meter-value/${shown?.id}`, { as: test.own.general })
    expect(dataOf('reading', reading).reasons).toEqual(['unconfirmed time'])
  })

  it('count when they are more recent', async () => {
    expect((await post({ name, at: new Date(threeHours().getTime() + 1000) })).status).toBe(201)
    expect(await marksOf(camera)).toMatchObject([{ timeMark: null }])
  })
})

// Last: it moves the clock by more than a session lasts.
describe('a camera whose clock is nine hours behind', () => {
  it('is on time by the arrival of its reports, so that each of them is marked and no outage begins', async () => {
    await change({ intervalCrons: '0 0-23 * * *' })
    await system((tx) => keepSchedule(tx, camera.id, test.deps.clock()))
    for (let report = 0; report < 6; report++) {
      test.advance(hour)
      await send(ago(9))
      await detectOutages(test.deps)
    }
    expect((await marksOf(camera)).map(({ timeMark }) => timeMark)).toEqual(Array(6).fill('unconfirmed'))
    const outages = await system((tx) =>
      tx.select().from(deviceOutages).where(eq(deviceOutages.deviceId, camera.id)),
    )
    expect(outages).toEqual([])
  })

  it('is shown with the state of its last report after its clock has fallen back', async () => {
    await send(ago(0), { battery: '90' })
    test.advance(hour)
    await send(ago(9), { battery: '40' })
    const [device] = await system((tx) => tx.select().from(devices).where(eq(devices.id, camera.id)))
    expect(device).toMatchObject({ batteryPer: 40, lastRecordedAt: ago(1) })
  })
})
