import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { connect } from '../../server/db/client.ts'
import { type EmbeddedDatabase, startEmbedded } from '../../server/db/embedded.ts'
import { migrate } from '../../server/db/migrate.ts'
import { createLog } from '../../server/log.ts'
import { buildPlant, type Plant } from './api-data.ts'

/** Indexes that pages and graphs go by; the others cost time to build and are asked by no case. */
const indexes = /^(readings_pkey|readings_of_organization|readings_of_meter|readings_abnormal)$/
const meters = 200
const aDay = 144
const password = 'bench'
const settings = {
  shared_buffers: '1GB',
  maintenance_work_mem: '1GB',
  work_mem: '128MB',
  max_wal_size: '4GB',
}

/** Fills the folder on the first run. */
export async function startMany(folder: string, rows: number): Promise<EmbeddedDatabase & { plant: Plant }> {
  mkdirSync(folder, { recursive: true })
  // As root PostgreSQL runs as its own user, who must pass through.
  chmodSync(folder, 0o711)
  const done = join(folder, 'filled.json')
  if (!existsSync(done)) writeFileSync(done, JSON.stringify(await fill(folder, rows)))
  const plant = JSON.parse(readFileSync(done, 'utf8')) as Omit<Plant, 'end'> & { end: string }
  const cluster = await startEmbedded(folder, password, settings)
  return { ...cluster, plant: { ...plant, end: new Date(plant.end) } }
}

/**
 * Analog readings every ten minutes of each meter, in time order, the newest last. Written into an emptied table with
 * `wal_level` minimal, so that no log of them is kept.
 */
async function fill(folder: string, rows: number): Promise<Plant> {
  const hasty = { fsync: 'off', full_page_writes: 'off', wal_level: 'minimal', max_wal_senders: '0' }
  const cluster = await startEmbedded(folder, password, { ...settings, ...hasty })
  const database = connect(cluster.url, createLog('silent'))
  const client = new pg.Client(cluster.url)
  await client.connect()
  const step = async (what: string, statement: string) => {
    const began = performance.now()
    const result = await client.query(statement)
    console.error(`${what}: ${((performance.now() - began) / 1000).toFixed(0)} s`)
    return result
  }
  try {
    await migrate(cluster.url)
    const plant = await buildPlant(database)
    const found = await client.query<{ name: string; made: string; constraint: string | null }>(`
      select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made, conname as constraint
      from pg_index left join pg_constraint on conindid = indexrelid and contype in ('p', 'u')
      where indrelid = 'readings'::regclass`)
    for (const { name, constraint } of found.rows)
      await client.query(
        constraint === null
          ? `drop index ${name}`
          : `alter table readings drop constraint ${constraint} cascade`,
      )
    await client.query('set session_replication_role = replica')
    await client.query('set max_parallel_maintenance_workers = 0')
    await client.query('begin')
    await client.query('truncate readings cascade')
    await step(
      `${rows} readings`,
      `insert into readings (organization_id, meter_id, value, value_source, source, is_abnormal, created_at, received_at, updated_at)
      select organization_id, id, 50 + 40 * sin(n / 144.0 + id), 'reader', 'analog', (n * 31 + id) % 100 = 0, at, at, at
      from generate_series(${Math.floor(rows / meters)}, 1, -1) as n,
        lateral (select timestamptz '${plant.end.toISOString()}' - n * interval '${1440 / aDay} minutes' as at) as due,
        meters`,
    )
    await client.query('commit')
    for (const { name, made } of found.rows) if (indexes.test(name)) await step(name, made)
    const organizations = await client.query<{ id: string }>('select id from organizations')
    for (const { id } of organizations.rows)
      await step(`rollups of ${id}`, `select rebuild_reading_days(${id})`)
    await step('vacuum analyze', 'vacuum analyze')
    return plant
  } finally {
    await client.end()
    await database.close()
    await cluster.stop()
  }
}
