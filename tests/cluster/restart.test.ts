// Covers docs/requirements.md: 480

import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asc } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { environment } from '../../scripts/bootstrap.mjs'
import { connect } from '../../server/db/client.ts'
import { readings } from '../../server/db/schema.ts'
import { createLog } from '../../server/log.ts'
import { addGauge, gaugePicture } from '../support/reader/rendered-meters.ts'
import { buildOrganization, buildUser } from '../support/server/accounts.ts'
import { startCaddy } from '../support/server/caddy.ts'
import { createTestDatabase } from '../support/server/database.ts'
import { callerOf } from '../support/server/http.ts'
import { freePort } from '../support/server/server.ts'
import { startWork } from './work.ts'

const undo: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const each of undo.splice(0).reverse()) await each()
})

/** The server as systemd runs it: on a socket that is kept while it restarts. */
async function startKept(databaseUrl: string) {
  const port = await freePort()
  const dataDir = mkdtempSync(join(tmpdir(), 'kenshin-kept-'))
  undo.push(() => rmSync(dataDir, { recursive: true, force: true }))
  // What docs/operations.md has as ExecStart.
  const keeper = spawn(
    process.execPath,
    ['tests/support/server/keep-socket.mjs', String(port), 'scripts/start.mjs'],
    {
      env: environment({
        DATABASE_URL: databaseUrl,
        DATA_DIR: dataDir,
        LISTEN_FDS: '1',
        LOG_LEVEL: 'warn',
        RATE_LIMIT: '100000',
        TRUST_PROXY: '127.0.0.1',
      }),
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  let starts = 0
  keeper.stdout.on('data', (chunk: Buffer) => {
    starts += chunk.toString().match(/^ready: /gm)?.length ?? 0
  })
  const server = () => Number(readFileSync(join(dataDir, 'server.pid'), 'utf8'))
  undo.push(async () => {
    const gone = new Promise((resolve) => keeper.once('exit', resolve))
    // The keeper first, so that it does not start another server.
    keeper.kill('SIGKILL')
    if (starts > 0) process.kill(server(), 'SIGTERM')
    await gone
  })
  await expect.poll(() => starts).toBe(1)
  return {
    address: `127.0.0.1:${port}`,
    async restart() {
      const before = starts
      process.kill(server(), 'SIGTERM')
      await expect.poll(() => starts).toBe(before + 1)
    },
  }
}

test('who works while the one server is restarted waits a little, and no call fails', async () => {
  const { url, close } = await createTestDatabase()
  undo.push(close)
  const database = connect(url, createLog('silent'))
  undo.push(database.close)
  const organization = await buildOrganization(database)
  const user = await buildUser(database, organization)
  const meter = await addGauge({ database, organization }, { name: 'ポンプ' })
  const server = await startKept(url)
  const proxy = await startCaddy(server.address, {
    directives: 'transport http {\n keepalive 2s\n }',
    isPlain: true,
  })
  undo.push(proxy.close)
  const { jpeg } = await gaugePicture(0.42)
  const work = startWork(await callerOf(proxy.origin, user), meter, jpeg)
  for (let turn = 1; turn <= 2; turn++) {
    await work.goesOn()
    await server.restart()
  }
  await work.goesOn()
  expect(await work.end()).toEqual(['capture 201', 'list 200'])
  const stored = await database.asSystem((tx) =>
    tx.select({ key: readings.idempotencyKey }).from(readings).orderBy(asc(readings.id)),
  )
  expect(stored.map(({ key }) => key).sort()).toEqual(work.keys().sort())
})
