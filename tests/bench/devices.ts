import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import { connect, type Database } from '../../server/db/client.ts'
import { startEmbedded } from '../../server/db/embedded.ts'
import { migrate } from '../../server/db/migrate.ts'
import { silentDevices } from '../../server/features/devices/detect-outages.ts'
import { fillDeviceDays } from '../../server/features/devices/fill-device-days.ts'
import { createLog } from '../../server/log.ts'
import { buildOrganization, buildUser } from '../support/accounts.ts'
import { startServer } from '../support/server.ts'
import { apiClientOf } from './api-client.ts'

// npm run bench:devices -- [--rows 100000,1000000,10000000] [--devices 100000]
// What the console asks of devices, over HTTP on the real server, as their history grows; and the query that looks for
// silence each minute, beside the bare indexed one.

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000,1000000,10000000' },
    devices: { type: 'string', default: '100000' },
  },
})
const sizes = values.rows.split(',').map(Number)
/** Cameras that report every five minutes. */
const cameras = 100
const minutes = 5
const turns = 15
/** Rows of one statement. */
const chunk = 1_000_000

const folder = mkdtempSync(join(tmpdir(), 'kenshin-devices-'))
// As root PostgreSQL runs as its own user, who must pass through.
chmodSync(folder, 0o711)
const opened: (() => Promise<void>)[] = []
try {
  const cluster = await startEmbedded(folder, 'bench')
  opened.push(cluster.stop)
  await migrate(cluster.url, undefined)
  const log = createLog('silent')
  const database = connect(cluster.url, log)
  opened.push(database.close)
  const organization = await buildOrganization(database)
  const user = await buildUser(database, organization)
  const ids = await addCameras(database, organization.id)
  const server = await startServer(cluster.url, { LOG_LEVEL: 'warn', RATE_LIMIT: '1000000' })
  opened.push(server.close)
  const client = apiClientOf(server.origin, user)
  opened.push(async () => client.close())

  console.log(`${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}`)
  const [first = 0] = ids
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  const calls: [title: string, path: string][] = [
    ['list of 100 devices', 'devices'],
    ['today’s reports and due times', 'device-arrivals'],
    ['one device', `device/${first}`],
    ['graph of a week', `device-history/${first}?created_span=${encodeURIComponent(`${day(7)}>`)}`],
    ['graph of everything', `device-history/${first}`],
    ['calendar of 30 days', `device/${first}/arrivals`],
    ['last pictures', `device/${first}/pictures`],
    ['error log of one device', `device/${first}/errors?limit=20`],
  ]
  let filled = 0
  const began = Date.now()
  for (const size of sizes) {
    await fill(database, organization.id, { from: filled / cameras, to: size / cameras, began })
    filled = size
    const filling = performance.now()
    await fillDeviceDays({ database, log })
    console.log(`${size} rows: days counted anew in ${(performance.now() - filling).toFixed(0)} ms`)
    for (const [title, path] of calls) {
      console.log(
        `${size} rows: ${title} ${(await medianOf(() => client.get(`/api/v1/${path}`))).toFixed(0)} ms`,
      )
    }
  }
  await compareSilence(database, organization.id, Number(values.devices))
} finally {
  for (const close of opened.reverse()) await close()
  rmSync(folder, { recursive: true, force: true })
}

/** Milliseconds; the first calls, which compile, do not count. */
async function medianOf(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let turn = -3; turn < turns; turn++) {
    const from = performance.now()
    await work()
    if (turn >= 0) times.push(performance.now() - from)
  }
  return times.toSorted((one, other) => one - other)[Math.floor(turns / 2)] ?? 0
}

async function addCameras(database: Database, organizationId: number): Promise<number[]> {
  return database.asSystem(async (tx) => {
    const { rows } = await tx.execute<{ id: number }>(sql`
      insert into devices (organization_id, name, type, status, serial_number, interval_crons, last_recorded_at)
      select ${organizationId}, 'camera ' || n, 2, 1, 'BENCH' || n, ${`*/${minutes} * * * *`}, now()
      from generate_series(1, ${cameras}::int) as n returning id::int`)
    await tx.execute(sql`
      insert into device_schedules (organization_id, device_id, "from", interval_crons)
      select organization_id, id, now() - interval '2 years', interval_crons from devices`)
    return rows.map(({ id }) => id)
  })
}

/** Reports that every camera made so many intervals before the beginning; one of a thousand tells of an error. */
async function fill(
  database: Database,
  organizationId: number,
  { from, to, began }: { from: number; to: number; began: number },
): Promise<void> {
  const step = chunk / cameras
  for (let start = from; start < to; start += step) {
    const end = Math.min(start + step, to) - 1
    await database.asSystem(async (tx) => {
      // Devices are there, as was just seen: their keys need not be looked up for each row.
      await tx.execute(sql`set local session_replication_role = replica`)
      await tx.execute(sql`
        insert into device_reports (organization_id, device_id, kind, created_at, received_at, dbm, battery_per)
        select ${organizationId}, id, 'picture', at, at + interval '5 s', -60 - (n * 7 % 35), n % 100
        from devices, generate_series(${start}::int, ${end}::int) as n,
          lateral (select to_timestamp(${began / 1000}) - n * ${minutes} * interval '1 minute' as at) as times`)
      await tx.execute(sql`
        insert into device_errors (organization_id, device_id, report_id, error_message, created_at)
        select organization_id, device_id, id, 'lens is dirty', created_at from device_reports
        where id % 1000 = 0 and not exists (select from device_errors where report_id = device_reports.id)`)
    })
  }
  await database.asSystem(async (tx) => {
    // No trigger has seen what was filled in.
    await tx.execute(sql`delete from device_days`)
  })
  // As PostgreSQL does by itself a little later.
  await database.querySystem('vacuum analyze', [])
}

/** With fifty of them silent. */
async function compareSilence(database: Database, organizationId: number, count: number): Promise<void> {
  await database.asSystem(async (tx) => {
    await tx.execute(sql`
      insert into devices (organization_id, name, type, missed_at)
      select ${organizationId}, 'watched ' || n, 2, now() + (n - 50) * interval '1 minute'
      from generate_series(1, ${count}::int) as n`)
    await tx.execute(sql`analyze devices`)
  })
  const now = new Date()
  const run = (query: ReturnType<typeof silentDevices>) =>
    medianOf(() => database.asSystem((tx) => tx.execute(query), 'read only'))
  const bare = await run(sql`select id from devices where missed_at <= ${now.toISOString()}`)
  const looked = await run(silentDevices(now))
  console.log(
    `silence among ${count} devices: ${looked.toFixed(2)} ms, bare indexed query ${bare.toFixed(2)} ms, ratio ${(looked / bare).toFixed(2)}`,
  )
}
