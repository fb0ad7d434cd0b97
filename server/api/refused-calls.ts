import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { sessionIdOfToken } from '../features/sessions/authenticate.ts'
import { networkOf } from '../ip-address.ts'
import { Failure } from './call.ts'

/**
 * Rate limit for refused calls only: callers with access do not notice what others do at the same address. A token of
 * ours is counted by its session, so that its owner still learns that it expired.
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
      return sessionId === null ? networkOf(request.address) : `session ${sessionId}`
    },
  })
  return async (request) => {
    const counted = await count(request)
    if (!counted.isAllowed && counted.isExceeded)
      throw new Failure('too_many_requests', { retryAfter: counted.ttlInSeconds })
  }
}
