import { closeAll, type Disposers } from './close-all.ts'
import { readEnv, StartError } from './env.ts'
import { createLog, type Log } from './log.ts'
import { type Prepare, start } from './start.ts'
import { beforeDatabaseLimit } from './stop-limits.ts'

export async function serve(prepare?: Prepare): Promise<void> {
  let stopping: Stopping | null = null
  try {
    const env = readEnv(process.env)
    const log = createLog(env.LOG_LEVEL)
    const opened: Disposers = []
    stopping = stopOnSignal(opened, log, beforeDatabaseLimit(env.STOP_DELAY))
    const origin = await start(env, log, opened, stopping.lost, prepare)
    process.stdout.write(`ready: ${origin}\n`)
  } catch (error) {
    if (stopping !== null) return stopping.failed(error)
    report(error)
    process.exit(1)
  }
}

function report(error: unknown): void {
  const message = error instanceof StartError ? error.message : error instanceof Error ? error.stack : error
  process.stderr.write(`${message}\n`)
}

/** Milliseconds: one Ctrl-C arrives several times, from the terminal, npm and `npm start`. */
const repeatWindow = 1000

interface Stopping {
  /** Reports why the start has failed, closes what it has opened and ends the process. */
  failed: (error: unknown) => void
  /** Reports why the server cannot go on, stops the database and ends the process. */
  lost: (cause: Error) => void
}

/** Stops the server on the first signal. After a second one, or after `limit` milliseconds, only the database is waited for. */
function stopOnSignal(opened: Disposers, log: Log, limit: number): Stopping {
  let since: number | null = null
  const hurry = new AbortController()
  let exitCode = 0
  const stop = () => {
    since = performance.now()
    setTimeout(() => hurry.abort(), limit)
    const bounds = { log, hurry: hurry.signal }
    closeAll(opened, bounds)
      .catch((error: unknown) => {
        exitCode = 1
        report(error)
      })
      .finally(() => process.exit(exitCode))
  }
  const failed = (error: unknown) => {
    // A start that was interrupted fails somewhere: not reported.
    if (since !== null) return
    report(error)
    exitCode = 1
    stop()
  }
  const lost = (cause: unknown) => {
    // What was cut off while stopping fails somewhere. The database must still be waited for.
    if (since !== null) return log.error({ err: cause }, 'something failed while the server was stopping')
    report(cause)
    exitCode = 1
    hurry.abort()
    stop()
  }
  const receive = () => {
    if (since === null) return stop()
    if (performance.now() - since <= repeatWindow) return
    exitCode = 1
    hurry.abort()
  }
  // SIGHUP: the terminal was closed.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, receive)
  process.on('uncaughtException', lost)
  return { failed, lost }
}
