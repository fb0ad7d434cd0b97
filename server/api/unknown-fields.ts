import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Endpoint } from '../../contract/calls/endpoint.ts'
import { Failure } from './call.ts'
import { toStorable } from './unstorable.ts'
import { unknownKey } from './validator.ts'

/**
 * A query’s schema that refuses parameters the call does not have. A misspelt filter would otherwise return everything.
 * The contract itself stays loose, so that the console can encode objects with further fields.
 */
export const strictQuery = (query: Endpoint['query']): z.ZodMiniObject =>
  z.catchall(query ?? z.object({}), z.never())

/** Refuses the fields of a JSON body in calls that have no body. */
export function refuseFields(body: unknown): void {
  const issues = keysOf(body).map((key) => ({ path: key, message: unknownKey }))
  if (issues.length > 0) throw new Failure('validation_failed', { issues })
}

/**
 * Remarks about the parts of a device’s call that the call does not have. They are ignored, because firmware that sends
 * more than we know must not lose its readings.
 */
export function remarksOnUnknown({ query, headers, body }: Endpoint, request: FastifyRequest): string[] {
  return [
    ...unknownOf(request.query, query).map((key) => remark('クエリ', key)),
    ...unknownOf(request.headers, headers)
      .filter((key) => !isUsualHeader(key))
      .map((key) => remark('ヘッダー', key)),
    ...(body !== undefined && !('shape' in body)
      ? []
      : unknownOf(request.body, body).map((key) => remark('項目', key))),
  ].slice(0, maxRemarks)
}

const maxRemarks = 10
/** Characters of a caller’s key in a remark. */
const longestKey = 60

/** Without the value, which may be a secret. */
export const remark = (part: 'クエリ' | 'ヘッダー' | '項目', key: string): string =>
  `不明な${part} ${toStorable(key.slice(0, longestKey))} は無視しました`

const unknownOf = (given: unknown, schema: z.ZodMiniObject | undefined): string[] =>
  keysOf(given).filter((key) => !(key in (schema?.shape ?? {})))

const keysOf = (given: unknown): string[] =>
  typeof given === 'object' && given !== null && !(given instanceof Uint8Array) ? Object.keys(given) : []

/** Headers that HTTP, clients and proxies add by themselves. */
const isUsualHeader = (name: string): boolean => usualHeaders.has(name) || usualPrefix.test(name)

const usualHeaders = new Set([
  'apikey',
  'authorization',
  'baggage',
  'cache-control',
  'cdn-loop',
  'connection',
  'cookie',
  'date',
  'digest',
  'dnt',
  'expect',
  'forwarded',
  'from',
  'host',
  'keep-alive',
  'mime-version',
  'origin',
  'pragma',
  'priority',
  'range',
  'referer',
  'te',
  'trace',
  'traceparent',
  'tracestate',
  'trailer',
  'transfer-encoding',
  'true-client-ip',
  'upgrade',
  'upgrade-insecure-requests',
  'user-agent',
  'via',
])
const usualPrefix =
  /^(accept|cf-|content-|fly-|if-|proxy-|sec-|x-(amz|amzn|b3|client-ip|cloud|correlation|envoy|forwarded|original|real-ip|request-id))/
