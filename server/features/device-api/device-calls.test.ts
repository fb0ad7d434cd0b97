// Covers docs/requirements.md: 379, 382, 390

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deviceApiEndpoints } from '../../../contract/device-api.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addMeter } from '../../../tests/support/server/builders.ts'
import { dataOf } from '../../../tests/support/server/data.ts'
import { addCallingDevice, type CallingDevice } from '../../../tests/support/server/device-calls.ts'
import { deviceErrors, deviceReports, devices } from '../../db/schema.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const rowOf = async ({ id }: CallingDevice) => {
  const [row] = await test.deps.database.asSystem((tx) => tx.select().from(devices).where(eq(devices.id, id)))
  return row
}
const reportsOf = ({ id }: CallingDevice) =>
  test.deps.database.asSystem((tx) => tx.select().from(deviceReports).where(eq(deviceReports.deviceId, id)))

it('a device that knows its hash registers and is told what to do', async () => {
  const device = await addCallingDevice(test, test.own, { accessHash: 'ab12', intervalCrons: '0 15 * * *' })
  const answer = await device.ask('POST', deviceApiEndpoints.registerDevice.path, {
    body: { serial_number: device.serial, access_hash: 'ab12' },
  })
  expect(dataOf('registerDevice', answer)).toMatchObject({
    device_id: device.id,
    interval_crons: '0 15 * * *',
    time_zone: 'Asia/Tokyo',
    resolution_type: 1,
    retry_time: 10_800,
    allow_time_drift: 180,
  })
  expect(await rowOf(device)).toMatchObject({ status: 1, count: 0 })
  expect(await reportsOf(device)).toMatchObject([{ kind: 'register' }])
})

describe('the configuration', () => {
  const ask = (device: CallingDevice, etag?: string) =>
    device.ask('GET', deviceApiEndpoints.deviceConfig.path, {
      ...(etag !== undefined && { headers: { 'if-none-match': etag } }),
    })

  it('comes once, and anew when it changes', async () => {
    const device = await addCallingDevice(test, test.own, { type: 4 })
    const { id, name } = await addMeter(test.deps.database, test.own.id, {
      deviceId: device.id,
      analogSettings: '3:-1:10.5',
    })
    const first = await ask(device)
    expect(dataOf('deviceConfig', first).analog_channels).toEqual([
      { channel: 3, meter_id: id, meter_name: name, min: -1, max: 10.5 },
    ])
    const etag = String(first.headers['etag'])
    const again = await ask(device, etag)
    expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', etag])
    expect((await ask(device, `"other", W/${etag}`)).status).toBe(304)
    await test.deps.database.asSystem((tx) =>
      tx.update(devices).set({ isFlash: true }).where(eq(devices.id, device.id)),
    )
    const changed = await ask(device, etag)
    expect(changed.status).toBe(200)
    expect(dataOf('deviceConfig', changed).is_flash).toBe(true)
  })
})

describe('a sign of life', () => {
  const send = (device: CallingDevice, body: object) =>
    device.ask('POST', deviceApiEndpoints.reportHeartbeat.path, { body })

  it('is history, and says when the configuration has changed', async () => {
    const device = await addCallingDevice(test, test.own)
    const answer = await send(device, { battery_per: 9, dbm: -90, running_time: 60, logs: 'a\nb' })
    const { config_etag } = dataOf('reportHeartbeat', answer)
    const { headers } = await device.ask('GET', deviceApiEndpoints.deviceConfig.path)
    expect(headers['etag']).toBe(config_etag)
    expect(await reportsOf(device)).toMatchObject([
      { kind: 'heartbeat', batteryPer: 9, dbm: -90, runningTime: 60, logs: 'a\nb' },
    ])
    expect(await rowOf(device)).toMatchObject({ status: 2, batteryPer: 9, lastDbmRecorded: -90, count: 0 })
  })

  it('with errors is an error of the device, until the next without', async () => {
    const device = await addCallingDevice(test, test.own)
    await send(device, { errors: ['lens dirty', 'flash broken'] })
    expect((await rowOf(device))?.status).toBe(3)
    const errors = await test.deps.database.asSystem((tx) =>
      tx.select().from(deviceErrors).where(eq(deviceErrors.deviceId, device.id)).orderBy(deviceErrors.id),
    )
    const [report] = await reportsOf(device)
    expect(errors).toMatchObject([
      { errorMessage: 'lens dirty', reportId: report?.id },
      { errorMessage: 'flash broken', reportId: report?.id },
    ])
    await send(device, {})
    expect((await rowOf(device))?.status).toBe(1)
  })
})
