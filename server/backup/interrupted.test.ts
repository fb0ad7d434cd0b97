// Covers docs/requirements.md: 688

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { environment } from '../../scripts/bootstrap.mjs'
import { findRunning, startEmbedded } from '../db/embedded.ts'
import { loadSecrets } from '../secrets.ts'

let dataDir: string
let password: string
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'kenshin-interrupted-'))
  // As root PostgreSQL runs as its own user, who must pass through.
  chmodSync(dataDir, 0o711)
  password = loadSecrets(dataDir).database_password
  const database = await startEmbedded(dataDir, password)
  const client = new pg.Client(database.url)
  await client.connect()
  // Holds the command at its first connection, so that it cannot end before the signal.
  await client.query(`
    create function wait() returns event_trigger language plpgsql as
      $$ begin perform pg_sleep(600); end $$;
    create event trigger wait on login execute function wait()`)
  await client.end()
  await database.stop()
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const isRunning = () => findRunning(dataDir, password) !== null

describe.each([
  ['backup', ['scripts/backup.ts', '/nonexistent/backup']],
  ['remove-demo', ['scripts/remove-demo.ts']],
])('npm run %s', (_name, command) => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('leaves no database running after %s', async (signal) => {
    const child = spawn(process.execPath, command, {
      env: environment({ DATABASE_URL: '', DATA_DIR: dataDir, LOG_LEVEL: 'silent' }),
      stdio: 'ignore',
    })
    const exit = once(child, 'exit')
    await expect.poll(isRunning).toBe(true)
    child.kill(signal)
    expect(await exit).toEqual([130, null])
    expect(isRunning()).toBe(false)
  })
})
