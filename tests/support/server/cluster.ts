import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../../../server/db/embedded.ts'
import { migrate } from '../../../server/db/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The cluster's maintenance database, as a user who may create databases and roles. */
    cluster: string
    /** The migrated database that each test file clones. */
    template: string
  }
}

const variable = 'TEST_DATABASE_URL'
const startedHere = 'TEST_DATABASE_STARTED_HERE'

/**
 * One cluster a run: TEST_DATABASE_URL, else an embedded one shared by the run's projects; one migrated
 * template for each project.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env[variable]
  if (given !== undefined) {
    const template = await makeTemplate(given, project)
    // Our own cluster is removed as a whole.
    if (process.env[startedHere] !== undefined) return async () => {}
    return () => execute(given, `drop database ${template} with (force)`)
  }
  const folder = mkdtempSync(join(tmpdir(), 'kenshin-cluster-'))
  // Test databases need no durability.
  const settings = { fsync: 'off', full_page_writes: 'off', max_connections: '200' }
  const cluster = await startEmbedded(folder, 'test', settings)
  process.env[variable] = cluster.url
  process.env[startedHere] = 'yes'
  await makeTemplate(cluster.url, project)
  return async () => {
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function makeTemplate(cluster: string, project: TestProject): Promise<string> {
  const template = `kenshin_template_${project.name}_${process.pid}`
  await execute(cluster, `create database ${template}`)
  const url = new URL(cluster)
  url.pathname = `/${template}`
  await migrate(url.href)
  project.provide('cluster', cluster)
  project.provide('template', template)
  return template
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
