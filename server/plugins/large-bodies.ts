import { finished } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '../api/call.ts'
import { BudgetCrowded, createBudget } from '../budget.ts'

interface BodyLimits {
  /** Bytes of memory for all large bodies together. */
  total: number
  /** Bytes for those of one organization. */
  share: number
  mostWaiting: number
  /** Milliseconds that one waits for the others. */
  patience: number
}

const usual: BodyLimits = { total: 200_000_000, share: 100_000_000, mostWaiting: 100, patience: 15_000 }
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
  const budget = createBudget(limits)
  app.addHook('preParsing', async (request, reply) => {
    const memory = memoryFor(request)
    if (memory === 0) return
    const controller = new AbortController()
    const timer = setTimeout(() => controller.abort(new BudgetCrowded('waited too long')), limits.patience)
    const stopWaiting = () => controller.abort(new BudgetCrowded('the caller went away'))
    reply.raw.once('close', stopWaiting)
    try {
      const owner = request.session?.organizationId ?? null
      const giveBack = await budget.take(memory, { owner, signal: controller.signal })
      releaseAfter(reply, giveBack)
    } catch (cause) {
      if (!(cause instanceof BudgetCrowded)) throw cause
      throw new Failure('unavailable', { retryAfter, cause })
    } finally {
      clearTimeout(timer)
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
