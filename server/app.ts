import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { z } from 'zod'
import { anonymousLimit, registerRoutes } from './api/adapter.ts'
import { issueMessage } from './api/issue-messages.ts'
import { documentApi } from './api/openapi.ts'
import { serializerCompiler } from './api/serializer.ts'
import { validatorCompiler } from './api/validator.ts'
import { createAuthenticator } from './authenticator.ts'
import type { Deps } from './deps.ts'
import { keepClosedMonths } from './features/closings/index.ts'
import { recordRejections, tidyDeviceUrl } from './features/device-api/index.ts'
import { logOutcomes } from './features/keys/index.ts'
import { countPending } from './features/notices/index.ts'
import { trustProxies, unknownAddress, withoutPort } from './ip-address.ts'
import { allowCompression } from './plugins/compression.ts'
import { serveConsole } from './plugins/console.ts'
import { handleErrors, sendFailure } from './plugins/errors.ts'
import { limitJson } from './plugins/json-limit.ts'
import { limitLargeBodies } from './plugins/large-bodies.ts'
import { observe } from './plugins/observe.ts'
import { secure } from './plugins/security.ts'
import { routes } from './routes.ts'
import { stopAccepting } from './stop-accepting.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** IP address of the caller, read on arrival: `request.ip` is undefined once the connection was reset. */
    address: string
  }
}

const builtConsole = fileURLToPath(new URL('../dist', import.meta.url))

/** Everything except listening. */
export async function createApp(deps: Deps, consoleFolder = builtConsole): Promise<FastifyInstance> {
  z.config({ localeError: issueMessage })
  const app = fastify({
    loggerInstance: deps.log,
    // plugins/observe.ts logs one line per call.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    rewriteUrl: ({ url = '/' }) => tidyDeviceUrl(url),
    trustProxy: deps.env.TRUST_PROXY !== undefined && trustProxies(deps.env.TRUST_PROXY),
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
    // Calls under way may finish; idle connections are closed.
    forceCloseConnections: 'idle',
    // What comes on a connection that is still open is answered.
    return503OnClosing: false,
    // A phone in a basement sends 20 MB slowly, but not for ever.
    requestTimeout: 300_000,
    // For paths outside the contract.
    bodyLimit: anonymousLimit,
    // Otherwise a malformed %-sequence in the address.
    frameworkErrors: ({ code }, request, reply) =>
      sendFailure(request, reply, code === 'FST_ERR_MAX_PARAM_LENGTH' ? 'not_found' : 'address_malformed'),
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.decorateRequest('startedAt')
  app.decorateRequest('address', unknownAddress)
  app.addHook('onRequest', async (request: FastifyRequest, reply) => {
    request.startedAt = deps.clock()
    request.address = withoutPort((request.ip as string | undefined) ?? unknownAddress)
    reply.header('x-request-id', request.id)
  })
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
    deps.streams.endAll()
    await stopAccepting(app.server, deps.env.STOP_DELAY * 1000)
  })
  app.addHook('onSend', async (_request, reply) => {
    // Otherwise a finished call’s connection is kept alive, and closing waits for it.
    if (closing) reply.header('connection', 'close')
  })
  app.addHook('onSend', async (_request, _reply, payload) =>
    typeof payload === 'string' ? encoded(payload) : payload,
  )
  handleErrors(app)
  await secure(app, deps)
  await documentApi(app)
  observe(app, deps, () => countPending(deps.database))
  await allowCompression(app)
  limitLargeBodies(app)
  limitJson(app)
  recordRejections(app, deps)
  logOutcomes(app, deps)
  registerRoutes(app, deps, routes.map(keepClosedMonths), createAuthenticator(app, deps))
  await serveConsole(app, consoleFolder)
  return app
}

const encoder = new TextEncoder()

/** Node writes a long text to a socket twenty times as slowly as it is encoded here. */
function encoded(text: string): Buffer {
  const { buffer, byteOffset, byteLength } = encoder.encode(text)
  return Buffer.from(buffer, byteOffset, byteLength)
}
