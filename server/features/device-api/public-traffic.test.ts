// Covers docs/requirements.md: 638

import { randomUUID } from 'node:crypto'
import { asc, eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { deviceApiEndpoints } from '../../../contract/device-api.ts'
import { deviceType } from '../../../contract/devices.ts'
import { deviceTraffic, type Traffic } from '../../../tests/fixtures/device-traffic.ts'
import { type Answered, createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addMeter } from '../../../tests/support/server/builders.ts'
import {
  addCallingDevice,
  type CallingDevice,
  pictureHeaders,
} from '../../../tests/support/server/device-calls.ts'
import { deviceErrors, deviceReports, meters, readings } from '../../db/schema.ts'

let test: TestApp
let jpeg: Buffer
beforeAll(async () => {
  test = await createTestApp({ hasStoppedClock: true })
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 }
  const background = { r: 0, g: 0, b: 0 }
  jpeg = await sharp({ create: { width: 320, height: 240, channels: 3, background, noise } })
    .jpeg()
    .toBuffer()
})
afterAll(() => test.close())

// A name of the webhook must mean one meter.
afterEach(() => all((tx) => tx.update(meters).set({ name: sql`'past ' || id` })))

const paths = {
  picture: deviceApiEndpoints.reportPicture.path,
  analog: deviceApiEndpoints.reportAnalog.path,
  heartbeat: deviceApiEndpoints.reportHeartbeat.path,
  webhook: deviceApiEndpoints.webhookValues.path,
}

async function sendTraffic(device: CallingDevice, sends: Traffic, key: string): Promise<Answered> {
  const now = test.deps.clock()
  if (sends.call === 'picture') {
    const bytes = sends.damage?.(jpeg) ?? jpeg
    const headers = {
      ...pictureHeaders(bytes, now),
      'idempotency-key': key,
      ...(sends.measuredAt && { 'measured-at': sends.measuredAt(now) }),
      ...sends.headers,
    }
    const body = sends.wrap?.(Buffer.from(bytes)) ?? bytes
    return device.ask('POST', sends.path ?? paths.picture, { bytes: body, headers })
  }
  if (sends.call === 'webhook') {
    const headers = { apikey: device.headers.apikey }
    const answer = await test.ask('POST', paths.webhook, {
      body: [sends.row(now), ...(sends.moreRows ?? [])],
      headers,
    })
    if (sends.picture !== true) return answer
    const url = `${paths.webhook}?timestamp=${Math.floor(now.getTime() / 1000)}`
    return test.ask('PUT', url, { bytes: jpeg, headers: { ...headers, 'content-type': 'image/jpeg' } })
  }
  const headers = {
    'content-type': 'application/json',
    ...(sends.call === 'analog' && { 'idempotency-key': key }),
  }
  const json = sends.json(now)
  const bytes = typeof json === 'string' ? Buffer.from(json) : json
  return device.ask('POST', paths[sends.call], { bytes, headers })
}

const all = <T>(work: Parameters<typeof test.deps.database.asSystem<T>>[0]) =>
  test.deps.database.asSystem(work)

it.each(deviceTraffic)('$what: $source', async (given) => {
  const type = given.sends.call === 'analog' ? deviceType.analogInput : deviceType.wifiCamera
  const device = await addCallingDevice(test, test.own, { type })
  await addMeter(test.deps.database, test.own.id, {
    name: 'main',
    deviceId: device.id,
    analogSettings: given.sends.call === 'analog' ? '3:0:100' : null,
  })
  const key = randomUUID()
  let answer = await sendTraffic(device, given.sends, key)
  if (given.again === true) answer = await sendTraffic(device, given.sends, key)

  expect([answer.status, answer.text]).toEqual([given.status, expect.any(String)])
  const stored = await all((tx) =>
    tx.select().from(readings).where(eq(readings.deviceId, device.id)).orderBy(asc(readings.id)),
  )
  const now = test.deps.clock().getTime()
  const found = stored.map(({ value, createdAt, timeMark }) => ({
    value,
    // The webhook sends whole seconds.
    minutesAgo: Math.round((now - createdAt.getTime()) / 60_000),
    ...(timeMark !== null && { timeMark }),
  }))
  expect(found).toEqual(given.readings)
  if (given.sends.call === 'webhook' && given.sends.picture === true) {
    expect(stored.map(({ pictureSha256 }) => pictureSha256)).toEqual([expect.any(String)])
  }
  const reports = await all((tx) =>
    tx.select().from(deviceReports).where(eq(deviceReports.deviceId, device.id)),
  )
  expect(reports.length > 0).toBe(given.status < 300)
  if (given.report !== undefined) expect(reports[0]).toMatchObject(given.report)
  const errors = await all((tx) => tx.select().from(deviceErrors).where(eq(deviceErrors.deviceId, device.id)))
  expect(errors.map(({ errorMessage }) => errorMessage)).toEqual(given.errors ?? [])
  const { data, issues = [] } = answer.json as {
    data?: { errors?: { path: string }[] }
    issues?: { path: string }[]
  }
  expect([...(data?.errors ?? []), ...issues].map(({ path }) => path)).toEqual(given.refused ?? [])
})
