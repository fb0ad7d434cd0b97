import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'

/** @throws Error if none is there. */
export function installed(name: string, paths: readonly string[]): string {
  const found = paths.find((path) => existsSync(path))
  if (found === undefined) throw new Error(`${name} is not installed: none of ${paths.join(', ')}`)
  return found
}

/** A process with its children, killed after `longest` seconds. */
export function start(command: string, args: string[], env: NodeJS.ProcessEnv, longest: number) {
  // Its own process group, so that all its children end with it.
  const child = spawn('timeout', ['--signal=KILL', `${longest}`, command, ...args], {
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      printed = (printed + chunk.toString()).slice(-4000)
    })
  let closing = false
  const gone = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(`${signal ?? code}`))
  })
  const ended = gone.then((why) => {
    if (closing) return new Promise<never>(() => {})
    throw new Error(`${command} ended (${why}):\n${printed}`)
  })
  // Avoids an unhandled rejection.
  ended.catch(() => undefined)
  return {
    child,
    ended,
    async close() {
      closing = true
      if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
        process.kill(-child.pid, 'SIGKILL')
      await gone
    },
  }
}
