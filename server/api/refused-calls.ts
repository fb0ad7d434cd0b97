import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { sessionIdOfToken } from '../features/sessions/authenticate.ts'
import { networkOf } from '../ip-address.ts'
import { Failure } from './call.ts'

/**
 * Counts the calls that are not let in. Throws `too_many_requests` in place of another refusal where they are too
 * many. Only such calls are counted and held up: who is let in does not notice what others do at the same address. A
 * token that was ours is counted by its session, so that its owner still learns that it ran out and renews it.
 */
export function limitRefusedCalls(
  app: FastifyInstance,
  deps: Deps,
): (request: FastifyRequest) => Promise<void> {
  const count = app.createRateLimit({
    max: Math.ceil(deps.env.RATE_LIMIT / 25),
    timeWindow: '1 minute',
    keyGenerator: async (request) => {
      const sessionId = await sessionIdOfToken(deps, request)
      return sessionId === null ? networkOf(request.ip) : `session ${sessionId}`
    },
  })
  return async (request) => {
    const counted = await count(request)
    if (!counted.isAllowed && counted.isExceeded)
      throw new Failure('too_many_requests', { retryAfter: counted.ttlInSeconds })
  }
}
