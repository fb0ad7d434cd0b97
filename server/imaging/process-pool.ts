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
 * Processes rather than threads: their end frees all memory of the decoders (decision 031). `script` calls
 * `serveTasks`.
 */
export function createProcessPool(script: URL, max: number): workerpool.Pool {
  return workerpool.pool(fileURLToPath(script), {
    workerType: 'process',
    maxWorkers: max,
    forkOpts: {
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
