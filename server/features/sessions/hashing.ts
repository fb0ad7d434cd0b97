import { availableParallelism } from 'node:os'
import { Failure } from '../../api/call.ts'
import { createLimiter, LimitReachedError } from '../../limiter.ts'
import { callerOf } from './addresses.ts'

/**
 * Everything that hashes a password: sign-in, a new password, a changed one. The whole of such work waits here, its
 * questions to the database too, so that a flood takes neither connections nor libuv's four threads from other calls:
 * files and pictures go through the same threads. Where there are two cores, one is left to the answers. A hash takes
 * some 20 ms of a core, so that who is let into the line waits for two seconds at most.
 */
const hashing = createLimiter({
  total: availableParallelism() > 2 ? 2 : 1,
  mostWaiting: 50,
  mostWaitingOfOwner: 9,
  retryAfter: 2,
})

/** Runs `work` in its turn. Rejects at once, and before any of it is done, where too many are ahead. */
export async function whileHashing<T>(address: string, work: () => Promise<T>): Promise<T> {
  try {
    return await hashing.run({ owner: callerOf(address) }, work)
  } catch (error) {
    if (error instanceof LimitReachedError && error.isOfOwner) {
      throw new Failure('too_many_requests', { retryAfter: 1, cause: error })
    }
    throw error
  }
}
