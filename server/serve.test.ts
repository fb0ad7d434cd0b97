import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestDatabase } from '../tests/support/database.ts'

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
async function startLikeATerminal(): Promise<ChildProcess & { pid: number }> {
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
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`ended with ${code}`)))
    stdout.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('ready: ')) resolve()
    })
  })
  return Object.assign(child, { pid })
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
