import { networkOf } from '../../ip-address.ts'
import { createLimiter } from '../../limiter.ts'

const limiter = createLimiter({
  total: 3,
  perOwner: 2,
  maxWaiting: 200,
  maxWaitingPerOwner: 50,
  retryAfter: 2,
})
const timeout = 5000

/**
 * Limits database work of anonymous callers, fairly by network, so that a flood leaves connections to signed-in users.
 * Returns the release function.
 */
export const acquireAnonymousSlot = (address: string): Promise<() => void> =>
  limiter.acquire({ owner: networkOf(address), timeout })
