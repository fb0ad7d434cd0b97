import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import type { Endpoint } from '../../contract/calls/endpoint.ts'
import { type ErrorCode, errorStatus } from '../../contract/calls/errors.ts'
import { endpoints } from '../../contract/endpoints.ts'

/** Serves the contract as OpenAPI, readable at /api/docs. To be registered before the routes. */
export async function documentApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Kenshin (検針)',
        version: '1',
        description:
          'Meters, their readings and pictures. Answers are `{ success: true, data }` or `{ success: false, code, messages }`.',
      },
      servers: [{ url: '/' }],
      components: {
        securitySchemes: {
          session: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description: '`id_token` of login',
          },
          key: {
            type: 'http',
            scheme: 'basic',
            description:
              'Access key and secret key of an API key, or the single header `APIKEY: access:secret`. Keys are administered, like users, organizations and plans, by signed-in persons only.',
          },
        },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: (document) => withoutUnused(withBinaryBodies(jsonSchemaTransformObject(document))),
  })
  app.get('/api/v1/openapi.json', { schema: { hide: true } }, () => app.swagger())
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    uiConfig: { validatorUrl: null, deepLinking: true },
    staticCSP: {
      'default-src': "'self'",
      'base-uri': "'self'",
      'img-src': ["'self'", 'data:'],
      'object-src': "'none'",
      'frame-ancestors': "'none'",
      'script-src': "'self'",
      'style-src': ["'self'", "'unsafe-inline'"],
    },
  })
}

export function errorCodesOf({ access, sessionOnly, body, binary, errors = [] }: Endpoint): ErrorCode[] {
  const anyone: ErrorCode[] = [
    'validation_failed',
    'address_malformed',
    'too_many_requests',
    'internal',
    'unavailable',
  ]
  const withJson: ErrorCode[] = ['body_malformed', 'payload_too_large', 'media_type_unsupported']
  const signedIn: ErrorCode[] = [
    'unauthenticated',
    'key_unknown',
    'key_expired',
    'forbidden',
    'organization_inactive',
    'address_refused',
    'plan_refused',
    'daily_limit',
  ]
  return [
    ...anyone,
    ...(body === undefined ? [] : withJson),
    ...(binary === undefined ? [] : (['media_type_unsupported', 'storage_full'] as const)),
    ...(access === 'public' || access === 'signed' ? [] : signedIn),
    ...(sessionOnly === true ? (['session_required'] as const) : []),
    ...errors,
  ]
}

interface Operation {
  requestBody?: object
  responses?: Record<string, object>
}

/** Adds what zod cannot express: binary bodies and answers, and the error codes of a status. */
function withBinaryBodies<D extends object>(document: D): D {
  const paths = 'paths' in document ? (document.paths as Record<string, Record<string, Operation>>) : {}
  const bytes = { schema: { type: 'string', format: 'binary' } }
  for (const endpoint of Object.values<Endpoint>(endpoints)) {
    const operation = paths[endpoint.path]?.[endpoint.method.toLowerCase()]
    if (operation === undefined) continue
    if (endpoint.binary !== undefined) {
      const content = Object.fromEntries(endpoint.binary.map((type) => [type, bytes]))
      operation.requestBody = { required: true, content }
    }
    const responses = { ...operation.responses }
    if (endpoint.media !== undefined) {
      responses['200'] = { description: 'The bytes', content: { [endpoint.media]: bytes } }
    }
    for (const [status, response] of Object.entries(responses)) {
      const codes = errorCodesOf(endpoint).filter((code) => String(errorStatus[code]) === status)
      if (codes.length > 0) responses[status] = { ...response, description: codes.join(', ') }
    }
    operation.responses = responses
  }
  return document
}

/** Schemas are written once as input and once as output; usually only one of them is referenced. */
function withoutUnused<D extends object>(document: D): D {
  const components = 'components' in document ? (document.components as { schemas?: object }) : {}
  const used = new Set<string>()
  const visit = (part: unknown) => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (used.has(name)) continue
      used.add(name)
      visit(components.schemas?.[name as keyof object] ?? {})
    }
  }
  visit('paths' in document ? document.paths : {})
  const schemas = Object.entries(components.schemas ?? {}).filter(([name]) => used.has(name))
  return { ...document, components: { ...components, schemas: Object.fromEntries(schemas) } }
}
