import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

export interface TestDatabase {
  url: string
  close: () => Promise<void>
}

/** A new database, migrated, with master data only. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `kenshin_${randomUUID().replaceAll('-', '')}`
  await onCluster(`create database ${name} template ${inject('template')}`)
  // Privileges on a database are not copied with it.
  await onCluster(`revoke temporary on database ${name} from public`)
  const url = new URL(inject('cluster'))
  url.pathname = `/${name}`
  return { url: url.href, close: () => onCluster(`drop database ${name} with (force)`) }
}

async function onCluster(statement: string): Promise<void> {
  const client = new pg.Client(inject('cluster'))
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
