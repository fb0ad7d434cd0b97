import { fileURLToPath } from 'node:url'
import workerpool from 'workerpool'
import allocation from '../allocation.json' with { type: 'json' }
import nodeFlags from '../node-flags.json' with { type: 'json' }

const compiled = fileURLToPath(new URL('../../node_modules/.cache/node', import.meta.url))

/** Without the server’s settings: a compromised decoder finds no keys. */
const inheritedVariables = [
  'PATH',
  'HOME',
  'LANG',
  'LC_ALL',
  'TZ',
  'TMPDIR',
  'LD_LIBRARY_PATH',
  'NODE_OPTIONS',
  'SystemRoot',
  'TEMP',
  'TMP',
]

/**
 * Processes rather than threads: their end frees all memory of the decoders (decision 031). They are in process groups
 * of their own, so that they finish their work when a signal is sent to the group of the server. They end with the
 * process that made them. `script` calls `serveTasks`.
 */
export function createProcessPool(script: URL, max: number): workerpool.Pool {
  return workerpool.pool(fileURLToPath(script), {
    workerType: 'process',
    maxWorkers: max,
    forkOpts: {
      detached: true,
      serialization: 'advanced',
      execArgv: nodeFlags,
      env: {
        ...Object.fromEntries(inheritedVariables.map((name) => [name, process.env[name]])),
        ...allocation,
        // Otherwise each process compiles the sources again.
        NODE_COMPILE_CACHE: compiled,
      },
    },
  })
}

/** Milliseconds, more than workerpool waits before it kills a process. */
const endLimit = 2000

/** Ends the processes of a pool and their tasks. */
export async function endProcessPool(pool: workerpool.Pool): Promise<void> {
  // workerpool waits forever for a process that something else has ended, so a rejection by the limit is no failure.
  await pool.terminate(true, endLimit).catch(() => undefined)
}
