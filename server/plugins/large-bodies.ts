import { finished } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '../api/call.ts'
import { createLimiter } from '../limiter.ts'

interface BodyLimits {
  /** Bytes of memory for all large bodies together. */
  total: number
  /** Bytes for those of one organization. */
  ofOwner: number
  mostWaiting: number
  /** Milliseconds that one waits for the others. */
  timeout: number
}

const usual: BodyLimits = { total: 200_000_000, ofOwner: 100_000_000, mostWaiting: 100, timeout: 15_000 }
/** What any call may send; only larger ones are counted. */
const small = 100_000
/** A picture in base64 is there as the text that came, as the field in it and as its bytes. */
const copiesOfJson = 3
const retryAfter = 5

/**
 * Limits the memory that pictures in flight take, for all callers together. A body that does not fit is not read until
 * others are done, and told to come later where that takes long or too many wait.
 */
export function limitLargeBodies(app: FastifyInstance, limits = usual): void {
  const bodies = createLimiter({ ...limits, retryAfter })
  app.addHook('preParsing', async (request, reply) => {
    const amount = memoryFor(request)
    if (amount === 0) return
    const callerGone = new AbortController()
    const stopWaiting = () => callerGone.abort(new Failure('unavailable'))
    reply.raw.once('close', stopWaiting)
    try {
      const owner = request.session?.organizationId
      const { timeout } = limits
      releaseAfter(reply, await bodies.take({ owner, amount, timeout, signal: callerGone.signal }))
    } finally {
      reply.raw.off('close', stopWaiting)
    }
  })
}

function releaseAfter(reply: FastifyReply, giveBack: () => void): void {
  if (reply.raw.destroyed) giveBack()
  else finished(reply.raw, giveBack)
}

/** Bytes; 0 where it does not count, as for a body that is refused for its length. */
function memoryFor({ headers, routeOptions }: FastifyRequest): number {
  const most = routeOptions.bodyLimit ?? 0
  const length = headers['content-length'] === undefined ? most : Number(headers['content-length'])
  if (most <= small || length <= small || length > most) return 0
  return routeOptions.config.binary === true ? length : copiesOfJson * length
}
