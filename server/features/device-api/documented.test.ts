// Covers docs/requirements.md: 384, 385

import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deviceType } from '../../../contract/devices.ts'
import { commandsOf } from '../../../src/features/devices/connection/commands.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { addMeter } from '../../../tests/support/server/builders.ts'
import { addCallingDevice, newPicture } from '../../../tests/support/server/device-calls.ts'
import { deviceReports, readings } from '../../db/schema.ts'

let test: TestApp
let folder: string
let origin: string
beforeAll(async () => {
  test = await createTestApp()
  origin = await test.app.listen({ host: '127.0.0.1', port: 0 })
  folder = mkdtempSync(join(tmpdir(), 'kenshin-curl-'))
  writeFileSync(join(folder, 'picture.jpg'), await newPicture())
})
afterAll(async () => {
  await test.close()
  rmSync(folder, { recursive: true })
})

/** Runs a script in the folder of `picture.jpg`. */
const runInBash = (script: string) =>
  promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], { cwd: folder })

it('every line of docs/device-api.md works as it stands, one after the other', async () => {
  const device = await addCallingDevice(test, test.own, { accessHash: 'ab12' })
  const { database } = test.deps
  const main = await addMeter(database, test.own.id, { name: 'main', deviceId: device.id })
  const pump = await addMeter(database, test.own.id, { deviceId: device.id, analogSettings: '3:0:10' })

  const own: Record<string, string> = {
    // As people type it.
    SERVER: `${origin}/`,
    KEY: device.headers.apikey.split(':')[0] ?? '',
    SECRET: 'secret',
    SERIAL: device.serial,
    HASH: 'ab12',
  }
  const page = readFileSync(new URL('../../../docs/device-api.md', import.meta.url), 'utf8')
  const lines = [...page.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block).join('\n')
  const script = lines.replace(/^([A-Z]+)='.*'$/gm, (_line, name: string) => `${name}='${own[name]}'`)
  const { stdout } = await runInBash(script)

  expect(stdout.match(/"success":true/g)).toHaveLength(7)
  expect(stdout).toMatch(/304\n/)
  const { kinds, values } = await database.asSystem(async (tx) => ({
    kinds: await tx
      .select({ kind: deviceReports.kind, other: deviceReports.other })
      .from(deviceReports)
      .where(eq(deviceReports.deviceId, device.id))
      .orderBy(asc(deviceReports.id)),
    values: await tx
      .select({ meterId: readings.meterId, value: readings.value, state: readings.readState })
      .from(readings)
      .where(eq(readings.deviceId, device.id))
      .orderBy(asc(readings.id)),
  }))
  expect(kinds.map(({ kind }) => kind)).toEqual([
    'register',
    'picture',
    'analog',
    'analog',
    'heartbeat',
    'picture',
  ])
  expect(values).toEqual([
    { meterId: main.id, value: null, state: 0 },
    { meterId: pump.id, value: null, state: 0 },
    { meterId: pump.id, value: 5, state: null },
    { meterId: pump.id, value: 5.25, state: null },
    { meterId: main.id, value: 123.4, state: 0 },
  ])
})

it.each([
  ['a camera', deviceType.wifiCamera, null, ['heartbeat', 'picture'], null],
  ['an analog unit at channel 1', deviceType.analogInput, '1', ['heartbeat', 'analog'], 5],
  ['an analog unit at channel 2', deviceType.analogInput, '2', ['heartbeat', 'analog'], 5],
  ['an analog unit at channel 3', deviceType.analogInput, '3', ['heartbeat', 'analog'], 5],
])(
  'the commands for %s in the panel 「接続」 work as they are copied',
  async (_what, type, channel, kinds, value) => {
    const { database } = test.deps
    const serialNumber = `it's ${type}-${channel}`
    const { id, headers, serial } = await addCallingDevice(test, test.own, { type, serialNumber })
    const analogSettings = channel === null ? null : `${channel}:0:10`
    await addMeter(database, test.own.id, { deviceId: id, analogSettings })
    const caller = { serverUrl: origin, key: headers.apikey, serial, channel: channel ?? '1' }
    for (const { text } of commandsOf(type, caller)) {
      const { stdout } = await runInBash(text)
      expect(stdout).toContain('"success":true')
    }
    const stored = await database.asSystem(async (tx) => ({
      kinds: await tx
        .select({ kind: deviceReports.kind })
        .from(deviceReports)
        .where(eq(deviceReports.deviceId, id))
        .orderBy(asc(deviceReports.id)),
      values: await tx.select({ value: readings.value }).from(readings).where(eq(readings.deviceId, id)),
    }))
    expect(stored).toEqual({ kinds: kinds.map((kind) => ({ kind })), values: [{ value }] })
  },
)
