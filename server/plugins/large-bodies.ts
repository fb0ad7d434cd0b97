import { finished, PassThrough, type Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '../api/call.ts'
import { createLimiter } from '../limiter.ts'

interface BodyLimits {
  total: number
  perOwner: number
  maxWaiting: number
  timeout: number
  minimumRate: MinimumRate
}

interface MinimumRate {
  /** Milliseconds, and the bytes that must arrive in them. */
  every: number
  minBytes: number
  /** Milliseconds for the whole body; checked after the first fifth. */
  whole: number
}

const defaultLimits: BodyLimits = {
  total: 200_000_000,
  perOwner: 100_000_000,
  maxWaiting: 100,
  timeout: 15_000,
  minimumRate: { every: 10_000, minBytes: 3_000, whole: 300_000 },
}
const uncountedBytes = 100_000
/** Base64 is held as text, as a field and as bytes. */
const copiesOfJson = 3
const retryAfter = 5

/**
 * Limits the memory of large bodies in flight. A body that does not fit is not read until others are done, and refused
 * where that takes long or too many wait. A sender that stalls is cut off.
 */
export function limitLargeBodies(app: FastifyInstance, limits = defaultLimits): void {
  const bodies = createLimiter({ ...limits, retryAfter })
  app.addHook('preParsing', async (request, reply, body) => {
    const amount = memoryFor(request)
    if (amount === 0) return body
    const callerGone = new AbortController()
    const stopWaiting = () => callerGone.abort(new Failure('unavailable'))
    reply.raw.once('close', stopWaiting)
    try {
      const owner = request.session?.organizationId
      const { timeout } = limits
      releaseAfter(reply, await bodies.acquire({ owner, amount, timeout, signal: callerGone.signal }))
      return withMinimumRate(body, lengthOf(request), limits.minimumRate, () => {
        reply.header('connection', 'close')
        return new Failure('unavailable', { retryAfter })
      })
    } finally {
      reply.raw.off('close', stopWaiting)
    }
  })
}

/** Fails where the body stalls or would be late. */
function withMinimumRate(
  body: Readable,
  announced: number,
  minimumRate: MinimumRate,
  failure: () => Failure,
): Readable {
  const { every, minBytes, whole } = minimumRate
  const grace = whole / 5
  const through = new PassThrough()
  let arrived = 0
  let before = 0
  let elapsed = 0
  body.on('data', ({ length }: Buffer) => {
    arrived += length
  })
  const timer = setInterval(() => {
    elapsed += every
    const due = (announced * (elapsed - grace)) / (whole - grace)
    if (arrived - before < minBytes || arrived < due) through.destroy(failure())
    before = arrived
  }, every)
  finished(body, (error) => {
    clearInterval(timer)
    if (error) through.destroy(error)
  })
  through.once('close', () => clearInterval(timer))
  return body.pipe(through)
}

function releaseAfter(reply: FastifyReply, giveBack: () => void): void {
  if (reply.raw.destroyed) giveBack()
  else finished(reply.raw, giveBack)
}

/** Declared length; 0 if none. */
const lengthOf = ({ headers }: FastifyRequest): number => Number(headers['content-length'] ?? 0)

/** Bytes; 0 where the body does not count, as when its length is refused. */
function memoryFor(request: FastifyRequest): number {
  const { bodyLimit: most = 0, config } = request.routeOptions
  const length = request.headers['content-length'] === undefined ? most : lengthOf(request)
  if (most <= uncountedBytes || length <= uncountedBytes || length > most) return 0
  return config.binary === true ? length : copiesOfJson * length
}
