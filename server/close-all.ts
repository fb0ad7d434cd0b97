import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from './log.ts'
import { stopLimits } from './stop-limits.ts'

/** A step of closing. */
export interface Disposer {
  /** Logged when the step takes too long. */
  name: string
  close: () => Promise<void> | void
  /** Milliseconds after which a stopping server goes on to the next step. */
  limit?: number
  /** True for a step that bounds its own time and is never left out. */
  isEssential?: true
}

/** In the order of opening. */
export type Disposers = Disposer[]

/** How a stopping server bounds its steps. */
interface Bounds {
  log: Log
  /** When aborted, only essential steps are waited for. */
  hurry: AbortSignal
}

/**
 * Closes everything in reverse order of opening, also what is opened in the meantime. May be called at any time. A
 * failing step does not keep the others from being closed. With `bounds`, neither does a step that takes too long.
 */
export async function closeAll(opened: Disposers, bounds?: Bounds): Promise<void> {
  const failures: unknown[] = []
  for (let step = opened.pop(); step !== undefined; step = opened.pop()) {
    try {
      if (bounds === undefined || step.isEssential) await step.close()
      else await closeInTime(step, bounds)
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'not everything could be closed')
}

async function closeInTime(
  { name, close, limit = stopLimits.step }: Disposer,
  { log, hurry }: Bounds,
): Promise<void> {
  const closed = new AbortController()
  const signal = AbortSignal.any([hurry, closed.signal])
  const closing = Promise.resolve()
    .then(close)
    .then(() => true)
  const late = pause(limit, false, { signal }).catch(() => false)
  try {
    if (await Promise.race([closing, late])) return
    log.error({ step: name, limit, hurry: hurry.aborted }, 'a closing step ran out of time')
    closing.catch((error: unknown) => log.error({ step: name, err: error }, 'a late closing step failed'))
  } finally {
    closed.abort()
  }
}
