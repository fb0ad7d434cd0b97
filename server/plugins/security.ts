import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { Failure } from '../api/call.ts'
import type { Deps } from '../deps.ts'
import { networkOf } from '../ip-address.ts'
import type { SharedCounts } from '../shared-counts.ts'

const contentSecurityPolicy = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    baseUri: ["'self'"],
    connectSrc: ["'self'"],
    fontSrc: ["'self'", 'data:'],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
    imgSrc: ["'self'", 'data:', 'blob:'],
    manifestSrc: ["'self'"],
    mediaSrc: ["'self'", 'blob:'],
    objectSrc: ["'none'"],
    scriptSrc: ["'self'"],
    // Mantine writes theme variables into a style element.
    styleSrc: ["'self'", "'unsafe-inline'"],
    workerSrc: ["'self'", 'blob:'],
  },
}

export async function secure(app: FastifyInstance, { env, counts }: Deps): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy,
    // Only with HTTPS, and without binding other hosts.
    strictTransportSecurity:
      env.PUBLIC_URL?.startsWith('https:') === true ? { includeSubDomains: false } : false,
  })
  let warned = env.TRUST_PROXY !== undefined
  app.addHook('onRequest', async (request, reply) => {
    if (!warned && request.headers['x-forwarded-for'] !== undefined) {
      warned = true
      request.log.warn(
        'behind a proxy without TRUST_PROXY: all callers count as one address, for limits and white_ips alike',
      )
    }
    reply.header('permissions-policy', 'camera=(self), geolocation=(), microphone=()')
  })
  await app.register(rateLimit, {
    max: env.RATE_LIMIT,
    timeWindow: '1 minute',
    keyGenerator: (request) => networkOf(request.address),
    store: storeOf(counts),
    errorResponseBuilder(_request, { max, ttl }) {
      const message = `同じ回線から1分間に送信できるのは、呼び出しごとに ${max} 回までです`
      return new Failure('too_many_requests', { issues: [{ path: 'call', message }], retryAfter: ttl / 1000 })
    },
  })
}

/** Counts each call of the contract on its own, as the library does by itself. */
function storeOf(counts: SharedCounts) {
  return class Store {
    scope = ''
    incr(
      key: string,
      done: (error: Error | null, result?: { current: number; ttl: number }) => void,
      _window: number,
      max: number,
    ): void {
      const { count, endsIn } = counts.add(`${key} ${this.scope}`, max)
      done(null, { current: count, ttl: endsIn })
    }
    child(of: object): Store {
      const store = new Store()
      const route = 'routeInfo' in of ? (of.routeInfo as { method?: unknown; url?: unknown }) : {}
      store.scope = `${String(route.method ?? 'refused')} ${String(route.url ?? 'calls')}`
      return store
    }
  }
}
