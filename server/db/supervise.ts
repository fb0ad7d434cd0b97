import { setTimeout } from 'node:timers/promises'
import { StartError } from '../env.ts'
import type { Log } from '../log.ts'
import { stopLimits } from '../stop-limits.ts'
import type { EmbeddedDatabase } from './embedded.ts'

const schedule = {
  /** Milliseconds between two checks. */
  every: 1000,
  /**
   * Milliseconds before each restart since the last one that succeeded. Backends of a killed server live until their queries end, a minute at most for
   * calls, and PostgreSQL does not start beside them.
   */
  pauses: [0, 250, 500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000, 15_000, 15_000],
}

/**
 * Restarts an embedded PostgreSQL that ended unexpectedly, at the same address, so that connections recover. Calls
 * `lost` once when that fails as often in a row as there are pauses. Returns the function that stops both.
 */
export function supervise(
  database: EmbeddedDatabase,
  log: Log,
  lost: (cause: StartError) => void,
  { every, pauses } = schedule,
): () => Promise<void> {
  const closing = new AbortController()
  const slept = (milliseconds: number) =>
    setTimeout(milliseconds, true, { signal: closing.signal }).catch(() => false)

  /** Unknown where this process is short of files: checked again, not started a second time. */
  function isGone(): boolean {
    try {
      return !database.isRunning()
    } catch (error) {
      log.warn({ err: error }, 'the database could not be looked after')
      return false
    }
  }

  async function watch(): Promise<void> {
    let failures: unknown[] = []
    while (await slept(every)) {
      if (!isGone()) continue
      const pause = pauses[failures.length]
      if (pause === undefined) return lost(lostError(failures.at(-1)))
      log.error({ try: failures.length + 1 }, 'the database has ended; it is started again')
      if (!(await slept(pause))) return
      try {
        await database.restart()
        failures = []
        log.warn('the database runs again')
      } catch (error) {
        failures.push(error)
        log.error({ err: error }, 'the database did not start again')
      }
    }
  }

  const watching = watch()
  return async () => {
    closing.abort()
    database.cancelRestart()
    await watching
    await database.stop(stopLimits.databaseFast)
  }
}

const lostError = (cause: unknown) =>
  new StartError(
    'データベースが停止し、再開できませんでした。サーバーを終了します。原因を取り除いてから起動し直してください。\n' +
      `(the database ended and could not be started again; the server ends)\n${String(cause)}`,
    { cause },
  )
