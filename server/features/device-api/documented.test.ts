import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/app.ts'
import { addMeter } from '../../../tests/support/builders.ts'
import { addCallingDevice, newPicture } from '../../../tests/support/device-calls.ts'
import { deviceReports, readings } from '../../db/schema.ts'

let test: TestApp
let folder: string
beforeAll(async () => {
  test = await createTestApp()
  folder = mkdtempSync(join(tmpdir(), 'kenshin-curl-'))
})
afterAll(async () => {
  await test.close()
  rmSync(folder, { recursive: true })
})

it('every line of docs/device-api.md works as it stands, one after the other', async () => {
  const origin = await test.app.listen({ host: '127.0.0.1', port: 0 })
  const device = await addCallingDevice(test, test.own, { accessHash: 'ab12' })
  const { database } = test.deps
  const main = await addMeter(database, test.own.id, { name: 'main', deviceId: device.id })
  const pump = await addMeter(database, test.own.id, { deviceId: device.id, analogSettings: '3:0:10' })
  writeFileSync(join(folder, 'picture.jpg'), await newPicture())

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
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], { cwd: folder })

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
