import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * The command line of a process; null when it is gone or not ours to see. Throws where this process is short of files
 * or memory, which says nothing of the other one.
 */
export function commandOf(pid: number): string | null {
  const command = process.platform === 'linux' ? read(`/proc/${pid}/cmdline`) : ask(pid)
  // A zombie has none.
  return command?.replaceAll('\0', ' ').trim() || null
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    return nullUnlessShortage(error)
  }
}

function ask(pid: number): string | null {
  try {
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  } catch (error) {
    return nullUnlessShortage(error)
  }
}

const shortageCodes = ['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN']

function nullUnlessShortage(error: unknown): null {
  if (error instanceof Error && 'code' in error && shortageCodes.includes(String(error.code))) throw error
  return null
}
