import { availableParallelism } from 'node:os'
import { Failure } from '../../api/call.ts'
import { callerOf } from './addresses.ts'

interface Limits {
  /** Pieces of work at the same time. */
  places: number
  /** Pieces of work that wait for a place, of all callers together. */
  waiting: number
  /** Pieces of work of one caller, under way and waiting. */
  ofCaller: number
}

/** Runs `work` in its turn. Rejects at once, and before any of it is done, where too many are ahead. */
type Queue = <T>(address: string, work: () => Promise<T>) => Promise<T>

export function createQueue({ places, waiting, ofCaller }: Limits): Queue {
  let running = 0
  const line: (() => void)[] = []
  const inside = new Map<string, number>()
  return async (address, work) => {
    const caller = callerOf(address)
    const own = inside.get(caller) ?? 0
    if (own >= ofCaller) throw new Failure('too_many_requests', { retryAfter: 1 })
    if (running >= places && line.length >= waiting) throw new Failure('unavailable', { retryAfter: 2 })
    inside.set(caller, own + 1)
    try {
      if (running < places) running += 1
      // Who ends hands the place on, so that nobody takes it in between.
      else await new Promise<void>((resolve) => line.push(resolve))
      try {
        return await work()
      } finally {
        const next = line.shift()
        if (next === undefined) running -= 1
        else next()
      }
    } finally {
      const left = (inside.get(caller) ?? 1) - 1
      if (left === 0) inside.delete(caller)
      else inside.set(caller, left)
    }
  }
}

/**
 * Everything that hashes a password: sign-in, a new password, a changed one. The whole of such work waits here, its
 * questions to the database too, so that a flood takes neither connections nor libuv's four threads from other calls:
 * files and pictures go through the same threads. Where there are two cores, one is left to the answers. A hash takes
 * some 20 ms of a core, so that who is let into the line waits for two seconds at most.
 */
export const whileHashing = createQueue({
  places: availableParallelism() > 2 ? 2 : 1,
  waiting: 50,
  ofCaller: 10,
})
