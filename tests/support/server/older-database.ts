import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { migrate, migrateThrough } from '../../../server/db/migrate.ts'

/** A database of an earlier version, with a connection to it. */
export interface OlderDatabase {
  client: pg.Client
  /** Runs the migrations that are left, and returns what they report. */
  upgrade: () => ReturnType<typeof migrate>
  close: () => Promise<void>
}

/** Opens a database of its own. `last`: `when` of the last migration that it has. */
export async function openOlderDatabase(last: number): Promise<OlderDatabase> {
  const name = `kenshin_test_${randomUUID().slice(0, 8)}`
  const url = new URL(inject('cluster'))
  url.pathname = `/${name}`
  const maintenance = new pg.Client(inject('cluster'))
  await maintenance.connect()
  await maintenance.query(`create database ${name}`)
  await migrateThrough(last, url.href)
  const client = new pg.Client(url.href)
  await client.connect()
  return {
    client,
    upgrade: () => migrate(url.href),
    async close() {
      await client.end()
      await maintenance.query(`drop database ${name} with (force)`)
      await maintenance.end()
    },
  }
}
