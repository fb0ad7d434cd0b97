import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isAbnormal } from '../../contract/abnormal.ts'
import { nodeFlags } from '../../scripts/bootstrap.mjs'
import { demoMeters } from '../../scripts/demo/meters.ts'
import { type FirstSignIn, seedDemonstration } from '../../scripts/demo.ts'
import { connect, type Database } from '../../server/db/client.ts'
import { alerts, meters, organizations, readings, users } from '../../server/db/schema.ts'
import { readEnv } from '../../server/env.ts'
import { agreeThroughout } from '../../server/features/alerts/agree.ts'
import { isPassword } from '../../server/features/sessions/passwords.ts'
import { createLog } from '../../server/log.ts'
import { fileStorage } from '../../server/storage/files.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

let empty: TestDatabase
let database: Database
let dataDir: string
beforeAll(async () => {
  empty = await createTestDatabase()
  database = connect(empty.url, createLog('silent'))
  dataDir = mkdtempSync(join(tmpdir(), 'kenshin-demo-'))
})
afterAll(async () => {
  await database.close()
  await empty.close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function killWhileSeeding(): Promise<void> {
  const child = spawn(process.execPath, [...nodeFlags, 'tests/support/seed.ts'], {
    env: { ...process.env, DATABASE_URL: empty.url, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = new Promise((resolve) => child.once('exit', resolve))
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      if (/^[1-9]\d* of/m.test(chunk.toString())) resolve()
    })
    child.once('exit', (code) => reject(new Error(`seeding ended with ${code}`)))
  })
  child.kill('SIGKILL')
  await gone
}

it('a demonstration whose seeding was killed is not there at all, and comes whole the next time', async () => {
  await killWhileSeeding()
  expect(await database.asSystem((tx) => tx.select().from(organizations))).toEqual([])
  expect(existsSync(join(dataDir, 'first-sign-in.json'))).toBe(false)

  const env = readEnv({ DATA_DIR: dataDir })
  const storage = fileStorage(join(dataDir, 'pictures'))
  const parts = { env, database, storage, clock: () => new Date() }
  // A camera, a phone and an analog input for a few readings each: the whole takes minutes.
  const chosen = demoMeters(parts.clock())
    .filter(({ face }) => ['pump-discharge', 'filter-difference', 'bus-voltage'].includes(face.key))
    .map((meter) => ({ ...meter, instants: meter.instants.slice(-4) }))
  const seen: string[] = []
  const signIn = await seedDemonstration(parts, (done, total) => seen.push(`${done}/${total}`), chosen)
  expect(seen).toEqual(['0/3', '1/3', '2/3', '3/3'])

  const path = join(dataDir, 'first-sign-in.json')
  const kept = JSON.parse(readFileSync(path, 'utf8')) as FirstSignIn
  expect(kept).toEqual(signIn)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  const people = await database.asSystem((tx) => tx.select().from(users))
  for (const { username, password } of [kept, ...kept.others]) {
    const hash = people.find((person) => person.username === username)?.passwordHash ?? null
    expect(await isPassword(hash, password)).toBe(true)
  }
  expect(kept.others.map(({ role }) => role).sort()).toEqual([0, 2])

  const rows = await database.asSystem((tx) => tx.select().from(readings))
  expect(rows).toHaveLength(12)
  const ranges = new Map(
    (await database.asSystem((tx) => tx.select().from(meters))).map((meter) => [
      meter.id,
      { emergency_start_value: meter.emergencyStartValue, emergency_end_value: meter.emergencyEndValue },
    ]),
  )
  for (const row of rows) {
    const range = ranges.get(row.meterId) ?? { emergency_start_value: null, emergency_end_value: null }
    expect(row.isAbnormal).toBe(isAbnormal({ value: row.value, read_state: row.readState }, range))
    for (const sha256 of [row.pictureSha256, row.resultSha256]) {
      if (sha256 === null) continue
      expect(
        await storage.get({ organizationId: row.organizationId, sha256, variant: 'original' }),
      ).not.toBeNull()
    }
  }
  // As the server makes them: looking at every reading again finds nothing to change.
  const made = await database.asSystem((tx) => tx.select().from(alerts))
  expect(made.filter(({ isAlert }) => isAlert).length).toBeGreaterThanOrEqual(2)
  const silent = { mailAlert: async () => {}, pushAlert: async () => {} }
  for (const { id, organizationId } of await database.asSystem((tx) => tx.select().from(meters))) {
    await database.asSystem((tx) => agreeThroughout({ jobs: silent }, tx, { organizationId, id }))
  }
  expect(await database.asSystem((tx) => tx.select().from(alerts))).toEqual(made)
  expect(rows.filter(({ source }) => source === 'camera').some(({ value }) => value !== null)).toBe(true)
  expect(await seedDemonstration(parts, () => {}, chosen)).toBeNull()
})
