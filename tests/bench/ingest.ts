import { createHash, randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import { everyMinutes } from '../../contract/time/schedules.ts'
import { conditions, faces, photograph, readerSettingsOf, valueAt } from '../../faces/index.ts'
import { connect, type Database } from '../../server/db/client.ts'
import { startEmbedded } from '../../server/db/embedded.ts'
import { migrate } from '../../server/db/migrate.ts'
import { alertRules, apiKeys, deviceReports, devices, meters, readings } from '../../server/db/schema.ts'
import { encryptSecret, makeAccessKey } from '../../server/features/keys/secret.ts'
import { createPictureWorkers } from '../../server/imaging/picture-workers.ts'
import { createLog } from '../../server/log.ts'
import { deriveSecrets } from '../../server/secrets.ts'
import { buildOrganization, buildUser } from '../support/server/accounts.ts'
import { startServer } from '../support/server/server.ts'
import { apiClientOf } from './api-client.ts'

// npm run bench:ingest -- [--pictures 120] [--devices 1000] [--rules 0]
// Devices report over HTTP to the real server: the share of what decoding and reading alone reach on the same
// cores in the same run, and a thousand devices in one minute while
// a person looks at a list. `rules`: alert rules that judge each meter.

const { values } = parseArgs({
  options: {
    pictures: { type: 'string', default: '120' },
    devices: { type: 'string', default: '1000' },
    rules: { type: 'string', default: '0' },
  },
})
const counts = {
  pictures: Number(values.pictures),
  devices: Number(values.devices),
  rules: Number(values.rules),
}
const minute = 60_000
/** Devices that send beside one another where as much as possible is sent. */
const atOnce = 20
const secretKey = 'bench-ingest-'.repeat(4)
const secret = 'bench'

const folder = mkdtempSync(join(tmpdir(), 'kenshin-ingest-'))
// As root PostgreSQL runs as its own user, who must pass through.
chmodSync(folder, 0o711)
const opened: (() => Promise<void>)[] = []
try {
  const cluster = await startEmbedded(folder, 'bench')
  opened.push(cluster.stop)
  await migrate(cluster.url, undefined)
  const database = connect(cluster.url, createLog('silent'))
  opened.push(database.close)
  const organization = await buildOrganization(database)
  const user = await buildUser(database, organization)
  const authorization = await addKey(database, organization.id, user.id)
  const settings = { LOG_LEVEL: 'warn', RATE_LIMIT: '1000000', SECRET_KEY: secretKey }
  const server = await startServer(cluster.url, settings)
  opened.push(server.close)
  const serials = await addDevices(database, organization.id, counts.devices)
  await addRules(database, organization.id, counts.rules)
  const jpegs = await renderPictures()

  console.log(`${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}`)
  const alone = await readAlone(jpegs)
  const reported = await reportPictures(server.origin, authorization, serials, jpegs, database)
  console.log(`pictures a second, decoded and read alone: ${alone.toFixed(2)}`)
  console.log(`pictures a second, reported over HTTP and read: ${reported.toFixed(2)}`)
  console.log(`share: ${((100 * reported) / alone).toFixed(0)} %`)

  const client = apiClientOf(server.origin, user)
  const busy = await reportInMinute(server.origin, authorization, serials, jpegs, client.get)
  client.close()
  const kept = await database.asSystem((tx) => tx.$count(deviceReports))
  const read = await database.asSystem((tx) => tx.$count(readings))
  const sent = jpegs.length + counts.pictures + counts.devices
  console.log(
    `${counts.devices} devices within a minute: ${busy.accepted} accepted in ${busy.seconds.toFixed(1)} s`,
  )
  console.log(`answer p50 ${busy.answer.p50} ms, p99 ${busy.answer.p99} ms`)
  console.log(`console list meanwhile p50 ${busy.list.p50} ms, p99 ${busy.list.p99} ms (${busy.lists} calls)`)
  console.log(`reports kept ${kept} of ${sent}, readings ${read}`)
} finally {
  for (const close of opened.reverse()) await close()
  rmSync(folder, { recursive: true, force: true })
}

async function addKey(database: Database, organizationId: number, userId: number): Promise<string> {
  const accessKey = makeAccessKey()
  const { apiKeyKey } = deriveSecrets(secretKey)
  await database.asSystem((tx) =>
    tx.insert(apiKeys).values({
      organizationId,
      userId,
      name: 'bench',
      type: 1,
      accessKey,
      secretKey: encryptSecret(apiKeyKey, accessKey, secret),
      expireAt: new Date(Date.now() + 86_400_000),
    }),
  )
  return `Basic ${Buffer.from(`${accessKey}:${secret}`).toString('base64')}`
}

function benchFace() {
  const face = faces.find(({ key }) => key === 'pump-discharge')
  if (face === undefined) throw new Error('there is no such face')
  return face
}

/** WiFi cameras, each with one meter of the same face; returns their serial numbers. */
async function addDevices(database: Database, organizationId: number, count: number): Promise<string[]> {
  const face = benchFace()
  const { settings, axis, radius, area } = readerSettingsOf(face)
  return database.asSystem(async (tx) => {
    const added = await tx
      .insert(devices)
      .values(
        Array.from({ length: count }, (_, index) => ({
          organizationId,
          name: `camera ${index}`,
          type: 2 as const,
          serialNumber: `BENCH${index}`,
          intervalCrons: everyMinutes(60),
        })),
      )
      .returning({ id: devices.id, serial: devices.serialNumber })
    await tx.insert(meters).values(
      added.map(({ id }) => ({
        organizationId,
        name: `meter ${id}`,
        deviceId: id,
        meterUnitId: 1,
        meterCategoryId: face.category,
        startValue: face.range?.start ?? null,
        endValue: face.range?.end ?? null,
        settings,
        area,
        pins: axis === null || radius === null ? null : { axis, radius },
      })),
    )
    return added.map(({ serial }) => serial ?? '')
  })
}

/** Of the category of the meters. Some of them open cases. */
async function addRules(database: Database, organizationId: number, count: number): Promise<void> {
  if (count === 0) return
  const { category, range } = benchFace()
  const [start, end] = [range?.start ?? 0, range?.end ?? 1]
  await database.asSystem((tx) =>
    tx.insert(alertRules).values(
      Array.from({ length: count }, (_, index) => {
        const limit = start + ((end - start) * (index + 1)) / (count + 1)
        return {
          organizationId,
          name: `rule ${index}`,
          meterCategoryId: category,
          meterUnitId: 1,
          condition: {
            kind: 'limit',
            direction: 'above',
            warning: null,
            alarm: limit,
            closing_limit: limit,
          } as const,
          closeAfter: 1,
          includesUnsure: true,
          judgedFrom: new Date(0),
        }
      }),
    ),
  )
}

/** A few, sent again and again: what counts is that each is decoded and read. */
function renderPictures(): Promise<Uint8Array<ArrayBuffer>[]> {
  const face = benchFace()
  const at = new Date()
  return Promise.all(
    Array.from({ length: 8 }, async (_, seed) => {
      const { jpeg } = await photograph(face, valueAt(face, at), conditions(seed, 0.22, face.style.seed))
      return new Uint8Array(jpeg)
    }),
  )
}

function pictureOf(jpegs: readonly Uint8Array<ArrayBuffer>[], index: number): Uint8Array<ArrayBuffer> {
  const jpeg = jpegs[index % jpegs.length]
  if (jpeg === undefined) throw new Error('there are no pictures')
  return jpeg
}

/** Pictures a second in the server's own processes, without server and database. */
async function readAlone(jpegs: readonly Uint8Array<ArrayBuffer>[]): Promise<number> {
  const workers = createPictureWorkers()
  const settings = readerSettingsOf(benchFace())
  const read = (index: number) =>
    workers.read({ owner: 1 }, async () => pictureOf(jpegs, index), settings, {
      reference: null,
      prior: null,
    })
  await Promise.all(jpegs.map((_, index) => read(index)))
  const from = performance.now()
  await Promise.all(Array.from({ length: counts.pictures }, (_, index) => read(index)))
  const seconds = (performance.now() - from) / 1000
  await workers.close()
  return counts.pictures / seconds
}

async function report(
  origin: string,
  authorization: string,
  serial: string,
  jpeg: Uint8Array<ArrayBuffer>,
): Promise<{ ok: boolean; milliseconds: number }> {
  const from = performance.now()
  const now = new Date().toISOString()
  const answer = await fetch(`${origin}/api/v1/device-api/pictures`, {
    method: 'POST',
    headers: {
      authorization,
      'content-type': 'image/jpeg',
      'device-serial': serial,
      'idempotency-key': randomUUID(),
      'content-digest': `sha-256=:${createHash('sha256').update(jpeg).digest('base64')}:`,
      'measured-at': now,
      'sent-at': now,
    },
    body: jpeg,
  })
  const text = await answer.text()
  if (!answer.ok) console.error(text)
  return { ok: answer.ok, milliseconds: performance.now() - from }
}

/** Pictures a second until the last is read. */
async function reportPictures(
  origin: string,
  authorization: string,
  serials: readonly string[],
  jpegs: readonly Uint8Array<ArrayBuffer>[],
  database: Database,
): Promise<number> {
  const send = (index: number) =>
    report(origin, authorization, serials[index % serials.length] ?? '', pictureOf(jpegs, index))
  // As alone: processes that have begun.
  await Promise.all(jpegs.map((_, index) => send(index)))
  await untilRead(database)
  const from = performance.now()
  let next = 0
  const sendOthers = async () => {
    for (let index = next++; index < counts.pictures; index = next++) await send(index)
  }
  await Promise.all(Array.from({ length: atOnce }, sendOthers))
  await untilRead(database)
  return (counts.pictures / (performance.now() - from)) * 1000
}

async function untilRead(database: Database): Promise<void> {
  while ((await database.asSystem((tx) => tx.$count(readings, sql`${readings.readState} = 0`))) > 0) {
    await pause(50)
  }
}

async function reportInMinute(
  origin: string,
  authorization: string,
  serials: readonly string[],
  jpegs: readonly Uint8Array<ArrayBuffer>[],
  get: (path: string) => Promise<void>,
) {
  // Signs in.
  await get('/api/v1/meters-values?limit=50')
  const from = performance.now()
  let done = false
  const lists: number[] = []
  const person = (async () => {
    while (!done) {
      const asked = performance.now()
      await get('/api/v1/meters-values?limit=50')
      lists.push(performance.now() - asked)
    }
  })()
  const answers = await Promise.all(
    serials.map(async (serial, index) => {
      await pause((index / serials.length) * minute)
      return report(origin, authorization, serial, pictureOf(jpegs, index))
    }),
  )
  const seconds = (performance.now() - from) / 1000
  done = true
  await person
  return {
    accepted: answers.filter(({ ok }) => ok).length,
    seconds,
    answer: percentiles(answers.map(({ milliseconds }) => milliseconds)),
    list: percentiles(lists),
    lists: lists.length,
  }
}

function percentiles(times: readonly number[]) {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0)
  return { p50: at(0.5), p99: at(0.99) }
}
