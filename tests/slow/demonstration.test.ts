// Covers docs/requirements.md: 311, 423, 459, 461, 780

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, lt } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { role } from '../../contract/access.ts'
import { isAbnormal } from '../../contract/values/abnormal.ts'
import { nodeFlags } from '../../scripts/bootstrap.mjs'
import { makeAccounts } from '../../scripts/demo/accounts.ts'
import { fillDemonstration, findFilling } from '../../scripts/demo/fill.ts'
import { daysOf, insertDemonstration, organizationId } from '../../scripts/demo/insert.ts'
import { demoMeters } from '../../scripts/demo/meters.ts'
import { dayOf } from '../../scripts/demo/schedule.ts'
import { type FirstSignIn, openDemonstration } from '../../scripts/demo.ts'
import { connect, type Database } from '../../server/db/client.ts'
import {
  alertChanges,
  alerts,
  closings,
  deviceSchedules,
  meters,
  organizations,
  readingDays,
  readings,
  users,
} from '../../server/db/schema.ts'
import { readEnv } from '../../server/env.ts'
import { reconcileAll } from '../../server/features/alerts/reconcile.ts'
import { isPassword } from '../../server/features/sessions/hash-password.ts'
import { createLog } from '../../server/log.ts'
import { deriveSecrets, loadSecrets } from '../../server/secrets.ts'
import { fileStorage } from '../../server/storage/files.ts'
import { buildOrganization, buildUser } from '../support/server/accounts.ts'
import { addMeter } from '../support/server/builders.ts'
import { createTestDatabase, type TestDatabase } from '../support/server/database.ts'
import { fewMeters } from '../support/server/few-meters.ts'

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

/** Midway: the newest day exists. */
async function killWhileFilling(): Promise<void> {
  const child = fork('tests/support/server/fill-demonstration.ts', {
    execArgv: nodeFlags,
    env: { ...process.env, DATABASE_URL: empty.url, DATA_DIR: dataDir },
  })
  const gone = once(child, 'exit')
  await new Promise<void>((resolve, reject) => {
    child.on('message', (done) => {
      if (done === 1) resolve()
    })
    child.once('exit', (code) => reject(new Error(`filling ended with ${code}`)))
  })
  child.kill('SIGKILL')
  await gone
}

const everyReading = () =>
  database.asSystem((tx) => tx.select().from(readings).orderBy(readings.meterId, readings.createdAt))
/** Of what is filled in. */
const pastSchedules = () =>
  database.asSystem((tx) =>
    tx
      .select({ deviceId: deviceSchedules.deviceId, crons: deviceSchedules.intervalCrons })
      .from(deviceSchedules)
      .where(lt(deviceSchedules.from, new Date(Date.now() - 60 * 86_400_000)))
      .orderBy(deviceSchedules.deviceId),
  )
const filling = async () => (await findFilling({ database }, organizationId))?.done ?? null

it('one can sign in to a demonstration before anything was read of its meters', async () => {
  const env = readEnv({ DATA_DIR: dataDir })
  const parts = {
    env,
    database,
    clock: () => new Date(),
    secrets: deriveSecrets(loadSecrets(dataDir).secret),
    storage: fileStorage(join(dataDir, 'pictures')),
  }
  const signIn = await openDemonstration(parts, fewMeters)
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

  expect(await database.asSystem((tx) => tx.$count(meters))).toBe(3)
  expect([await filling(), await everyReading()]).toEqual([0, []])
  expect(await openDemonstration(parts, fewMeters)).toBeNull()
})

it('a killed filling is resumed: the newest day first, nothing missing, nothing twice', async () => {
  const begun = await pastSchedules()
  expect(begun.length).toBeGreaterThan(0)
  // As an initialisation of its data does.
  await database.asSystem((tx) => tx.update(deviceSchedules).set({ from: new Date() }))
  await killWhileFilling()
  const first = await everyReading()
  const planned = fewMeters(new Date((await findFilling({ database }, organizationId))?.at ?? ''))
  const days = daysOf(planned)
  expect(first.length).toBeGreaterThan(0)
  expect(first.length).toBeLessThan(9)
  const newest = planned.flatMap(({ instants }) => instants.filter((at) => dayOf(at) === days[0]))
  const there = new Set(first.map(({ createdAt }) => createdAt.getTime()))
  expect(newest.filter((at) => !there.has(at.getTime()))).toEqual([])

  const storage = fileStorage(join(dataDir, 'pictures'))
  const seen: string[] = []
  // Two at once, as when the killed server's process outlives it for a moment.
  await Promise.all(
    [1, 2].map(() =>
      fillDemonstration(
        { database, storage },
        organizationId,
        (done, total) => seen.push(`${done}/${total}`),
        fewMeters,
      ),
    ),
  )
  expect(seen).toContain(`${days.length}/${days.length}`)
  expect(await filling()).toBeNull()
  expect(await pastSchedules()).toEqual(begun)

  const rows = await everyReading()
  expect(rows.map(({ createdAt }) => createdAt)).toEqual(planned.flatMap(({ instants }) => instants))
  const kept = new Set(rows.map(({ id }) => id))
  expect(first.filter(({ id }) => !kept.has(id))).toEqual([])
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
  const counted = await database.asSystem((tx) => tx.select().from(readingDays))
  expect(counted.reduce((sum, day) => sum + day.readings, 0)).toBe(rows.length)
  // Reconciling again must change nothing.
  const made = await database.asSystem((tx) => tx.select().from(alerts))
  expect(made.filter(({ isAlert }) => isAlert).length).toBeGreaterThanOrEqual(2)
  const silent = { announceAlerts: async () => {} }
  for (const { id, organizationId } of await database.asSystem((tx) => tx.select().from(meters))) {
    await database.asSystem((tx) =>
      reconcileAll({ jobs: silent, clock: () => new Date() }, tx, { organizationId, id }),
    )
  }
  expect(await database.asSystem((tx) => tx.select().from(alerts))).toEqual(made)
  expect(rows.filter(({ source }) => source === 'camera').some(({ value }) => value !== null)).toBe(true)
})

it('any other demonstration is filled with values that people would enter, a counter going up', async () => {
  const other = await buildOrganization(database, {})
  await buildUser(database, other, { role: role.admin })
  const range = { startValue: 0, endValue: 10, emergencyStartValue: 8, emergencyEndValue: 10 }
  const gauge = await addMeter(database, other.id, { ...range, meterCategoryId: 1 })
  const endless = { startValue: null, endValue: null, emergencyStartValue: null, emergencyEndValue: null }
  const counter = await addMeter(database, other.id, { ...endless, meterCategoryId: 4 })
  const at = new Date()
  const isOther = eq(organizations.id, other.id)
  await database.asSystem((tx) =>
    tx
      .update(organizations)
      .set({ filling: { at: at.toISOString(), done: 0, total: 60 } })
      .where(isOther),
  )
  const demonstration = await everyReading()
  await fillDemonstration({ database, storage: fileStorage(join(dataDir, 'pictures')) }, other.id, () => {})
  const rows = await everyReading()
  const of = (id: number) => rows.filter(({ meterId }) => meterId === id)
  for (const { id } of [gauge, counter]) {
    const days = new Set(of(id).map(({ createdAt }) => dayOf(createdAt)))
    expect(days.size).toBeGreaterThanOrEqual(60)
    expect(of(id).every(({ createdAt, source }) => createdAt <= at && source === 'entry')).toBe(true)
  }
  for (const { value, isAbnormal: judged } of of(gauge.id)) {
    expect(value).toBeGreaterThanOrEqual(0)
    expect(value).toBeLessThanOrEqual(10)
    expect(judged).toBe(Number(value) >= 8)
  }
  expect(of(gauge.id).filter(({ isAbnormal: judged }) => judged).length).toBeLessThan(30)
  const counts = of(counter.id).map(({ value }) => Number(value))
  expect(counts).toEqual(counts.toSorted((a, b) => a - b))
  expect(Number(counts.at(-1))).toBeGreaterThan(Number(counts[0]))
  expect(rows.filter(({ organizationId: id }) => id !== other.id)).toEqual(demonstration)
  // Its people joined today: nothing of the past was theirs.
  expect([...of(gauge.id), ...of(counter.id)].filter((row) => row.createdByUserId !== null)).toEqual([])
  expect(
    await database.asSystem((tx) => tx.$count(alertChanges, eq(alertChanges.organizationId, other.id))),
  ).toBe(0)
  expect(await findFilling({ database }, other.id)).toBeNull()
})

it('the office of the demonstration has closed two months before anything is photographed', async () => {
  const own = await createTestDatabase()
  const other = connect(own.url, createLog('silent'))
  try {
    const plan = (at: Date) =>
      demoMeters(at)
        .filter(({ face }) => face.key === 'energy-main')
        .map((meter) => ({ ...meter, instants: meter.instants.slice(-1) }))
    const [accounts, now] = [await makeAccounts(), new Date()]
    await other.asSystem((tx) => insertDemonstration(tx, accounts, plan(now), now))
    const parts = { database: other, storage: fileStorage(join(dataDir, 'pictures')) }
    const seen: Promise<number>[] = []
    const progress = () => void seen.push(other.asSystem((tx) => tx.$count(closings)))
    await fillDemonstration(parts, organizationId, progress, plan)
    expect(await seen[0]).toBe(2)
    expect(await other.asSystem((tx) => tx.$count(meters))).toBe(4)
  } finally {
    await other.close()
    await own.close()
  }
})
