import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from '../env.ts'

/** SQLITE_BUSY: another connection holds the lock (https://sqlite.org/rescode.html). */
const busy = 5

/**
 * Locks a data folder for this process and returns the unlock function. A lock of the kernel on `folder.lock`, through
 * SQLite: it ends with the process. A locked folder is a StartError with the pid in `server.pid`.
 */
export function lockFolder(dataDir: string): () => void {
  const lock = new DatabaseSync(join(dataDir, 'folder.lock'))
  const pidFile = join(dataDir, 'server.pid')
  try {
    lock.exec('begin immediate')
  } catch (cause) {
    lock.close()
    const pid = existsSync(pidFile) ? readFileSync(pidFile, 'utf8') : '?'
    throw isBusy(cause) ? folderInUse(dataDir, pid, cause) : cause
  }
  writeFileSync(pidFile, String(process.pid))
  return () => {
    rmSync(pidFile, { force: true })
    lock.close()
  }
}

const isBusy = (error: unknown) => error instanceof Error && 'errcode' in error && error.errcode === busy

const folderInUse = (dataDir: string, pid: string, cause: unknown) =>
  new StartError(
    `このフォルダは別のサーバーが使用中です: ${dataDir}(プロセス番号 ${pid})。\n` +
      `(another server, pid ${pid}, runs on this folder; stop it first or set DATA_DIR)`,
    { cause },
  )
