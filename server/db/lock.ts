import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { StartError } from '../env.ts'
import { identify } from './processes.ts'

const holderSchema = z.object({ pid: z.int().positive(), started: z.string() })

/**
 * Takes a data folder for this process alone and gives the way to let it go. A lock whose process is gone
 * (killed, or its number now another’s) is taken over; a living one is a StartError that names it.
 */
export function lockFolder(dataDir: string): () => void {
  const path = join(dataDir, 'server.lock')
  const own = JSON.stringify(identify(process.pid))
  const mine = `${path}.${process.pid}`
  // link() fails where the name exists: of several processes exactly one gets it, and nobody reads half a file.
  writeFileSync(mine, own, { mode: 0o600 })
  try {
    while (!link(mine, path)) {
      const found = read(path)
      if (found === null) continue
      const holder = alive(found)
      if (holder !== null) {
        throw new StartError(
          `このフォルダは別のサーバーが使用中です: ${dataDir}(プロセス番号 ${holder})。\n` +
            `(another server, pid ${holder}, runs on this folder; stop it first or set DATA_DIR)`,
        )
      }
      setAside(path, found)
    }
  } finally {
    rmSync(mine, { force: true })
  }
  return () => {
    if (read(path) === own) rmSync(path)
  }
}

function link(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/** Null when the lock was let go meanwhile. */
function read(path: string): string | null {
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}

function alive(text: string): number | null {
  try {
    const holder = holderSchema.parse(JSON.parse(text))
    return identify(holder.pid)?.started === holder.started ? holder.pid : null
  } catch {
    return null
  }
}

/** Removes a dead lock, unless another process has put its own in its place meanwhile. */
function setAside(path: string, dead: string): void {
  const aside = `${path}.${process.pid}.dead`
  try {
    renameSync(path, aside)
  } catch {
    return
  }
  if (readFileSync(aside, 'utf8') !== dead) link(aside, path)
  rmSync(aside)
}
