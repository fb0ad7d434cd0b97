import { availableParallelism } from 'node:os'
import { Failure } from '../../api/call.ts'
import { networkOf } from '../../ip-address.ts'
import { createLimiter, LimitReachedError } from '../../limiter.ts'

/** Where two cores are all there are, one is left to the answers. */
const concurrency = availableParallelism() > 2 ? 2 : 1
const retryAfter = 2
const hashing = createLimiter({ total: concurrency, retryAfter })
const createQueue = () =>
  createLimiter({ total: concurrency, maxWaiting: 50, maxWaitingPerOwner: 9, retryAfter })
const queues = { known: createQueue(), unknown: createQueue() }

/** `known`: a device that signed in before, or a person who is signed in. */
type HashCaller = { known: string } | { address: string }

/**
 * Runs `work` in its turn. Rejects at once, and before any of it is done, where too many are ahead.
 *
 * Everything that hashes a password: sign-in, a new password, a changed one. The whole of such work waits here, its
 * questions to the database too, so that a flood takes neither connections nor libuv's four threads from other calls:
 * files and pictures go through the same threads. Who is known has a line of their own, and the lines take turns: a
 * flood of strangers does not fill it. A hash takes some 20 ms of a core, so that who is let into a line waits for a
 * few seconds at most.
 */
export async function withHashingSlot<T>(caller: HashCaller, work: () => Promise<T>): Promise<T> {
  const [line, owner] =
    'known' in caller ? (['known', caller.known] as const) : (['unknown', networkOf(caller.address)] as const)
  try {
    return await queues[line].run({ owner }, () => hashing.run({ owner: line }, work))
  } catch (error) {
    if (error instanceof LimitReachedError && error.isOwnerLimit) {
      throw new Failure('too_many_requests', { retryAfter: 1, cause: error })
    }
    throw error
  }
}
