import { availableParallelism } from 'node:os'
import { Failure } from '../../api/call.ts'
import { networkOf } from '../../ip-address.ts'
import { createLimiter, LimitReachedError } from '../../limiter.ts'

/** On two cores one is left to calls. */
const concurrency = availableParallelism() > 2 ? 2 : 1
const retryAfter = 2
const hashing = createLimiter({ total: concurrency, retryAfter })
const createQueue = () =>
  createLimiter({ total: concurrency, maxWaiting: 50, maxWaitingPerOwner: 9, retryAfter })
const queues = { known: createQueue(), unknown: createQueue() }

type HashCaller = { known: string } | { address: string }

/**
 * Runs `work` when a slot is free; rejects at once where too many wait.
 *
 * For everything that hashes a password, with its queries, so that a flood takes neither connections nor libuv’s four
 * threads, which files and pictures use as well. Known callers have a queue of their own, and both queues take turns. A
 * hash takes some 20 ms of a core, so the wait is a few seconds at most.
 */
export async function withHashingSlot<T>(caller: HashCaller, work: () => Promise<T>): Promise<T> {
  const [queue, owner] =
    'known' in caller ? (['known', caller.known] as const) : (['unknown', networkOf(caller.address)] as const)
  try {
    return await queues[queue].run({ owner }, () => hashing.run({ owner: queue }, work))
  } catch (error) {
    if (error instanceof LimitReachedError && error.isOwnerLimit) {
      throw new Failure('too_many_requests', { retryAfter: 1, cause: error })
    }
    throw error
  }
}
