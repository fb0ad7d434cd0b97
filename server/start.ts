import { accessSync, chmodSync, constants, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { createApp } from './app.ts'
import { refuseUnfinished } from './backup/unfinished.ts'
import type { Disposers } from './close-all.ts'
import { startEmbedded } from './db/embedded.ts'
import { lockFolder } from './db/folder-lock.ts'
import { migrate } from './db/migrate.ts'
import { supervise } from './db/supervise.ts'
import type { Deps } from './deps.ts'
import { type Env, StartError } from './env.ts'
import type { FillDemonstration } from './jobs/reset-data.ts'
import { startWorkers } from './jobs/workers.ts'
import type { Log } from './log.ts'
import { openDeps } from './open-deps.ts'
import { deriveSecrets, loadSecrets } from './secrets.ts'
import { stopLimits } from './stop-limits.ts'
import { removePartialFiles } from './storage/files.ts'

/** Runs before the first call is answered. */
export type Prepare = (deps: Deps, databaseUrl: string) => Promise<Prepared>
export interface Prepared {
  /** A background task, which gets the local URL and returns how it ends. */
  behind: (url: string) => () => Promise<void>
  fill: FillDemonstration
}

/**
 * Starts the server and returns its local URL. Rejects with a StartError where a person must fix something; the caller
 * closes what is in `opened` by then. Calls `lost` later when only a person can help.
 */
export async function start(
  env: Env,
  log: Log,
  opened: Disposers,
  lost: (cause: Error) => void,
  prepare?: Prepare,
): Promise<string> {
  createDataFolder(env.DATA_DIR)
  opened.push({ name: 'folder lock', close: lockFolder(env.DATA_DIR), isEssential: true })
  refuseUnfinished(env.DATA_DIR)
  removeUnfinishedPictures(join(env.DATA_DIR, 'pictures'), log)
  const kept = loadSecrets(env.DATA_DIR)
  let url = env.DATABASE_URL
  if (url === undefined) {
    const cancel = new AbortController()
    const starting = startEmbedded(env.DATA_DIR, kept.database_password, {}, cancel.signal)
    const supervised = starting.then((embedded) => supervise(embedded, log, lost))
    opened.push({
      name: 'database',
      isEssential: true,
      async close() {
        cancel.abort()
        const stop = await supervised.catch(() => null)
        await stop?.()
      },
    })
    url = (await starting).url
  }
  for (const warning of await migrate(url, env.DATABASE_APP_URL)) log.warn(warning)
  const secrets = deriveSecrets(env.SECRET_KEY ?? kept.secret)
  const clock = () => new Date()
  const deps = await openDeps(opened, { env, log, databaseUrl: url, secrets, clock })
  const prepared = await prepare?.(deps, url)
  await startWorkers(deps, prepared?.fill)
  const app = await createApp(deps)
  const delay = env.STOP_DELAY * 1000
  opened.push({
    name: 'calls',
    limit: 2 * delay + stopLimits.calls + stopLimits.margin,
    async close() {
      deps.stopping.abort()
      await pause(delay)
      await closeWithTimeout(app, stopLimits.calls + delay)
    },
  })
  const local = `http://${reachableHost(env.HOST)}:${await listen(app, env)}`
  if (prepared) opened.push({ name: 'demonstration', close: prepared.behind(local) })
  return local
}

/** In the background: there may be many pictures. */
function removeUnfinishedPictures(pictures: string, log: Log): void {
  removePartialFiles(pictures, new Date()).then(
    (files) => log.info({ files }, 'unfinished files of a killed server removed'),
    (error: unknown) => log.warn({ err: error }, 'unfinished files could not be removed'),
  )
}

function createDataFolder(path: string): void {
  try {
    const made = mkdirSync(path, { recursive: true })
    // As root, PostgreSQL runs as another user, who must pass through to its folder.
    if (made !== undefined) chmodSync(path, process.getuid?.() === 0 ? 0o711 : 0o700)
    accessSync(path, constants.W_OK)
  } catch (cause) {
    throw new StartError(
      `データフォルダに書き込めません: ${path}\n(cannot write there; check DATA_DIR: ${String(cause)})`,
      { cause },
    )
  }
}

/** The first file behind the standard ones: where systemd puts sockets. */
const handedOver = 3

async function closeWithTimeout(app: FastifyInstance, milliseconds: number): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), milliseconds)
  await app.close()
  clearTimeout(timer)
}

/** A server on all addresses is reached on this one. */
const reachableHost = (host: string) =>
  host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host

async function listen(app: FastifyInstance, env: Env): Promise<number> {
  // Calls that come while no server runs wait on a socket that somebody else keeps.
  const where = {
    host: env.HOST,
    ...(env.LISTEN_FDS === undefined ? { port: env.PORT } : { fd: handedOver }),
  }
  try {
    await app.listen(where)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRINUSE') {
      throw new StartError(
        `ポート ${env.PORT} は使用中です。PORT で別の番号を指定してください。\n(port ${env.PORT} is in use; set PORT)`,
      )
    }
    if (env.LISTEN_FDS !== undefined) {
      throw new StartError(
        `LISTEN_FDS=1 ですが、ファイル3は待ち受けソケットではありません (file 3 is no listening socket: ${code}).`,
      )
    }
    if (code === 'EACCES' || code === 'EADDRNOTAVAIL') {
      throw new StartError(
        `${env.HOST} のポート ${env.PORT} では待ち受けできません (cannot listen there: ${code}).`,
      )
    }
    throw error
  }
  const address = app.server.address()
  return typeof address === 'object' && address !== null ? address.port : env.PORT
}
