// Covers docs/requirements.md: 311

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nodeFlags } from '../../scripts/bootstrap.mjs'
import { commandOf } from './process-command.ts'

// The real server with its own PostgreSQL, killed and started again.

let folder: string
/** The server that runs now, if one does: a test goes on from where the one before it has ended. */
let running: Running | null = null
beforeAll(() => {
  folder = newFolder()
})
afterAll(async () => {
  await stop()
  rmSync(folder, { recursive: true, force: true })
})

function newFolder(): string {
  const made = mkdtempSync(join(tmpdir(), 'kenshin-embedded-'))
  chmodSync(made, 0o711)
  return made
}

interface Running {
  server: ChildProcess
  origin: string
}

const dataDir = () => join(folder, 'data')

interface Ended {
  code: number | null
  output: string
}

/** Resolves to the address when the server is ready, or to how it ended. */
async function launch(dir: string, port = '0'): Promise<Running | Ended> {
  const server = spawn(process.execPath, [...nodeFlags, 'server/main.ts'], {
    env: { PATH: process.env['PATH'], DATA_DIR: dir, PORT: port, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  return new Promise((resolve) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      const [, origin] = /^ready: (\S+)$/m.exec(output) ?? []
      if (origin !== undefined) resolve({ server, origin })
    }
    server.stdout.on('data', read)
    server.stderr.on('data', read)
    server.once('close', (code) => resolve({ code, output }))
  })
}

async function start(dir = dataDir()): Promise<Running> {
  const started = await launch(dir)
  if (!('server' in started)) throw new Error(`the server ended with ${started.code}:\n${started.output}`)
  return started
}

const go = async (): Promise<Running> => {
  running ??= await start()
  return running
}

async function end({ server }: Running, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  const gone = once(server, 'exit')
  server.kill(signal)
  await gone
}

async function stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
  if (running !== null) await end(running, signal)
  running = null
}

/** Process number and port of the PostgreSQL that runs on the folder or was left there. */
function postmaster(): { pid: number; port: number; address: string } | null {
  const file = join(dataDir(), 'postgres/postmaster.pid')
  if (!existsSync(file)) return null
  const lines = readFileSync(file, 'utf8').split('\n')
  return { pid: Number(lines[0]), port: Number(lines[3]), address: lines[5] ?? '' }
}

async function query(statement: string): Promise<unknown[]> {
  const secrets = JSON.parse(readFileSync(join(dataDir(), 'secrets.json'), 'utf8')) as {
    database_password: string
  }
  const client = new pg.Client({
    host: '127.0.0.1',
    port: Number(postmaster()?.port),
    user: 'kenshin',
    password: secrets.database_password,
    database: 'postgres',
  })
  await client.connect()
  const { rows } = await client.query(statement)
  await client.end()
  return rows
}

const kept = () => query('select code from organizations')

const ready = async ({ origin }: Running) => (await fetch(`${origin}/ready`)).status

describe('the embedded database', () => {
  it('comes up from nothing, on loopback only, with secrets that only their owner reads', async () => {
    expect(await ready(await go())).toBe(200)
    expect(postmaster()?.address).toBe('127.0.0.1')
    expect(statSync(join(dataDir(), 'secrets.json')).mode & 0o777).toBe(0o600)
    expect(statSync(join(dataDir(), 'postgres')).mode & 0o777).toBe(0o700)
    await query(`insert into organizations (name, code) values ('組織', 'kept')`)
  })

  it('refuses a second server on one folder, names the first, and leaves it alone', async () => {
    const first = await go()
    const second = await launch(dataDir())
    expect(second).toMatchObject({
      code: 1,
      output: expect.stringContaining(`プロセス番号 ${first.server.pid}`),
    })
    expect(await ready(first)).toBe(200)
  })

  it('keeps what was written when the server is killed and its PostgreSQL lives on, but for unfinished files', async () => {
    await go()
    const left = Number(postmaster()?.pid)
    await stop('SIGKILL')
    expect(commandOf(left)).not.toBeNull()
    const unfinished = join(dataDir(), 'pictures/1/aa/picture.part')
    mkdirSync(dirname(unfinished), { recursive: true })
    writeFileSync(unfinished, 'pic')
    await go()
    await expect.poll(() => existsSync(unfinished)).toBe(false)
    expect(await kept()).toEqual([{ code: 'kept' }])
    expect(commandOf(left)).toBeNull()
  })

  it('takes over a PostgreSQL that was left behind under another name of the folder', async () => {
    await go()
    await stop('SIGKILL')
    const link = join(folder, 'link')
    symlinkSync(dataDir(), link)
    running = await start(link)
    expect(await kept()).toEqual([{ code: 'kept' }])
    await stop()
  })

  it('keeps what was written when PostgreSQL is killed as well', async () => {
    await go()
    const left = Number(postmaster()?.pid)
    await stop('SIGKILL')
    process.kill(left, 'SIGKILL')
    await expect.poll(() => commandOf(left)).toBeNull()
    await go()
    expect(await kept()).toEqual([{ code: 'kept' }])
  })

  it('lets the calls under way finish when it is told to end, and leaves nothing running', async () => {
    const { server, origin } = await go()
    const postgres = Number(postmaster()?.pid)
    const socket = connect(Number(new URL(origin).port), '127.0.0.1')
    await once(socket, 'connect')
    const body = JSON.stringify({ organization_code: 'a', username: 'b', password: 'c' })
    const head = `POST /api/v1/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}`
    socket.write(`${head}\r\n\r\n${body.slice(0, 5)}`)
    // An answer to a later call on the same process: the server has the head of the first by now.
    expect((await fetch(`${origin}/health`)).status).toBe(200)
    const gone = once(server, 'exit')
    server.kill('SIGTERM')
    const health = () => fetch(`${origin}/health`).then(String, () => 'closed')
    await expect.poll(health).toBe('closed')
    socket.write(body.slice(5))
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toContain('HTTP/1.1 401')
    await gone
    running = null
    expect(server.exitCode).toBe(0)
    // pg_ctl waits for the lock file, which PostgreSQL removes a moment before it ends.
    await expect.poll(() => commandOf(postgres)).toBeNull()
    expect(existsSync(join(dataDir(), 'server.pid'))).toBe(false)
  })

  it('leaves nothing running when it is told to end in the middle of starting', async () => {
    await stop()
    const program = `
      import { serve } from ${JSON.stringify(new URL('../serve.ts', import.meta.url).href)}
      await serve(() => new Promise(() => process.stdout.write('filling')))`
    const server = spawn(process.execPath, ['--input-type=module', '-e', program], {
      env: { PATH: process.env['PATH'], DATA_DIR: dataDir(), PORT: '0', LOG_LEVEL: 'silent' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    expect(String((await once(server.stdout, 'data'))[0])).toBe('filling')
    const postgres = Number(postmaster()?.pid)
    await end({ server, origin: '' }, 'SIGTERM')
    expect(server.exitCode).toBe(0)
    await expect.poll(() => commandOf(postgres)).toBeNull()
    expect(existsSync(join(dataDir(), 'server.pid'))).toBe(false)
  })

  it('leaves nothing running when it is told to end while it closes after a start that failed', async () => {
    await stop()
    const program = `
      import { serve } from ${JSON.stringify(new URL('../serve.ts', import.meta.url).href)}
      await serve(async () => {
        setImmediate(() => process.kill(process.pid, 'SIGTERM'))
        throw new Error('the preparation failed')
      })`
    const server = spawn(process.execPath, ['--input-type=module', '-e', program], {
      env: { PATH: process.env['PATH'], DATA_DIR: dataDir(), PORT: '0', LOG_LEVEL: 'silent' },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let output = ''
    server.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    const [code] = await once(server, 'close')
    expect({ code, output }).toMatchObject({
      code: 1,
      output: expect.stringContaining('the preparation failed'),
    })
    expect(existsSync(join(dataDir(), 'postgres/postmaster.pid'))).toBe(false)
    expect(existsSync(join(dataDir(), 'server.pid'))).toBe(false)
  })

  it('starts over a PostgreSQL lock whose number another program bears now', async () => {
    const { uid } = statSync(join(dataDir(), 'postgres'))
    // A stranger that PostgreSQL would take for a running server, as after a reboot.
    const stranger = spawn('sleep', ['600'], process.getuid?.() === 0 ? { uid } : {})
    await once(stranger, 'spawn')
    const lines = [stranger.pid, join(dataDir(), 'postgres'), '1', '5432', '', '127.0.0.1', '']
    writeFileSync(join(dataDir(), 'postgres/postmaster.pid'), lines.join('\n'))
    await go()
    expect(await kept()).toEqual([{ code: 'kept' }])
    expect(stranger.exitCode).toBeNull()
    stranger.kill('SIGKILL')
  })

  it('says so when the port is taken, and stops what it has started', async () => {
    const { port } = new URL((await go()).origin)
    const other = newFolder()
    expect(await launch(other, port)).toMatchObject({
      code: 1,
      output: expect.stringContaining(`ポート ${port} は使用中です`),
    })
    expect(existsSync(join(other, 'postgres/postmaster.pid'))).toBe(false)
    expect(existsSync(join(other, 'server.pid'))).toBe(false)
    rmSync(other, { recursive: true })
  })

  it('begins again after it was killed while it made its folder, also as root where no one else may enter', async () => {
    const closed = newFolder()
    mkdirSync(join(closed, 'data/postgres.new/base'), { recursive: true })
    if (mayEnterAsAnother) chmodSync(closed, 0o700)
    const server = await start(join(closed, 'data'))
    expect(await ready(server)).toBe(200)
    await end(server, 'SIGTERM')
    rmSync(closed, { recursive: true })
  })
})

/** Root can appear as another user here; where the kernel forbids it, such a folder is refused with a message. */
const mayEnterAsAnother = process.getuid?.() === 0 && spawnSync('unshare', ['--user', 'true']).status === 0
