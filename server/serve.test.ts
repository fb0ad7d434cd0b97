// Covers docs/requirements.md: 480

import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestDatabase } from '../tests/support/server/database.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let dataDir: string
beforeEach(async () => {
  database = await createTestDatabase()
  dataDir = mkdtempSync(join(tmpdir(), 'kenshin-serve-'))
})
afterEach(async () => {
  await database.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** As `npm start` runs it: a process that passes signals on, in a process group of its own like that of a terminal. */
async function startLikeATerminal(): Promise<ChildProcess & { pid: number; origin: string }> {
  const program = `const { become, node } = await import('./scripts/bootstrap.mjs'); become(node, ['server/main.ts'])`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    detached: true,
    env: {
      ...process.env,
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { pid, stdout } = child
  if (pid === undefined || stdout === null) throw new Error('not started')
  const origin = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`ended with ${code}`)))
    stdout.on('data', (chunk: Buffer) => {
      const found = /ready: (\S+)/.exec(chunk.toString())?.[1]
      if (found !== undefined) resolve(found)
    })
  })
  return Object.assign(child, { pid, origin })
}

it.each([
  ['Ctrl-C', 'SIGINT'],
  ['closing of the terminal', 'SIGHUP'],
] as const)(
  'lets go of everything on one %s, told by the terminal and again by `npm start`',
  async (_what, signal) => {
    const child = await startLikeATerminal()
    expect(existsSync(join(dataDir, 'server.pid'))).toBe(true)
    const ended = new Promise((resolve) => child.once('exit', resolve))
    process.kill(-child.pid, signal)
    expect(await ended).toBe(0)
    expect(existsSync(join(dataDir, 'server.pid'))).toBe(false)
  },
)

it('answers each call that it has begun to take before it ends', async () => {
  const child = await startLikeATerminal()
  const body = JSON.stringify({ organization_code: 'none', username: 'nobody', password: 'x', email: '' })
  const calls = Array.from({ length: 5 }, () => {
    const call = request(`${child.origin}/api/v1/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': body.length, expect: '100-continue' },
    })
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      call.once('response', resolve).once('error', reject)
    })
    const taken = new Promise((resolve) => call.once('continue', resolve))
    call.flushHeaders()
    return { call, answered, taken }
  })
  await Promise.all(calls.map(({ taken }) => taken))
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  // It stops taking more before it has read these.
  await expect
    .poll(() =>
      fetch(`${child.origin}/health`).then(
        ({ status }) => status,
        () => 'refused',
      ),
    )
    .toBe('refused')
  for (const { call } of calls) call.end(body)
  const answers = await Promise.all(calls.map(({ answered }) => answered))
  expect(answers.map(({ statusCode, headers }) => [statusCode, headers.connection])).toEqual(
    calls.map(() => [401, 'close']),
  )
  expect(await ended).toBe(0)
})
