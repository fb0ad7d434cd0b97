// Covers docs/requirements.md: 576, 653

import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeAccounts } from '../../../scripts/demo/accounts.ts'
import { insertDemonstration, insertPastSchedules, organizationId } from '../../../scripts/demo/insert.ts'
import { demoMeters } from '../../../scripts/demo/meters.ts'
import { telephoneIn } from '../../../src/ui/text/telephone.ts'
import { createTestDatabase } from '../../../tests/support/server/database.ts'
import { connect, type Database } from '../../db/client.ts'
import { deviceSchedules, devices, inspections, organizations } from '../../db/schema.ts'
import { createLog } from '../../log.ts'

const now = new Date('2026-11-25T20:00:00+09:00')
let database: Database
let close: () => Promise<void>
beforeAll(async () => {
  const created = await createTestDatabase()
  close = created.close
  database = connect(created.url, createLog('silent'))
  const accounts = await makeAccounts()
  await database.asSystem((tx) => insertDemonstration(tx, accounts, demoMeters(now), now))
})
afterAll(async () => {
  await database.close()
  await close()
})

const schedulesOf = (name: string) =>
  database.asSystem((tx) =>
    tx
      .select({ from: deviceSchedules.from, crons: deviceSchedules.intervalCrons })
      .from(deviceSchedules)
      .innerJoin(devices, eq(devices.id, deviceSchedules.deviceId))
      .where(eq(devices.name, name))
      .orderBy(asc(deviceSchedules.from)),
  )
const fourTimes = '0 1 * * *,0 7 * * *,0 13 * * *,0 19 * * *'

it('the demonstration offers データ初期化', async () => {
  const [row] = await database.asSystem((tx) =>
    tx.select().from(organizations).where(eq(organizations.id, organizationId)),
  )
  expect(row).toMatchObject({ demoEnabled: true, protected: false })
})

it('each inspection group of the demonstration says whom to call', async () => {
  const rows = await database.asSystem((tx) => tx.select({ contact: inspections.contact }).from(inspections))
  expect(rows.length).toBeGreaterThan(2)
  for (const { contact } of rows) expect(telephoneIn(contact)).not.toBeNull()
})

it('each device of the demonstration has an access hash of its own', async () => {
  const rows = await database.asSystem((tx) => tx.select({ hash: devices.accessHash }).from(devices))
  const hashes = rows.map(({ hash }) => hash)
  expect(hashes.length).toBeGreaterThan(5)
  expect(hashes).toEqual(hashes.map(() => expect.stringMatching(/^[\da-f]{32}$/)))
  expect(new Set(hashes).size).toBe(hashes.length)
})

it('the demonstration has the schedules of its past readings, again after an initialisation', async () => {
  const created = new Date(now.getTime() - 90 * 86_400_000)
  const camera = [
    { from: created, crons: '0 7 * * *' },
    { from: new Date('2026-11-24T00:00:00+09:00'), crons: fourTimes },
    { from: now, crons: '*/10 * * * *' },
  ]
  expect(await schedulesOf('WiFiカメラ ポンプ室 1')).toEqual(camera)
  const silent = await schedulesOf('SIMカメラ 井戸')
  expect(silent.map(({ crons }) => crons)).toEqual(['0 7 * * *'])
  await database.asSystem((tx) => tx.delete(deviceSchedules))
  await database.asSystem((tx) => insertPastSchedules(tx, now))
  expect(await schedulesOf('WiFiカメラ ポンプ室 1')).toEqual(camera.slice(0, 2))
})
