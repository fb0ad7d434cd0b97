import { createLimiter } from '../../limiter.ts'
import { callerOf } from '../../ip-address.ts'

const work = createLimiter({
  total: 3,
  ofOwner: 2,
  mostWaiting: 200,
  mostWaitingOfOwner: 50,
  retryAfter: 2,
})
/** Milliseconds that a call waits for its turn. */
const timeout = 5000

/**
 * What strangers ask of the database, a few at a time: a flood of it leaves the connections of the owner to those who
 * are signed in. Addresses take turns. Gives what ends the turn.
 */
export const takeAnonymousTurn = (address: string): Promise<() => void> =>
  work.take({ owner: callerOf(address), timeout })
