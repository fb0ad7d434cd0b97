import { fileURLToPath } from 'node:url'
import workerpool from 'workerpool'
import allocation from '../allocation.json' with { type: 'json' }
import nodeFlags from '../node-flags.json' with { type: 'json' }

const compiled = fileURLToPath(new URL('../../node_modules/.cache/node', import.meta.url))

/** What a program needs of its surroundings. Whoever takes over a decoder finds no keys: settings are not among them. */
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
 * Processes for work on pixels. When they end, all that decoders took is given back, which threads do not do:
 * decision 031. `script` offers its tasks by `offerTasks`.
 */
export function createProcessPool(script: URL, most: number): workerpool.Pool {
  return workerpool.pool(fileURLToPath(script), {
    workerType: 'process',
    maxWorkers: most,
    forkOpts: {
      serialization: 'advanced',
      execArgv: nodeFlags,
      env: {
        ...Object.fromEntries(inheritedVariables.map((name) => [name, process.env[name]])),
        ...allocation,
        // Else each process compiles the sources anew, and keeps what it compiled them with.
        NODE_COMPILE_CACHE: compiled,
      },
    },
  })
}
