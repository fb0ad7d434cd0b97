import type { FastifyRequest } from 'fastify'
import { Failure, longRoute } from '../../api/call.ts'
import type { Deps } from '../../deps.ts'
import { authenticate } from '../sessions/index.ts'

/** Seconds after which the connections that nobody uses any more have been noticed. */
const retryAfter = 30

export const eventRoutes = [
  longRoute('events', async ({ session, deps, request, reply }) => {
    reply
      .type('text/event-stream; charset=utf-8')
      // No proxy is to gather what is said piece by piece.
      .header('cache-control', 'no-store, no-transform')
      .header('x-accel-buffering', 'no')
      // Kept alive it would hold up a server that closes.
      .header('connection', 'close')
    if (request.method === 'HEAD') return reply.send()
    const stream = deps.streams.open(session, () => isStillAuthenticated(deps, request))
    if (stream === null) throw new Failure('too_many_requests', { retryAfter })
    return reply.send(stream)
  }),
]

/** Whether a call with the same token would still be let in. */
async function isStillAuthenticated(deps: Deps, request: FastifyRequest): Promise<boolean> {
  try {
    await authenticate(deps, request)
    return true
  } catch (error) {
    if (error instanceof Failure) return false
    // Not known while the database is away; it will be asked again.
    deps.log.warn({ err: error }, 'a session could not be looked up')
    return true
  }
}
