import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors, ResponseSerializationError } from 'fastify-type-provider-zod'
import {
  type ErrorCode,
  errorStatus,
  type Failure as FailureAnswer,
  type Issue,
} from '../../contract/errors.ts'
import { Failure } from '../api/call.ts'
import { messages } from '../api/messages.ts'

/** The one shape of every failed answer. */
export function sendFailure(request: FastifyRequest, reply: FastifyReply, code: ErrorCode, issues?: Issue[]) {
  const answer: FailureAnswer = {
    success: false,
    code,
    messages: [messages[code], ...new Set(issues?.map((issue) => issue.message))],
    request_id: request.id,
    ...(issues === undefined ? {} : { issues }),
  }
  return reply
    .code(errorStatus[code])
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(answer)
}

interface Understood {
  code: ErrorCode
  issues?: Issue[] | undefined
  retryAfter?: number | undefined
}

/** One way out: every error of every call ends here. Unknown causes are logged and hidden. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: unknown, request, reply) => {
    const { code, issues, retryAfter } = understand(error, request)
    const status = errorStatus[code]
    if (status >= 500) request.log.error({ err: error }, 'call failed')
    else request.log.info({ code, issues: issues?.map((issue) => issue.path) }, 'call refused')
    if (retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(retryAfter)))
    return sendFailure(request, reply, code, issues)
  })
}

function understand(error: unknown, request: FastifyRequest): Understood {
  if (error instanceof Failure) return error
  // First: the check for serialization errors of the type provider throws on values without properties.
  if (hasZodFastifySchemaValidationErrors(error))
    return { code: 'validation_failed', issues: issuesOf(error) }
  // The caller went away in the middle of the body: nobody is left to read the answer.
  if (request.raw.readableAborted) return { code: 'validation_failed' }
  if (error instanceof ResponseSerializationError || !(error instanceof Error)) return { code: 'internal' }
  if (isUnavailableDatabase(error)) return { code: 'unavailable', retryAfter: 5 }
  const { statusCode = 500, code } = error as Partial<FastifyError>
  if (statusCode === 429) return { code: 'too_many_requests' }
  if (statusCode === 413) return { code: 'payload_too_large' }
  if (statusCode === 404) return { code: 'not_found' }
  if (statusCode === 503) return { code: 'unavailable', retryAfter: 5 }
  if (statusCode >= 400 && statusCode < 500) {
    const binary = request.routeOptions.config.binary === true
    if (binary && code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return { code: 'picture_unsupported' }
    if (binary && code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH') return { code: 'picture_mismatch' }
    return { code: 'validation_failed' }
  }
  return { code: 'internal' }
}

function issuesOf(error: {
  validation: { instancePath: string; message?: string; params: object }[]
}): Issue[] {
  return error.validation.flatMap(({ instancePath, message = '', params }) => {
    const path = instancePath
      .split('/')
      .slice(1)
      .filter((part) => part !== '')
    const keys = 'keys' in params && Array.isArray(params.keys) ? params.keys.map(String) : [null]
    return keys.map((key) => ({ path: [...path, ...(key === null ? [] : [key])].join('.'), message }))
  })
}

/** Classes 08 and 57 of PostgreSQL’s codes (gone, or out of time), and what the network says. */
function isUnavailableDatabase(error: Error): boolean {
  // Drizzle wraps what the driver threw.
  const causes = [error, error.cause]
  return causes.some(
    (cause) =>
      cause instanceof Error &&
      (('code' in cause &&
        /^(08\w{3}|57014|57P0\d|53300|ECONNREFUSED|ECONNRESET|EPIPE)$/.test(String(cause.code))) ||
        /^(timeout exceeded when trying to connect|Connection terminated)/.test(cause.message)),
  )
}
