import { networkOf } from '../../ip-address.ts'
import { createLimiter } from '../../limiter.ts'

const limiter = createLimiter({
  total: 3,
  perOwner: 2,
  maxWaiting: 200,
  maxWaitingPerOwner: 50,
  retryAfter: 2,
})
/** Milliseconds that a call waits for its turn. */
const timeout = 5000

/**
 * What strangers ask of the database, a few at a time: a flood of it leaves the connections of the owner to those who
 * are signed in. Addresses take turns. Gives what ends the turn.
 */
export const acquireAnonymousSlot = (address: string): Promise<() => void> =>
  limiter.acquire({ owner: networkOf(address), timeout })
