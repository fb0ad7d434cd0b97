import type { FastifyRequest } from 'fastify'
import { Failure, longRoute, sessionIdOf } from '../../api/call.ts'
import type { Deps } from '../../deps.ts'
import { authenticate } from '../sessions/index.ts'

/** Seconds until dead connections have been noticed. */
const retryAfter = 30

export const eventRoutes = [
  longRoute('events', async ({ session, query, deps, request, reply }) => {
    const sessionId = sessionIdOf(session)
    reply
      .type('text/event-stream; charset=utf-8')
      // Proxies must not buffer the stream.
      .header('cache-control', 'no-store, no-transform')
      .header('x-accel-buffering', 'no')
      // Kept alive it would delay closing the server.
      .header('connection', 'close')
    if (request.method === 'HEAD') return reply.send()
    const stream = deps.streams.open(
      { ...session, sessionId },
      () => isStillAuthenticated(deps, request),
      query.since,
    )
    if (stream === null) throw new Failure('too_many_requests', { retryAfter })
    return reply.send(stream)
  }),
]

/** Whether the same token would still be accepted. */
async function isStillAuthenticated(deps: Deps, request: FastifyRequest): Promise<boolean> {
  try {
    await authenticate(deps, request)
    return true
  } catch (error) {
    if (error instanceof Failure) return false
    // Unknown while the database is away; checked again later.
    deps.log.warn({ err: error }, 'a session could not be looked up')
    return true
  }
}
