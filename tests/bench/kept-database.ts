import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type SQL, sql } from 'drizzle-orm'
import pg from 'pg'
import { connect, type Database, type Tx } from '../../server/db/client.ts'
import { type EmbeddedDatabase, startEmbedded } from '../../server/db/embedded.ts'
import { migrate } from '../../server/db/migrate.ts'
import { createLog } from '../../server/log.ts'

const password = 'bench'

/** How a database is filled. `Plant`: what the bench must know of it, as JSON. */
export interface Filling<Plant> {
  /** Named in the progress. */
  rows: number
  build: (database: Database) => Promise<Plant>
  /** Days of readings before the end. */
  days: number
  /** Readings between two numbers of days before the end, in time order. */
  insertion: (plant: Plant, first: number, last: number) => SQL
  /** After the indexes were built. */
  finish?: (database: Database, plant: Plant) => Promise<void>
}

/** Starts the database of a folder, filling it on the first run. */
export async function startKept<Plant>(
  folder: string,
  filling: Filling<Plant>,
): Promise<EmbeddedDatabase & { plant: Plant }> {
  mkdirSync(folder, { recursive: true })
  // As root PostgreSQL runs as its own user, who must pass through.
  chmodSync(folder, 0o711)
  // Written last: an interrupted fill starts again.
  const done = join(folder, 'filled.json')
  if (!existsSync(done)) writeFileSync(done, JSON.stringify(await fill(folder, filling)))
  const plant = JSON.parse(readFileSync(done, 'utf8')) as Plant
  const cluster = await startEmbedded(folder, password, { shared_buffers: '1GB', max_wal_size: '4GB' })
  return { ...cluster, plant }
}

/**
 * Inserts readings in time order, as years of service would. Indexes and rollups are built afterwards; no
 * durability.
 */
async function fill<Plant>(
  folder: string,
  { rows, build, days, insertion, finish }: Filling<Plant>,
): Promise<Plant> {
  const hasty = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '8GB' }
  const cluster = await startEmbedded(folder, password, {
    ...hasty,
    shared_buffers: '512MB',
    maintenance_work_mem: '512MB',
    work_mem: '128MB',
  })
  const database = connect(cluster.url, createLog('silent'))
  try {
    await migrate(cluster.url)
    const plant = await build(database)
    const indexes = await unlimited(database, (tx) => dropIndexes(tx))
    for (let first = days; first > 0; first -= 30) {
      const last = Math.max(first - 30, 0)
      await unlimited(database, async (tx) => {
        await tx.execute(sql`set local session_replication_role = replica`)
        await tx.execute(insertion(plant, first, last))
      })
      console.error(`${rows}: ${days - last} of ${days} days`)
    }
    for (const index of indexes) await unlimited(database, (tx) => tx.execute(sql.raw(index)))
    console.error(`${rows}: indexes`)
    await unlimited(database, (tx) => tx.execute(sql`select rebuild_reading_days(id) from organizations`))
    await vacuum(cluster.url)
    await finish?.(database, plant)
    console.error(`${rows}: filled`)
    return plant
  } finally {
    await database.close()
    await cluster.stop()
  }
}

export const unlimited = <T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<T> =>
  database.asSystem(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`)
    return work(tx)
  })

/** Returns the statements that recreate them. */
async function dropIndexes(tx: Tx): Promise<string[]> {
  const { rows } = await tx.execute<{ name: string; made: string }>(sql`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index
    where indrelid = 'readings'::regclass and not exists (select from pg_constraint where conindid = indexrelid)`)
  for (const { name } of rows) await tx.execute(sql.raw(`drop index ${name}`))
  return rows.map(({ made }) => made)
}

/** As autovacuum would in time. */
export async function vacuum(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}
