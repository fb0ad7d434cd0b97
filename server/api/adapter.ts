import type { FastifyInstance, FastifyRequest, FastifySchema } from 'fastify'
import { allows, role } from '../../contract/access.ts'
import { type Endpoint, type Input, successOf } from '../../contract/calls/endpoint.ts'
import { errorStatus, failureSchema } from '../../contract/calls/errors.ts'
import { type EndpointName, type Endpoints, endpoints } from '../../contract/endpoints.ts'
import { pictureLimit } from '../../contract/pictures.ts'
import { queueTimeout } from '../db/client.ts'
import { timeZoneOf } from '../db/organization-lookup.ts'
import type { Deps } from '../deps.ts'
import { compressed } from '../plugins/compression.ts'
import { takePictureBodies } from '../plugins/picture-bodies.ts'
import { type Call, type DeviceCaller, Failure, type Route, type Session } from './call.ts'
import { encodedBody } from './encoded-body.ts'
import { messages } from './messages.ts'
import { errorCodesOf } from './openapi.ts'
import { refuseFields, remarksOnUnknown, strictQuery } from './unknown-fields.ts'
import { replaceUnstorable } from './unstorable.ts'

declare module 'fastify' {
  interface FastifyRequest {
    startedAt: Date
    /** Null on anonymous calls. */
    session: Session | DeviceCaller | null
    /** What was ignored or changed in a device’s call, in Japanese: for the answer, the device’s history and the access log. */
    remarks: string[]
  }
  interface FastifyContextConfig {
    binary?: boolean
  }
}

/** Bytes of an anonymous caller’s body. */
export const anonymousLimit = 8000
const jsonLimit = 100_000
/** A thousand measurements, with room. */
const deviceJsonLimit = 1_000_000
/** The largest picture in base64, and the other fields. */
const pictureJsonLimit = 28_100_000

/**
 * Returns who makes a call, known by a token or an API key. Throws a failure if nobody may. Given to the adapter, because
 * the features that know callers import the calls.
 */
export type Authenticate = (
  request: FastifyRequest,
  access: Endpoint['access'],
) => Promise<Session | DeviceCaller>

export function registerRoutes(
  app: FastifyInstance,
  deps: Deps,
  routes: readonly Route[],
  authenticate: Authenticate,
): void {
  app.decorateRequest('session', null)
  app.decorateRequest('remarks')
  app.addHook('onRequest', async (request) => {
    request.remarks = []
  })
  app.removeContentTypeParser('text/plain')
  const registerAll = (scope: FastifyInstance, of: readonly Route[]) => {
    for (const route of of) {
      const { path, aliases = [] } = endpointOf(route.name)
      for (const spelling of [path, ...aliases]) register(scope, deps, route, spelling, authenticate)
    }
  }
  const isBinary = ({ name }: Route) => endpointOf(name).binary !== undefined
  registerAll(
    app,
    routes.filter((route) => !isBinary(route)),
  )
  app.register(async (scope) => {
    takePictureBodies(scope)
    registerAll(scope, routes.filter(isBinary))
  })
  answerOptions(app, routes)
}

const isAnonymous = (access: Endpoint['access']) => access === 'public' || access === 'signed'
const endpointOf = (name: EndpointName): Endpoint => endpoints[name]
const pattern = (path: string) => path.replace(/\{(\w+)\}/g, ':$1')

function register<N extends EndpointName>(
  app: FastifyInstance,
  deps: Deps,
  route: Route<N>,
  path: string,
  authenticate: Authenticate,
): void {
  const endpoint = endpointOf(route.name)
  const { access } = endpoint
  const anonymous = isAnonymous(access)
  app.route({
    method: endpoint.method,
    url: pattern(path),
    schema: schemaOf(route.name, path !== endpoint.path),
    bodyLimit: bodyLimit(endpoint),
    compress: compressed(endpoint),
    config: { binary: endpoint.binary !== undefined, rateLimit: rateLimit(endpoint, deps) },
    // Before the body is read: anonymous callers do not get to send one.
    async onRequest(request, reply) {
      if (endpoint.data !== null) reply.header('cache-control', 'no-store')
      // A device’s report must not be lost because of a parameter that its call does not have.
      if (access !== 'device') refuseMalformedQuery(request)
      if (!anonymous) {
        request.session = await authenticate(request, access)
        assertAllowed(endpoint, request.session)
      }
      refuseEncodedBody(request)
      if (access === 'device' && endpoint.body !== undefined) takeAsJson(request)
    },
    async preValidation(request) {
      if (access === 'device') {
        request.remarks.push(...remarksOnUnknown(endpoint, request))
        const replaced = [request.query, request.body].filter((part) => replaceUnstorable(part))
        if (replaced.length > 0) request.remarks.push('保存できない文字を「\uFFFD」に置き換えました')
      } else if (endpoint.body === undefined && endpoint.binary === undefined) {
        refuseFields(request.body)
      }
    },
    async preHandler(request) {
      if (access !== 'device') await enterNamedOrganization(deps, request, endpoint)
    },
    async handler(request, reply) {
      const { session, startedAt } = request
      // Decoded by the schemas above; the types of one endpoint are not known here.
      const input = {
        params: request.params,
        query: request.query,
        headers: request.headers,
        body: endpoint.binary === undefined ? request.body : (request.body ?? new Uint8Array(0)),
      } as unknown as Input<Endpoints[N]>
      const run = (tx: Call<Endpoints[N]>['tx']) =>
        route.handler({
          ...input,
          session,
          tx,
          deps,
          startedAt,
          log: request.log,
          request,
          reply,
        } as Call<Endpoints[N]>)
      const mode = endpoint.method === 'GET' ? 'read only' : 'read write'
      const answer =
        session === null || route.long === true
          ? await run(null as Call<Endpoints[N]>['tx'])
          : route.asOwner === true
            ? await deps.database.asSystem((tx) => run(tx as Call<Endpoints[N]>['tx']), mode)
            : await withHeavySlot(deps, session, route.isHeavy?.(input) === true, (share) =>
                deps.database.inOrganization(
                  session.organizationId,
                  session.userId,
                  (tx) => run(tx as Call<Endpoints[N]>['tx']),
                  mode,
                  share,
                ),
              )
      if (endpoint.data === null) return answer
      const { data, messages: said, count, partial, next, previous, status = 200 } = answer as Success
      if (status === 304) return reply.code(304).send()
      const { remarks } = request
      return reply.code(status).send({
        success: true,
        data,
        messages: remarks.length === 0 ? said : [...(said ?? []), ...remarks],
        count,
        partial,
        next,
        previous,
      })
    },
  })
}

/**
 * A Device key makes the calls of devices and no others; nobody else makes those. Throws `session_required` or
 * `forbidden`.
 */
function assertAllowed({ access, sessionOnly }: Endpoint, { key, role: of }: Session | DeviceCaller): void {
  const isDevice = of === null
  if (sessionOnly === true && key !== null && !isDevice) throw new Failure('session_required')
  const isAllowed = access === 'device' || isDevice ? access === 'device' && isDevice : allows(access, of)
  if (isAllowed) return
  if (access === 'device') throw new Failure('forbidden', { issues: [deviceKeyOnly] })
  throw new Failure('forbidden')
}

const deviceKeyOnly = {
  path: 'APIKEY',
  message: '端末のキーで送信してください。端末の「接続」で作成できます',
}

/** Before a connection is taken: waiting calls would keep connections from others. */
function withHeavySlot<T>(
  { database }: Deps,
  { organizationId }: Pick<Session, 'organizationId'>,
  isHeavy: boolean,
  work: (share?: string) => Promise<T>,
): Promise<T> {
  if (!isHeavy) return work()
  const share = `heavy queries of ${organizationId}`
  return database.heavyQueries.run({ owner: share, timeout: queueTimeout }, () => work(share))
}

/** What handlers return, except where `data` is null. */
interface Success {
  data: unknown
  messages?: string[]
  count?: number
  partial?: true
  next?: string
  previous?: string
  status?: 200 | 201 | 304
}

/** Refuses a compressed body. Otherwise its checksum would fail, which asks the sender to try again. */
function refuseEncodedBody({ headers }: FastifyRequest): void {
  const encoding = headers['content-encoding']
  if (encoding === undefined || encoding === '' || encoding.toLowerCase() === 'identity') return
  throw encodedBody('content-encoding')
}

/**
 * Has the body of a device's call parsed as JSON, whatever it is labelled as: HTTP clients label it as a form or not at all.
 * The character set stays, so that another one is refused by its name.
 */
function takeAsJson({ headers }: FastifyRequest): void {
  const [charset = ''] = /;\s*charset="?[^";\s]+"?/i.exec(headers['content-type'] ?? '') ?? []
  headers['content-type'] = `application/json${charset}`
}

/** Otherwise the query parser would take the bytes of a broken %-sequence as text. */
function refuseMalformedQuery({ raw }: FastifyRequest): void {
  const [, query = ''] = raw.url?.split('?', 2) ?? []
  if (!query.includes('%')) return
  for (const part of query.split('&')) {
    if (isDecodable(part)) continue
    const [name = ''] = part.split('=')
    const path = isDecodable(name) ? decodeURIComponent(name) : name
    throw new Failure('address_malformed', { issues: [{ path, message: messages.address_malformed }] })
  }
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/**
 * A body, query or path may name an organization: the session’s own. In calls that allow it a system administrator may name
 * another: the call then acts in that one, and row-level security shows no other.
 */
async function enterNamedOrganization(
  { database }: Deps,
  request: FastifyRequest,
  { foreignOrganization }: Endpoint,
): Promise<void> {
  const { session, body, query } = request
  if (session === null) return
  const given = [body, query].flatMap((part) =>
    typeof part === 'object' &&
    part !== null &&
    'organization_id' in part &&
    part.organization_id !== undefined
      ? [Number(part.organization_id)]
      : [],
  )
  const { params } = request
  if (typeof params === 'object' && params !== null && 'organizationId' in params) {
    given.push(Number(params.organizationId))
  }
  const named = given.find((id) => id !== session.organizationId)
  if (named === undefined) return
  if (foreignOrganization !== true || session.role !== role.system || new Set(given).size > 1) {
    throw new Failure('forbidden')
  }
  const timeZone = await database.asSystem((tx) => timeZoneOf(tx, named), 'read only')
  if (timeZone === null) throw new Failure('not_found')
  request.session = { ...session, organizationId: named, timeZone }
}

/** Anonymous calls guess passwords and send mail; a screen may load hundreds of pictures at once. */
function rateLimit({ access }: Endpoint, { env }: Deps): { max: number } | false {
  if (access === 'signed') return false
  return { max: access === 'public' ? Math.ceil(env.RATE_LIMIT / 25) : env.RATE_LIMIT }
}

function bodyLimit({ access, binary, body }: Endpoint): number {
  if (isAnonymous(access)) return anonymousLimit
  if (binary !== undefined) return pictureLimit
  if (access === 'device') return deviceJsonLimit
  const sendsPicture =
    body !== undefined && 'shape' in body && ('image_base64' in body.shape || 'icon_base64' in body.shape)
  return sendsPicture ? pictureJsonLimit : jsonLimit
}

function schemaOf(name: EndpointName, alias: boolean): FastifySchema {
  const endpoint = endpointOf(name)
  const codes = errorCodesOf(endpoint)
  const failures = Object.fromEntries(codes.map((code) => [errorStatus[code], failureSchema]))
  const parts = {
    ...(endpoint.params && { params: endpoint.params }),
    ...(endpoint.access === 'device'
      ? endpoint.query && { querystring: endpoint.query }
      : { querystring: strictQuery(endpoint.query) }),
    ...(endpoint.headers && { headers: endpoint.headers }),
    ...(endpoint.body && { body: endpoint.body }),
  }
  return {
    ...parts,
    response: { ...(endpoint.data && { '2xx': successOf(endpoint.data) }), ...failures },
    summary: endpoint.summary,
    ...(endpoint.sessionOnly === true && { description: sessionOnlyText }),
    operationId: name,
    hide: alias,
    security: securityOf(endpoint),
  } as FastifySchema
}

/** OPTIONS lists a path’s methods; there is no CORS, since the console has the same origin. */
function answerOptions(app: FastifyInstance, routes: readonly Route[]): void {
  const methods = new Map<string, Set<string>>()
  for (const { name } of routes) {
    const { method, path, aliases = [] } = endpointOf(name)
    for (const spelling of [path, ...aliases]) {
      const allowed = methods.get(pattern(spelling)) ?? new Set(['OPTIONS'])
      allowed.add(method)
      if (method === 'GET') allowed.add('HEAD')
      methods.set(pattern(spelling), allowed)
    }
  }
  for (const [url, allowed] of methods) {
    app.route({
      method: 'OPTIONS',
      url,
      schema: { hide: true },
      handler: (_request, reply) =>
        reply
          .code(204)
          .header('allow', [...allowed].join(', '))
          .send(),
    })
  }
}

const sessionOnlyText = 'Requires a signed-in session. API keys are refused with `session_required`.'

function securityOf({ access, sessionOnly }: Endpoint): object[] {
  if (isAnonymous(access)) return []
  if (access === 'device') return [{ key: [] }]
  return sessionOnly === true ? [{ session: [] }] : [{ session: [] }, { key: [] }]
}
