// Covers docs/requirements.md: 311, 476

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '../log.ts'
import { type EmbeddedDatabase, startEmbedded } from './embedded.ts'
import { supervise } from './supervise.ts'

const log = createLog('silent')
let folder: string
let database: EmbeddedDatabase
let stop: () => Promise<void>
let lost: PromiseWithResolvers<Error>
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kenshin-running-'))
  chmodSync(folder, 0o711)
  database = await startEmbedded(folder, 'test')
})
beforeEach(async () => {
  if (!database.isRunning()) await database.restart()
  lost = Promise.withResolvers()
  stop = supervise(database, log, lost.resolve, { every: 50, pauses: [0, 100, 200, 400, 800, 800, 800] })
})
afterEach(() => stop())
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const postmaster = () => Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])

async function connect(): Promise<pg.Client> {
  const client = new pg.Client(database.url)
  client.on('error', () => {})
  await client.connect()
  return client
}

const answers = async () => {
  const client = await connect()
  const { rows } = await client.query<{ n: number }>('select 1 as n')
  await client.end()
  return rows
}

it('a killed database is back at the same address, but not beside a process of the one before', async () => {
  const busy = await connect()
  const { rows } = await busy.query<{ pid: number }>('select pg_backend_pid() as pid')
  const backend = Number(rows[0]?.pid)
  // It looks at nothing else until it is done.
  const query = busy.query('select count(*) from generate_series(1, 1000000000)').catch(() => 'cut off')
  const watcher = await connect()
  const state = async () =>
    (await watcher.query('select state from pg_stat_activity where pid = $1', [backend])).rows
  await expect.poll(state).toEqual([{ state: 'active' }])
  process.kill(postmaster(), 'SIGKILL')
  await expect.poll(database.isRunning).toBe(false)
  await expect(database.restart()).rejects.toThrow('pre-existing shared memory block')
  process.kill(backend, 'SIGKILL')
  expect(await query).toBe('cut off')
  await expect.poll(answers).toEqual([{ n: 1 }])
})

it('a look that fails is no end: it is looked at again', async () => {
  await stop()
  await database.restart()
  let looks = 0
  const isRunning = () => {
    looks += 1
    if (looks < 3) throw Object.assign(new Error('too many open files'), { code: 'EMFILE' })
    return database.isRunning()
  }
  const before = postmaster()
  stop = supervise({ ...database, isRunning }, log, lost.resolve, { every: 5, pauses: [0] })
  await expect.poll(() => looks).toBeGreaterThan(3)
  expect(postmaster()).toBe(before)
})

it('is restarted as often as it ends, because only consecutive failures count', async () => {
  await stop()
  await database.restart()
  let restarts = 0
  const endsAtOnce: EmbeddedDatabase = {
    ...database,
    isRunning: () => false,
    restart: async () => {
      restarts += 1
    },
  }
  stop = supervise(endsAtOnce, log, lost.reject, { every: 5, pauses: [0, 0] })
  await expect.poll(() => restarts).toBeGreaterThan(5)
  // Not rejected.
  expect(await Promise.race([lost.promise, Promise.resolve('running')])).toBe('running')
})

it('one that cannot be had back is given up, with words for whoever starts the server', async () => {
  const version = join(folder, 'postgres/PG_VERSION')
  renameSync(version, `${version}.away`)
  process.kill(postmaster(), 'SIGKILL')
  const { message } = await lost.promise
  expect(message).toContain('データベースが停止し、再開できませんでした')
  expect(message).toContain('PostgreSQL did not start')
  renameSync(`${version}.away`, version)
})

describe('a database that ends at this moment', () => {
  const pidFile = () => join(folder, 'postgres/postmaster.pid')
  /** It runs and nobody looks after it. */
  const leaveAlone = async () => {
    await stop()
    await database.restart()
  }

  it('is waited for by the next start, which finds its pid file still there', async () => {
    await leaveAlone()
    const client = await connect()
    const ended = new Promise((resolve) => client.once('end', resolve))
    const before = postmaster()
    // It takes nobody any more, and ends when its last client has left.
    process.kill(before, 'SIGTERM')
    database = await startEmbedded(folder, 'test')
    await ended
    expect(postmaster()).not.toBe(before)
    expect(await answers()).toEqual([{ n: 1 }])
  })

  it('is as good as stopped where its pid file goes after it was looked at', async () => {
    await leaveAlone()
    const left = postmaster()
    // It has looked by now, and PostgreSQL’s program that stops it has not.
    const stopping = database.stop()
    process.kill(left, 'SIGKILL')
    rmSync(pidFile())
    await stopping
    expect(database.isRunning()).toBe(false)
    await expect.poll(() => database.restart().then(() => 'started', String)).toBe('started')
  })

  it('is looked at without a fault while its pid file comes and goes', async () => {
    await leaveAlone()
    await database.stop()
    const program = `
      const { writeFileSync, rmSync } = require('node:fs')
      process.stdout.write('begun')
      for (;;) {
        writeFileSync(process.argv[1], '1')
        rmSync(process.argv[1])
      }`
    const writer = spawn(process.execPath, ['-e', program, pidFile()], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(writer.stdout, 'data')
    const looks = Array.from({ length: 5000 }, () => database.isRunning())
    expect(looks).not.toContain(true)
    const gone = once(writer, 'exit')
    writer.kill('SIGKILL')
    await gone
  })
})
