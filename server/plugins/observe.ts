import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Deps } from '../deps.ts'
import { isIpAllowed, normalizeIp } from '../ip-address.ts'
import type { DiskState } from '../storage/disk-space.ts'
import { isBucketFull } from '../storage/record-refusal.ts'
import { registerDatabaseMetrics } from './database-metrics.ts'
import { registerDiskMetrics } from './disk-metrics.ts'
import { sendFailure } from './errors.ts'

/** /health (alive), /ready (can work), /metrics (Prometheus). `countAlerts`: those that are still to be announced. */
export function observe(app: FastifyInstance, deps: Deps, countAlerts: () => Promise<number>): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers: [registry],
  })
  new Gauge({
    name: 'alerts_to_announce',
    help: 'Alerts that somebody is still to be told of; more than none for minutes: telling fails, see the log',
    registers: [registry],
    async collect() {
      // Metrics are also scraped while the database is away.
      this.set(await countAlerts().catch(() => Number.NaN))
    },
  })
  registerDatabaseMetrics(registry, deps.database)
  // Not part of `disk`: a full bucket is still asked to store pictures, because only that shows that it has room again.
  const pictureSpace = async (): Promise<DiskState> => {
    const state = await deps.disk.state()
    return state !== 'full' && (await isBucketFull(deps)) ? 'full' : state
  }
  registerDiskMetrics(registry, deps.disk, pictureSpace)
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    durations.observe(
      { method: request.method, route, status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    )
    request.log.info(
      {
        method: request.method,
        // Without the query: picture URLs carry their signature there.
        path: request.url.split('?')[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        address: request.address,
        user: request.session?.userId,
      },
      'call',
    )
  })

  const quiet = { schema: { hide: true }, logLevel: 'warn', config: { rateLimit: false } } as const
  app.get('/health', quiet, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )

  // Migrations and jobs are ready before listening: only the database is left to check.
  app.get('/ready', quiet, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    if (deps.stopping.signal.aborted) return reply.code(503).send({ status: 'stopping' })
    try {
      await deps.database.ping()
      // Still ready without room for pictures: values are accepted.
      return await reply.send({ status: 'ready', disk: await pictureSpace() })
    } catch (error) {
      deps.log.warn({ err: error }, 'not ready')
      return reply.code(503).header('retry-after', '5').send({ status: 'database_unreachable' })
    }
  })

  app.get('/metrics', quiet, async (request, reply) => {
    // A request with X-Forwarded-For comes from a proxy on this machine, so its caller may be anybody.
    const isOwn =
      /^(127\.|::1$)/.test(normalizeIp(request.socket.remoteAddress ?? '')) &&
      request.headers['x-forwarded-for'] === undefined
    const named = deps.env.METRICS_FROM ?? []
    const isNamed = named.length > 0 && isIpAllowed(named, request.address)
    if (!isOwn && !isNamed) return sendFailure(request, reply, 'not_found')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
