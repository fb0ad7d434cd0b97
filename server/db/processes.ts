import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** A process as no other process with the same number can be: number and moment of start. */
export interface ProcessIdentity {
  pid: number
  started: string
}

/** Null when no process has this number now. */
export function identify(pid: number): ProcessIdentity | null {
  const started = process.platform === 'linux' ? startedOnLinux(pid) : ask(pid, 'lstart')
  return started === null ? null : { pid, started }
}

/** The command line of a process, or null when it is gone or not ours to see. */
export function commandOf(pid: number): string | null {
  if (process.platform !== 'linux') return ask(pid, 'command')
  return read(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ').trim() ?? null
}

function startedOnLinux(pid: number): string | null {
  const stat = read(`/proc/${pid}/stat`)
  if (stat === null) return null
  // proc(5): the second field, the name, may hold spaces and brackets; state is the 3rd field, start time the 22nd.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (fields[0] === 'Z') return null
  return `${read('/proc/sys/kernel/random/boot_id')?.trim()} ${fields[19]}`
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

function ask(pid: number, field: 'lstart' | 'command'): string | null {
  try {
    const answer = execFileSync('ps', ['-o', `${field}=`, '-p', String(pid)], { encoding: 'utf8' }).trim()
    return answer === '' ? null : answer
  } catch {
    return null
  }
}
