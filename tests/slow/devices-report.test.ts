// Covers docs/requirements.md: 380, 397

import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as passed } from 'node:timers/promises'
import { asc, eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { keyType } from '../../contract/access.ts'
import { deviceApiEndpoints } from '../../contract/device-api.ts'
import { connect, type Database } from '../../server/db/client.ts'
import { deviceReports, devices, readings } from '../../server/db/schema.ts'
import { createLog } from '../../server/log.ts'
import { deriveSecrets, loadSecrets } from '../../server/secrets.ts'
import { buildOrganization, buildUser } from '../support/server/accounts.ts'
import { addDevice, addKey, addMeter } from '../support/server/builders.ts'
import { newPicture, pictureHeaders } from '../support/server/device-calls.ts'
import { type RunningServer, startServer } from '../support/server/server.ts'

const undo: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const each of undo.splice(0).reverse()) await each()
})

async function start(): Promise<RunningServer> {
  const server = await startServer(null, { LOG_LEVEL: 'error', RATE_LIMIT: '100000' })
  undo.push(server.close)
  return server
}

const postmaster = ({ dataDir }: RunningServer) =>
  readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')

/** The server’s database where it is now: a restart may move it. */
async function inDatabase<T>(server: RunningServer, work: (database: Database) => Promise<T>): Promise<T> {
  const { database_password: password } = JSON.parse(
    readFileSync(join(server.dataDir, 'secrets.json'), 'utf8'),
  ) as { database_password: string }
  const [, , , port] = postmaster(server)
  const database = connect(`postgres://kenshin:${password}@127.0.0.1:${port}/postgres`, createLog('silent'))
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

interface Camera {
  id: number
  headers: Record<string, string>
}

/** Cameras with a meter each, and a key for all of them. */
const addCameras = (server: RunningServer, count: number) =>
  inDatabase(server, async (database): Promise<Camera[]> => {
    const organization = await buildOrganization(database)
    const user = await buildUser(database, organization)
    const secrets = deriveSecrets(loadSecrets(server.dataDir).secret)
    const parts = { database, secrets, clock: () => new Date() }
    const key = await addKey(parts, organization.id, user.id, { type: keyType.device })
    const cameras: Camera[] = []
    for (let n = 0; n < count; n++) {
      const { id, serialNumber } = await addDevice(database, organization.id, { type: 2 })
      await addMeter(database, organization.id, { deviceId: id })
      cameras.push({
        id,
        headers: { apikey: `${key.accessKey}:secret`, 'device-serial': serialNumber ?? '' },
      })
    }
    return cameras
  })

interface Report {
  bytes: Buffer
  headers: Record<string, string>
}

async function newReport({ headers }: Camera): Promise<Report> {
  const bytes = await newPicture()
  return {
    bytes,
    headers: { ...headers, ...pictureHeaders(bytes, new Date()), 'idempotency-key': randomUUID() },
  }
}

const post = (server: RunningServer, { bytes, headers }: Report) =>
  fetch(server.origin + deviceApiEndpoints.reportPicture.path, {
    method: 'POST',
    headers,
    body: new Uint8Array(bytes),
  })

/** As a device does: the same again until there is a receipt. */
async function deliver(server: RunningServer, report: Report): Promise<number[]> {
  for (;;) {
    const answer = await post(server, report).catch(() => null)
    if (answer?.ok === true) {
      const { data } = (await answer.json()) as { data: unknown }
      return deviceApiEndpoints.reportPicture.data.parse(data).receipts.map(({ id }) => id)
    }
    if (answer !== null) expect(answer.status, await answer.text()).toBe(503)
    await passed(100)
  }
}

const kept = (server: RunningServer, cameras: readonly Camera[]) =>
  inDatabase(server, (database) =>
    database.asSystem(async (tx) => {
      const found = []
      for (const { id } of cameras) {
        const [device] = await tx.select().from(devices).where(eq(devices.id, id))
        const reports = await tx.select().from(deviceReports).where(eq(deviceReports.deviceId, id))
        const rows = await tx
          .select()
          .from(readings)
          .where(eq(readings.deviceId, id))
          .orderBy(asc(readings.id))
        found.push({ count: device?.count, reports: reports.length, readings: rows.map((row) => row.id) })
      }
      return found
    }),
  )

test('fifty cameras whose server and then database are killed have each report once, as their receipts say', async () => {
  const server = await start()
  const cameras = await addCameras(server, 50)
  let delivered = 0
  const reporting = cameras.map(async (camera) => {
    const ids: number[] = []
    for (let n = 0; n < 4; n++) {
      const report = await newReport(camera)
      // Twice at once: whoever hears nothing sends again.
      const [first, second] = await Promise.all([deliver(server, report), deliver(server, report)])
      expect(second).toEqual(first)
      ids.push(...first)
      delivered += 1
    }
    return ids
  })
  const all = Promise.all(reporting)
  // Awaited below.
  all.catch(() => {})
  await expect.poll(() => delivered).toBeGreaterThan(20)
  await server.kill()
  await server.restart()
  const before = delivered
  await expect.poll(() => delivered).toBeGreaterThan(before + 20)
  process.kill(Number(postmaster(server)[0]), 'SIGKILL')
  const receipts = await all
  expect(await kept(server, cameras)).toEqual(
    receipts.map((ids) => ({ count: 4, reports: 4, readings: ids.toSorted((a, b) => a - b) })),
  )
})

test('a camera that sends one report a hundred times at once gets a hundred equal receipts', async () => {
  const server = await start()
  const cameras = await addCameras(server, 1)
  const [camera] = cameras
  if (camera === undefined) throw new Error('no camera')
  const report = await newReport(camera)
  const answers = await Promise.all(Array.from({ length: 100 }, () => post(server, report)))
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(99).fill(200), 201])
  const receipts = await Promise.all(
    answers.map(async (answer) =>
      JSON.stringify(((await answer.json()) as { data: { receipts: object } }).data.receipts),
    ),
  )
  expect(new Set(receipts).size).toBe(1)
  expect(await kept(server, cameras)).toMatchObject([
    { count: 1, reports: 1, readings: [expect.any(Number)] },
  ])
})
