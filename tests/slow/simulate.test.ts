// Covers docs/requirements.md: 399, 404

import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { role } from '../../contract/access.ts'
import { deviceStatus } from '../../contract/devices.ts'
import { environment } from '../../scripts/bootstrap.mjs'
import { simulatedClock } from '../../scripts/simulate/simulated-clock.ts'
import { plain } from '../../scripts/simulate/traits.ts'
import { live } from '../../scripts/simulate/virtual-device.ts'
import { type Served, serveApp } from '../support/browser/served.ts'
import type { TestUser } from '../support/server/accounts.ts'
import { addMeter } from '../support/server/builders.ts'
import { addCallingDevice } from '../support/server/device-calls.ts'
import { deviceWatch } from '../support/server/device-watch.ts'

let site: Served
let folder: string
beforeAll(async () => {
  site = await serveApp({ work: false })
  folder = mkdtempSync(join(tmpdir(), 'kenshin-simulate-'))
})
afterAll(async () => {
  await site.close()
  rmSync(folder, { recursive: true })
})

/** As the first start leaves it. */
async function writeSignIns(): Promise<void> {
  const signIn = ({ organizationCode, username, password }: TestUser) => ({
    organization_code: organizationCode,
    username,
    password,
  })
  const [admin, system] = [
    await site.addUser({ role: role.admin }),
    await site.addUser({ role: role.system }),
  ]
  const file = { ...signIn(admin), others: [{ ...signIn(system), role: role.system }] }
  writeFileSync(join(folder, 'first-sign-in.json'), JSON.stringify(file))
}

interface Row extends Record<string, unknown> {
  name: string
  type: number
  status: number
  battery: number
  count: number
  reports: number
  /** Of equal times. */
  doubled: number
  /** Most that came within a second. */
  batch: number
  ahead: number | null
  weakest: number | null
  future: number
}

/** What the server knows of the devices. */
async function rows(): Promise<Row[]> {
  const found = await site.deps.database.asSystem((tx) =>
    tx.execute<Row>(sql`
      select name, type, status, battery_per as battery, count,
        (select count(*)::int from device_reports where device_id = devices.id and kind in ('picture', 'analog')) as reports,
        (select count(*)::int - count(distinct created_at)::int from device_reports
          where device_id = devices.id and kind in ('picture', 'analog')) as doubled,
        (select max(n)::int from (select count(*) as n from device_reports where device_id = devices.id
          group by date_trunc('second', received_at)) as seconds) as batch,
        (select max(clock_offset_ms)::float8 from device_reports where device_id = devices.id) as ahead,
        (select min(dbm)::int from device_reports where device_id = devices.id) as weakest,
        (select count(*)::int from device_reports where device_id = devices.id and created_at > received_at + interval '3 minutes')
          as future
      from devices order by serial_number`),
  )
  return found.rows
}

test('virtual devices of all types live through weak batteries, wrong clocks, outages, repeats and a theft', async () => {
  await writeSignIns()
  const given = ['--server', site.origin, '--devices', '14', '--minutes', '0.6', '--speed', '80']
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/simulate.ts', ...given], {
    env: environment({ DATA_DIR: folder }),
  })
  const devices = await rows()
  const named = (trait: string) => devices.find(({ name }) => name.includes(trait))
  expect(new Set(devices.map(({ type }) => type))).toEqual(new Set([0, 1, 2, 3, 4, 5]))
  expect(devices.map(({ status }) => status)).not.toContain(deviceStatus.waiting)
  // Whatever was sent twice, late or by a wrong clock is there once, and not in the future.
  for (const { count, reports, doubled, future } of devices)
    expect({ count, doubled, future }).toEqual({ count: reports, doubled: 0, future: 0 })
  expect(named('同じ報告を繰り返す')?.reports).toBeGreaterThan(2)
  // A report takes 12 of 82 per cent; how many there are depends on how fast pictures are made here.
  expect(named('電池切れ')?.battery).toBeLessThanOrEqual(58)
  expect(named('電波が弱い')?.weakest).toBeLessThan(-86)
  expect(named('時計が17分進んでいる')?.ahead).toBeGreaterThan(16 * 60_000)
  expect(named('ときどき圏外')?.batch).toBeGreaterThan(1)
  expect(stdout).toMatch(/（盗まれる）: .*key_unknown/)
  expect(named('盗まれる')?.reports).toBeGreaterThan(0)
})

test('one that dies reports until its battery is empty, and is then silent for want of one', async () => {
  const { database } = site.deps
  const { id, serial, headers } = await addCallingDevice(site, site.own, {
    type: 4,
    intervalCrons: '*/5 * * * *',
  })
  await addMeter(database, site.own.id, { deviceId: id, analogSettings: '3:0:10' })
  const watch = deviceWatch(site)
  await watch.edit(id, { name: '電池の少ない端末' })
  const said: string[] = []
  const [access = '', secret = ''] = headers.apikey.split(':')
  const basic = Buffer.from(`${access}:${secret}`).toString('base64')
  const measures = {
    kind: 'analog' as const,
    channels: [{ channel: 3 as const, min: 0, max: 10, valueAt: () => 5 }],
  }
  await live(
    { name: '電池の少ない端末', serial, measures, battery: 20, trait: { ...plain, drain: 8 } },
    {
      connection: { server: site.origin, authorization: async () => `Basic ${basic}` },
      clock: simulatedClock(300, 0.1),
      signal: new AbortController().signal,
      say: (line) => said.push(line),
    },
  )
  expect(said.at(-1)).toBe('電池の少ない端末: 電池切れ')
  // 20, 12 and 4 per cent are worth a report each.
  expect(await watch.read(id)).toMatchObject({ count: 3, batteryPer: 0, status: deviceStatus.lowBattery })
  const later = new Date(site.deps.clock().getTime() + (9 + 4) * 3_600_000)
  await watch.checkSilenceAt(later.toISOString().slice(0, -1))
  expect(await watch.read(id)).toMatchObject({ count: 3, status: deviceStatus.error })
  const { rows: outages } = await database.asSystem((tx) =>
    tx.execute(sql`select cause from device_outages where device_id = ${id}`),
  )
  expect(outages).toEqual([{ cause: 'battery' }])
})
