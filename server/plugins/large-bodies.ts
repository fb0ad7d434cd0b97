import { finished, PassThrough, type Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '../api/call.ts'
import { createLimiter } from '../limiter.ts'

interface BodyLimits {
  /** Bytes of memory for all large bodies together. */
  total: number
  /** Bytes for those of one organization. */
  perOwner: number
  maxWaiting: number
  /** Milliseconds that one waits for the others. */
  timeout: number
  minimumRate: MinimumRate
}

interface MinimumRate {
  /** Milliseconds, and the bytes that arrive in them at least. */
  every: number
  least: number
  /** Milliseconds after which all of it is there; after the first fifth of them as much as was to come by then. */
  whole: number
}

const defaultLimits: BodyLimits = {
  total: 200_000_000,
  perOwner: 100_000_000,
  maxWaiting: 100,
  timeout: 15_000,
  // As long as a call may take.
  minimumRate: { every: 10_000, least: 3_000, whole: 300_000 },
}
/** What any call may send; only larger ones are counted. */
const uncountedBytes = 100_000
/** A picture in base64 is there as the text that came, as the field in it and as its bytes. */
const copiesOfJson = 3
const retryAfter = 5

/**
 * Limits the memory that pictures in flight take, for all callers together. A body that does not fit is not read until
 * others are done, and told to come later where that takes long or too many wait. Who does not send what was announced
 * is cut off: others need the room.
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

/** The same body, which fails where it stands still or would not be there in time. */
function withMinimumRate(
  body: Readable,
  announced: number,
  minimumRate: MinimumRate,
  failure: () => Failure,
): Readable {
  const { every, least, whole } = minimumRate
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
    if (arrived - before < least || arrived < due) through.destroy(failure())
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

/** Bytes that are said to come; 0 where nothing is said. */
const lengthOf = ({ headers }: FastifyRequest): number => Number(headers['content-length'] ?? 0)

/** Bytes; 0 where it does not count, as for a body that is refused for its length. */
function memoryFor(request: FastifyRequest): number {
  const { bodyLimit: most = 0, config } = request.routeOptions
  const length = request.headers['content-length'] === undefined ? most : lengthOf(request)
  if (most <= uncountedBytes || length <= uncountedBytes || length > most) return 0
  return config.binary === true ? length : copiesOfJson * length
}
