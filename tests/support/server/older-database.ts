import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { migrate, migrateThrough } from '../../../server/db/migrate.ts'

/** A database of an earlier version, with a connection to it. */
interface OlderDatabase {
  client: pg.Client
  /** Runs the migrations that are left, and returns what they report. */
  upgrade: () => ReturnType<typeof migrate>
}

/** Opens a database that ends with the test. `last`: `when` of the last migration that it has. */
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
  onTestFinished(async () => {
    await client.end()
    await maintenance.query(`drop database ${name} with (force)`)
    await maintenance.end()
  })
  return { client, upgrade: () => migrate(url.href) }
}
