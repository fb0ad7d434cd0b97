import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { eq, ne, sql } from 'drizzle-orm'
import { role } from '../../contract/access.ts'
import { meterEndpoints } from '../../contract/meters.ts'
import { readingEndpoints } from '../../contract/readings.ts'
import { connect, type Database } from '../../server/db/client.ts'
import { meters, organizations } from '../../server/db/schema.ts'
import { createLog } from '../../server/log.ts'
import { type BuiltOrganization, buildUser } from '../support/server/accounts.ts'
import { type Caller, callerOf } from '../support/server/http.ts'
import { startServer } from '../support/server/server.ts'
import { startFilled } from './api-data.ts'
import type { Noise } from './noisy-neighbours-load.ts'

// npm run bench:neighbours -- --rows 100000 --keep /var/tmp/kenshin-neighbours
// Latency of one organization's calls alone, and beside a noisy neighbour: thirty graphs with a search at a
// time, full exports, and repeated range changes of a big meter; over HTTP, on the real server.

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    keep: { type: 'string' },
  },
})
const folder = values.keep ?? mkdtempSync(join(tmpdir(), 'kenshin-neighbours-'))
/** Per kind. */
const turns = 300
/** Extra readings of the meter whose range is changed. */
const added = 100_000

type Kind = 'list' | 'meters' | 'entry'
const kinds: Kind[] = ['list', 'meters', 'entry']
type Times = Map<Kind, number[]>

const opened: (() => Promise<void> | void)[] = []
try {
  const cluster = await startFilled(folder, Number(values.rows))
  opened.push(cluster.stop)
  const database = connect(cluster.url, createLog('silent'))
  opened.push(database.close)
  const { organization: loud, meterIds } = cluster.filled
  const big = meterIds[0] ?? 0
  await grow(database, loud, big)
  const quiet = await otherThan(database, loud)
  const [loudUser, quietUser] = [
    await buildUser(database, loud, { role: role.admin }),
    await buildUser(database, quiet),
  ]
  const [first] = await database.asSystem((tx) =>
    tx.select({ id: meters.id }).from(meters).where(eq(meters.organizationId, quiet.id)).limit(1),
  )
  const server = await startServer(cluster.url, { LOG_LEVEL: 'fatal', RATE_LIMIT: '1000000' })
  opened.push(server.close)
  const caller = await callerOf(server.origin, quietUser)
  const meterId = first?.id ?? 0

  await measure(caller, meterId)
  const alone = await measure(caller, meterId)
  const stopNoise = startNoise({ origin: server.origin, user: loudUser, meterIds, big })
  const beside = await measure(caller, meterId)
  report(alone, beside, await stopNoise())
} finally {
  for (const close of opened.reverse()) await close()
  if (values.keep === undefined) rmSync(folder, { recursive: true, force: true })
}

async function grow(database: Database, { id }: BuiltOrganization, meterId: number): Promise<void> {
  await database.asSystem(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`)
    await tx.execute(sql`
      insert into readings (organization_id, meter_id, value, value_source, source, is_abnormal, created_at)
      select ${id}, ${meterId}, i % 100, 'reader', 'analog', false, timestamptz '2024-01-01' + i * interval '1 minute'
      from generate_series(1, ${added}::int) as i
      where not exists (select from readings where meter_id = ${meterId} and created_at = timestamptz '2024-01-01 00:01')`)
    await tx.execute(sql`analyze readings`)
  })
}

async function otherThan(database: Database, { id }: BuiltOrganization): Promise<BuiltOrganization> {
  const [row] = await database.asSystem((tx) =>
    tx.select().from(organizations).where(ne(organizations.id, id)).limit(1),
  )
  if (row === undefined) throw new Error('there is no other organization')
  return row
}

/** Each call repeatedly, in sequence; throws on a failed one. */
async function measure(caller: Caller, meterId: number): Promise<Times> {
  const times: Times = new Map(kinds.map((kind) => [kind, []]))
  for (let turn = 0; turn < turns; turn++) {
    for (const kind of kinds) {
      const began = performance.now()
      const { status, text } = await ask(caller, kind, meterId)
      if (status >= 300) throw new Error(`${kind} was answered ${status}: ${text}`)
      times.get(kind)?.push(performance.now() - began)
    }
  }
  return times
}

function ask(caller: Caller, kind: Kind, meterId: number) {
  if (kind === 'list') return caller.ask('GET', `${readingEndpoints.readings.path}?limit=50`)
  if (kind === 'meters') return caller.ask('GET', meterEndpoints.meters.path)
  const body = { meter_id: meterId, value: 50, created_at: localNow(), image_base64: null }
  return caller.ask('POST', readingEndpoints.createReading.path, { body })
}

function localNow(): string {
  return new Date(Date.now() - 60_000).toLocaleString('sv-SE', { timeZone: 'Asia/Tokyo' })
}

/** Runs until stopped; returns counts by call and status. */
function startNoise(workerData: Noise) {
  const thread = new Worker(new URL('./noisy-neighbours-load.ts', import.meta.url), { workerData })
  return async (): Promise<ReadonlyMap<string, number>> => {
    thread.postMessage('stop')
    const [answers] = await once(thread, 'message')
    await thread.terminate()
    return answers
  }
}

function report(alone: Times, beside: Times, answers: ReadonlyMap<string, number>): void {
  const p95 = (times: readonly number[] = []) =>
    times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN
  console.log('| call | p95 alone | p95 beside | ratio |\n|---|---:|---:|---:|')
  for (const kind of kinds) {
    const [one, other] = [p95(alone.get(kind)), p95(beside.get(kind))]
    console.log(`| ${kind} | ${one.toFixed(1)} | ${other.toFixed(1)} | ${(other / one).toFixed(1)} |`)
  }
  console.log(`\nMilliseconds, ${turns} calls of each. The neighbour was answered:`)
  for (const [what, times] of [...answers].sort()) console.log(`- ${what}: ${times}`)
  const load = loadavg().map((minute) => minute.toFixed(1))
  console.log(`\n${cpus().length} cores, load average ${load.join(', ')}.`)
}
