import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ResponseSerializationError } from 'fastify-type-provider-zod'
import {
  type ErrorCode,
  errorStatus,
  type Failure as FailureAnswer,
  type Issue,
  maxIssues,
} from '../../contract/calls/errors.ts'
import { Failure } from '../api/call.ts'
import { messages } from '../api/messages.ts'
import { LimitReachedError } from '../limiter.ts'
import { StorageFullError } from '../storage/storage.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a failed answer. */
    failureCode: ErrorCode | null
    /** As answered. */
    failureIssues: readonly Issue[]
  }
}

/** Characters of texts from a caller, each up to 6 bytes (`\u0000`). */
const longestPath = 60
const longestMessage = 100
/** Bytes of a failed answer at most: path and message of each issue, the message once more, and the rest. */
export const failureLimit = 1000 + maxIssues * (6 * (longestPath + 2 * longestMessage) + 100)

const truncate = (text: string, length: number) =>
  text.length > length ? `${text.slice(0, length - 1)}…` : text
const bounded = (issues: readonly Issue[]): Issue[] =>
  issues.slice(0, maxIssues).map(({ path, message }) => ({
    path: truncate(path, longestPath),
    message: truncate(message, longestMessage),
  }))

export function sendFailure(request: FastifyRequest, reply: FastifyReply, code: ErrorCode, found?: Issue[]) {
  request.failureCode = code
  const issues = found && bounded(found)
  request.failureIssues = issues ?? []
  const answer: FailureAnswer = {
    success: false,
    code,
    messages: [...new Set([messages[code], ...(issues?.map((issue) => issue.message) ?? [])])],
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

interface ClassifiedError {
  code: ErrorCode
  issues?: Issue[] | undefined
  retryAfter?: number | undefined
}

/** The one error handler of all calls. Unknown causes are logged and hidden. */
export function handleErrors(app: FastifyInstance): void {
  app.decorateRequest('failureCode', null)
  app.decorateRequest('failureIssues')
  app.addHook('onRequest', async (request) => {
    request.failureIssues = []
  })
  app.setErrorHandler((error: unknown, request, reply) => {
    const { code, issues, retryAfter } = classify(error, request)
    const status = errorStatus[code]
    // The state of the disk is logged once, not for each picture.
    if (status >= 500 && !(error instanceof StorageFullError && error.cause === undefined))
      request.log.error({ err: error }, 'call failed')
    else request.log.info({ code, issues: issues && bounded(issues).map(({ path }) => path) }, 'call refused')
    if (retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(retryAfter)))
    return sendFailure(request, reply, code, issues)
  })
}

/** Seconds. Somebody must make room, and each attempt sends a complete photograph. */
const storageRetryAfter = 300

function classify(error: unknown, request: FastifyRequest): ClassifiedError {
  if (error instanceof Failure) return error
  // The caller disconnected within the body.
  if (request.raw.readableAborted) return { code: 'validation_failed' }
  if (error instanceof ResponseSerializationError || !(error instanceof Error)) return { code: 'internal' }
  if (error instanceof LimitReachedError) return { code: 'unavailable', retryAfter: error.retryAfter }
  if (error instanceof StorageFullError) return { code: 'storage_full', retryAfter: storageRetryAfter }
  if (isUnavailableDatabase(error)) return { code: 'unavailable', retryAfter: 5 }
  const { statusCode = 500, code } = error as Partial<FastifyError>
  if (statusCode === 413) {
    const message = `本文は ${request.routeOptions.bodyLimit.toLocaleString('en-US')} バイトまでです`
    return { code: 'payload_too_large', issues: [{ path: 'body', message }] }
  }
  // Of no call, and no file has such a name (too long, or outside of the console).
  if (statusCode === 404 || statusCode === 414 || code === 'FST_STATIC_FORBIDDEN_PATH')
    return { code: 'not_found' }
  if (statusCode === 503) return { code: 'unavailable', retryAfter: 5 }
  if (statusCode >= 400 && statusCode < 500) {
    if (code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH') {
      const binary = request.routeOptions.config.binary === true
      const message = '受信した本文の長さが Content-Length と異なります'
      return {
        code: binary ? 'picture_mismatch' : 'body_malformed',
        issues: [{ path: 'content-length', message }],
      }
    }
    if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
      const message = 'JSON は Content-Type: application/json で送信してください'
      return { code: 'media_type_unsupported', issues: [{ path: 'content-type', message }] }
    }
    // Invalid JSON, or an attempt to set a prototype.
    if (code?.startsWith('FST_ERR_CTP_') === true || error instanceof SyntaxError) {
      const message =
        code === 'FST_ERR_CTP_EMPTY_JSON_BODY'
          ? '本文が空です。JSON を送信してください'
          : 'JSON の書き方が正しくありません。引用符、括弧、数値を確認してください'
      return { code: 'body_malformed', issues: [{ path: 'body', message }] }
    }
    return { code: 'validation_failed' }
  }
  return { code: 'internal' }
}

/**
 * Classes 08 and 57 of PostgreSQL (gone, timed out), serialization failures and deadlocks, lock timeouts, a full disk,
 * and network errors.
 */
const unavailableCodes =
  /^(08\w{3}|40001|40P01|57014|57P0\d|53100|53300|55P03|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/

/** Errors of `pg` without a code. */
const unavailableMessages =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Client was closed)/

function isUnavailableDatabase(error: Error): boolean {
  const isAway = 'code' in error && unavailableCodes.test(String(error.code))
  const cause = error.cause instanceof Error && isUnavailableDatabase(error.cause)
  return isAway || unavailableMessages.test(error.message) || cause
}
