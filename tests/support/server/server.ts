import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { environment, nodeFlags } from '../../../scripts/bootstrap.mjs'

export interface RunningServer {
  origin: string
  dataDir: string
  /** All output so far. */
  output: () => string
  /** `kill -9`; resolves when none of its processes is left. */
  kill: () => Promise<void>
  /** Ends gracefully, as for a restart. */
  stop: () => Promise<void>
  /** On the same port, folder and database. */
  restart: () => Promise<void>
  /** Ends gracefully and removes its folder. */
  close: () => Promise<void>
}

export async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}

/**
 * The real server as a process on the given database; null: on its embedded one. `scripts/serve.ts`: as `npm
 * start` runs it, with the demonstration.
 */
export async function startServer(
  databaseUrl: string | null,
  settings: Record<string, string> = {},
  program: 'server/main.ts' | 'scripts/serve.ts' = 'server/main.ts',
): Promise<RunningServer> {
  const port = await freePort()
  const dataDir = mkdtempSync(join(tmpdir(), 'kenshin-server-'))
  // As root PostgreSQL runs as its own user, who must pass through.
  chmodSync(dataDir, 0o711)
  let output = ''
  let child: ChildProcess | null = null

  async function start(): Promise<void> {
    const process_ = spawn(process.execPath, [...nodeFlags, program], {
      // An empty address counts as none.
      env: environment({
        DATABASE_URL: databaseUrl ?? '',
        // Tests also run on nearly full disks.
        DISK_RESERVE: '0',
        DATA_DIR: dataDir,
        PORT: String(port),
        ...settings,
      }),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = process_
    await new Promise<void>((resolve, reject) => {
      const read = (chunk: Buffer) => {
        output += chunk.toString()
        if (/^ready: /m.test(chunk.toString())) resolve()
      }
      process_.stdout.on('data', read)
      process_.stderr.on('data', read)
      process_.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${output}`)))
    })
  }

  async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const process_ = child
    if (process_ === null || process_.exitCode !== null || process_.signalCode !== null) return
    const gone = new Promise((resolve) => process_.once('exit', resolve))
    process_.kill(signal)
    await gone
  }

  await start()
  return {
    origin: `http://127.0.0.1:${port}`,
    dataDir,
    output: () => output,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    restart: start,
    close: async () => {
      await end('SIGTERM')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
