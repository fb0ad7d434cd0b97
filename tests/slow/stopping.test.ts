import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { mapEndpoints } from '../../contract/maps.ts'
import { sessionEndpoints } from '../../contract/sessions.ts'
import { environment } from '../../scripts/bootstrap.mjs'
import { connect, type Database } from '../../server/db/client.ts'
import { findRunning } from '../../server/db/embedded.ts'
import { commandOf } from '../../server/db/process-command.ts'
import { createLog } from '../../server/log.ts'
import { loadSecrets } from '../../server/secrets.ts'
import { addGauge, gaugePicture } from '../support/reader/rendered-meters.ts'
import {
  type BuiltOrganization,
  buildOrganization,
  buildUser,
  type TestUser,
} from '../support/server/accounts.ts'
import { dataOf } from '../support/server/data.ts'
import { callerOf } from '../support/server/http.ts'

// The real server as `npm start` runs it: below a process that passes signals on, with its own PostgreSQL and workers.

/** Milliseconds within which server and database end. The requirement, not a guess. */
const limit = 10_000

let folder: string
let organization: BuiltOrganization
let inspector: TestUser
let meter: { id: number }
let picture: Uint8Array
let started: Started | null = null
beforeAll(async () => {
  folder = newFolder()
  picture = (await gaugePicture(0.42)).jpeg
  await start()
  await withDatabase(async (database) => {
    organization = await buildOrganization(database, {})
    inspector = await buildUser(database, organization, {})
    meter = await addGauge({ database, organization })
  })
  const exit = once(known(started).leader, 'exit')
  process.kill(-known(started).group, 'SIGTERM')
  await exit
})
afterEach(() => {
  if (started?.leader.exitCode === null) {
    for (const pid of descendants(started.group)) process.kill(pid, 'SIGKILL')
  }
  started = null
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Started {
  /** The process group, whose leader passes signals on. */
  group: number
  leader: ChildProcess
  origin: string
  dataDir: string
  output: () => string
}

function newFolder(): string {
  const made = mkdtempSync(join(tmpdir(), 'kenshin-stopping-'))
  // As root PostgreSQL runs as its own user, who must pass through.
  chmodSync(made, 0o711)
  return made
}

async function start(
  settings: Record<string, string> = {},
  dataDir = folder,
  server = 'server/main.ts',
): Promise<Started> {
  const program = `const { become, node, nodeFlags } = await import('./scripts/bootstrap.mjs')
    become(node, [...nodeFlags, '${server}'])`
  const leader = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    detached: true,
    env: environment({ DATABASE_URL: '', DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error', ...settings }),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  const origin = await new Promise<string>((resolve, reject) => {
    leader.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${output}`)))
    leader.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const found = /^ready: (\S+)/m.exec(output)?.[1]
      if (found !== undefined) resolve(found)
    })
  })
  started = { group: Number(leader.pid), leader, origin, dataDir, output: () => output }
  return started
}

/** Sends a signal, and returns the milliseconds until nothing that the server had started is left. */
async function signalAndWait(signal: (group: number) => void): Promise<number> {
  const { leader, group, dataDir } = known(started)
  const processes = [...descendants(group), postmaster(dataDir)]
  const exit = once(leader, 'exit')
  const from = performance.now()
  signal(group)
  await exit
  await expect.poll(() => processes.filter((pid) => commandOf(pid) !== null), { timeout: limit }).toEqual([])
  started = null
  return performance.now() - from
}

/** Sends SIGTERM, unless the process has ended by itself, as those of a database's connections do. */
function terminate(pid: number): void {
  try {
    process.kill(pid, 'SIGTERM')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function known<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('the server does not run')
  return value
}

const postmaster = (dataDir: string) =>
  Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])

/** A process and all that it and its children have started. */
function descendants(pid: number): number[] {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    const parent = /^\d+$/.test(name) ? parentOf(Number(name)) : null
    if (parent !== null) children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  const all = [pid]
  for (const each of all) all.push(...(children.get(each) ?? []))
  return all
}

function parentOf(pid: number): number | null {
  try {
    return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1])
  } catch {
    return null
  }
}

async function withDatabase<T>(use: (database: Database) => Promise<T>): Promise<T> {
  const { dataDir } = known(started)
  const url = known(findRunning(dataDir, loadSecrets(dataDir).database_password))
  const database = connect(url, createLog('silent'))
  try {
    return await use(database)
  } finally {
    await database.close()
  }
}

/** The readings whose picture is to be read, by the state of the job. */
const readingsIn = (...states: string[]) =>
  withDatabase(async (database) => {
    const jobs = await database.querySystem<{ id: number }>(
      `select (data ->> 'readingId')::int as id from pgboss.job
        where name = 'read-picture' and state::text = any($1)`,
      [states],
    )
    return jobs.map(({ id }) => id)
  })

/** Sends captures. Returns the ids of their readings. */
async function sendCaptures(number: number): Promise<number[]> {
  const caller = await callerOf(known(started).origin, inspector)
  const ids: number[] = []
  for (let index = 0; index < number; index++) {
    const at = new Date(Date.now() - index * 60_000)
    const answer = await caller.sendCapture(meter, picture, undefined, at)
    expect(answer).toMatchObject({ status: 201 })
    ids.push(dataOf('createCapture', answer).id)
  }
  return ids
}

const states = {
  idle: async () => {},
  'right after a reading': async () => {
    // Earlier starts left some. A job that was interrupted is tried again after a while.
    await expect
      .poll(() => readingsIn('created', 'active', 'retry'), { timeout: 300_000, interval: 500 })
      .toEqual([])
    const [id] = await sendCaptures(1)
    await expect.poll(() => readingsIn('completed')).toContain(id)
  },
  'during a reading': async () => {
    await sendCaptures(8)
    await expect.poll(() => readingsIn('active')).not.toEqual([])
  },
} as const

describe.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('%s to the process group', (signal) => {
  it.each(Object.keys(states) as (keyof typeof states)[])(
    'ends the server and its database within 10 seconds, %s',
    async (state) => {
      const { leader } = await start()
      await states[state]()
      expect(await signalAndWait((group) => process.kill(-group, signal))).toBeLessThan(limit)
      expect(leader.exitCode).toBe(0)
    },
  )
})

it('ends within 10 seconds when systemd signals every process, its database included', async () => {
  await start()
  await states['right after a reading']()
  const took = await signalAndWait((group) => {
    for (const pid of [...descendants(group), ...descendants(postmaster(folder))]) terminate(pid)
  })
  expect(took).toBeLessThan(limit)
})

it('ends within 10 seconds while a body is unfinished and a call and a job wait for locks', async () => {
  const { leader, origin, dataDir } = await start()
  const caller = await callerOf(origin, inspector)
  const upload = request(`${origin}${sessionEndpoints.login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': 1000 },
  })
  upload.on('error', () => {})
  upload.write('{')
  const holder = new pg.Client(known(findRunning(dataDir, loadSecrets(dataDir).database_password)))
  holder.on('error', () => {})
  await holder.connect()
  await holder.query('begin; lock table confirmation_codes; lock table maps')
  const waiting = async (table: string) =>
    (await holder.query('select from pg_locks where relation = $1::regclass and not granted', [table]))
      .rowCount
  const { organizationCode: organization_code, email } = inspector
  await caller.ask('POST', sessionEndpoints.forgotPassword.path, { body: { organization_code, email } })
  await expect.poll(() => waiting('confirmation_codes')).toBeGreaterThan(0)
  const call = caller.ask('GET', mapEndpoints.maps.path).catch(() => {})
  await expect.poll(() => waiting('maps')).toBeGreaterThan(0)
  expect(await signalAndWait((group) => process.kill(-group, 'SIGTERM'))).toBeLessThan(limit)
  expect(leader.exitCode).toBe(0)
  await call
})

it('stops the database also when a second signal cuts the waiting for calls short', async () => {
  const { group, leader } = await start({ STOP_DELAY: '300' })
  const database = postmaster(folder)
  process.kill(-group, 'SIGINT')
  // Signals within the first second count as repeats of one.
  await expect.poll(() => leader.exitCode ?? process.kill(-group, 'SIGINT'), { interval: 100 }).toBe(1)
  expect(commandOf(database)).toBeNull()
})

it('ends within 10 seconds while the demonstration is filled and its devices report', async () => {
  const fresh = newFolder()
  const { output, group } = await start({}, fresh, 'scripts/serve.ts')
  await expect.poll(output).toContain('filling the demonstration')
  const commands = () => descendants(group).map(commandOf).join('\n')
  for (const script of ['fill-process.ts', 'photographs.worker.ts', 'report-process.ts']) {
    await expect.poll(commands).toContain(script)
  }
  expect(await signalAndWait((leader) => process.kill(-leader, 'SIGTERM'))).toBeLessThan(limit)
  rmSync(fresh, { recursive: true, force: true })
})

it('leaves no process behind but the database when it is killed while it reads', async () => {
  const { group, leader } = await start()
  await states['during a reading']()
  const processes = descendants(group)
  // `npm start` and the server; each may end before it is killed because of the other.
  for (const pid of processes.slice(0, 2).reverse()) process.kill(pid, 'SIGKILL')
  await once(leader, 'exit')
  started = null
  await expect.poll(() => processes.filter((pid) => commandOf(pid) !== null), { timeout: limit }).toEqual([])
  process.kill(postmaster(folder), 'SIGQUIT')
})
