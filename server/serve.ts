import { readEnv, StartError } from './env.ts'
import { createLog } from './log.ts'
import { closeAll, type Disposers } from './open-deps.ts'
import { type Prepare, start } from './start.ts'

export async function serve(prepare?: Prepare): Promise<void> {
  const opened: Disposers = []
  const isEnding = endOnSignal(opened)
  try {
    const env = readEnv(process.env)
    const origin = await start(env, createLog(env.LOG_LEVEL), opened, fail, prepare)
    process.stdout.write(`ready: ${origin}\n`)
  } catch (error) {
    // A start that was interrupted fails somewhere: not reported.
    if (!isEnding()) fail(error)
  }
}

function fail(error: unknown): never {
  const message = error instanceof StartError ? error.message : error instanceof Error ? error.stack : error
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

/** Milliseconds: one Ctrl-C arrives several times, from the terminal, npm and `npm start`. */
const repeatWindow = 1000

function endOnSignal(opened: Disposers): () => boolean {
  let since: number | null = null
  const end = () => {
    if (since !== null) {
      // A second request ends it at once.
      if (performance.now() - since > repeatWindow) process.exit(1)
      return
    }
    since = performance.now()
    closeAll(opened).then(() => process.exit(0), fail)
  }
  // SIGHUP: the terminal was closed.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, end)
  return () => since !== null
}
