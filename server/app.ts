import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { $ZodType } from 'zod/v4/core'
import { anonymousLimit, registerRoutes } from './api/adapter.ts'
import { compiled } from './api/compiled.ts'
import { documentApi } from './api/openapi.ts'
import { routes } from './api/routes.ts'
import { validatorCompiler } from './api/validator.ts'
import type { Deps } from './deps.ts'
import { allowCompression } from './plugins/compression.ts'
import { serveConsole } from './plugins/console.ts'
import { handleErrors, sendFailure } from './plugins/errors.ts'
import { limitJson } from './plugins/json-limit.ts'
import { limitLargeBodies } from './plugins/large-bodies.ts'
import { observe } from './plugins/observe.ts'
import { secure } from './plugins/security.ts'

const builtConsole = fileURLToPath(new URL('../dist', import.meta.url))

/** The whole server but for listening. */
export async function createApp(deps: Deps, consoleFolder = builtConsole): Promise<FastifyInstance> {
  z.config(z.locales.ja())
  const app = fastify({
    loggerInstance: deps.log,
    // One line a call, by plugins/observe.ts.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: deps.env.TRUST_PROXY ?? false,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
    // Unfinished calls are let finish; idle connections are not waited for.
    forceCloseConnections: 'idle',
    // A phone in a basement sends 20 MB slowly, but not for ever.
    requestTimeout: 300_000,
    // Of what is no call of the contract, such as a path that does not exist.
    bodyLimit: anonymousLimit,
    // An address with a % that begins no character is the only such error.
    frameworkErrors: (_error, request, reply) => sendFailure(request, reply, 'address_malformed'),
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler<$ZodType>(({ schema, ...route }) =>
    serializerCompiler({ ...route, schema: compiled(schema) }),
  )
  app.addHook('onRequest', async (request: FastifyRequest, reply) => {
    reply.header('x-request-id', request.id)
  })
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
    // They would go on for ever.
    deps.streams.endAll()
  })
  app.addHook('onSend', async (_request, reply) => {
    // Else the connection of a call that was let finish is kept open for the next one, and closing waits for it.
    if (closing) reply.header('connection', 'close')
  })
  handleErrors(app)
  await secure(app, deps.env)
  await documentApi(app)
  observe(app, deps)
  await allowCompression(app)
  limitLargeBodies(app)
  limitJson(app)
  registerRoutes(app, deps, routes)
  await serveConsole(app, consoleFolder)
  return app
}
