import ky, { HTTPError, SchemaValidationError, TimeoutError, NetworkError as TransportError } from 'ky'
import * as z from 'zod/mini'
import type { Data, Endpoint } from '../../../contract/calls/endpoint.ts'
import { successOf } from '../../../contract/calls/endpoint.ts'
import { type Failure, failureSchema } from '../../../contract/calls/errors.ts'
import { AnswerError, ApiError, NetworkError } from '../../failures/callErrors.ts'
import { noteServerTime } from './clockOffset.ts'
import { accessKey, refreshKeys } from './sessionKeys.ts'

type Part<E, K extends string> = E extends { readonly [P in K]: infer S extends z.ZodMiniType }
  ? Record<never, never> extends z.output<S>
    ? { [P in K]?: z.output<S> }
    : { [P in K]: z.output<S> }
  : unknown

/** A call answered in JSON; the outbox sends captures, whose body is bytes. */
type JsonEndpoint = Endpoint & { readonly data: z.ZodMiniType; readonly binary?: undefined }

/** A call whose body is bytes. */
type BinaryEndpoint = Endpoint & { readonly data: z.ZodMiniType; readonly binary: readonly string[] }

/** A call answered with a file. */
type FileEndpoint = Endpoint & { readonly data: null }

type CallInput<E extends Endpoint> = Part<E, 'params'> &
  Part<E, 'query'> &
  Part<E, 'headers'> &
  Part<E, 'body'> & { signal?: AbortSignal }

interface Answer<E extends Endpoint> {
  data: Data<E>
  /** Remarks of the server for a person. */
  messages: string[]
  /** Rows matching the filters; 0 where the call does not count. */
  count: number
  /** Cursor for `after`; null at the end. */
  next: string | null
  /** Cursor for `before`; null at the beginning. */
  previous: string | null
  /** The search hit its limit: `count` covers the searched part, `next` continues. */
  partial: boolean
}

type Arguments<E extends Endpoint> =
  Record<never, never> extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>]

interface AnyInput {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  headers?: Record<string, unknown>
  body?: Record<string, unknown>
  bytes?: Blob
  signal?: AbortSignal
}

/** Calls the API. Throws `ApiError`, `NetworkError` or `AnswerError`. */
export async function call<E extends JsonEndpoint>(
  endpoint: E,
  ...[input]: Arguments<E>
): Promise<Answer<E>> {
  const given: AnyInput = input ?? {}
  return (await renewing(endpoint, (key) => read(endpoint, given, key))) as Answer<E>
}

/** Sends bytes; otherwise as `call`. */
export async function upload<E extends BinaryEndpoint>(
  endpoint: E,
  input: CallInput<E> & { bytes: Blob },
): Promise<Answer<E>> {
  return (await renewing(endpoint, (key) => read(endpoint, input, key))) as Answer<E>
}

/** Asks for a file, whose bytes the caller reads. Until the headers arrive, throws as `call` does. */
export async function openFile<E extends FileEndpoint>(
  endpoint: E,
  ...[input]: Arguments<E>
): Promise<Response> {
  const given: AnyInput = input ?? {}
  return renewing(endpoint, async (key) => {
    try {
      // No timeout: the body may take long.
      return await send(endpoint, given, key, false)
    } catch (error) {
      throw failureOf(error)
    }
  })
}

/** Retries with renewed keys after a 401. */
async function renewing<T>(endpoint: Endpoint, attempt: (key: string | null) => Promise<T>): Promise<T> {
  const key = accessKey()
  try {
    return await attempt(key)
  } catch (error) {
    const expired = error instanceof ApiError && error.code === 'unauthenticated'
    if (!expired || key === null || endpoint.access === 'public') throw error
    const renewed = await refreshKeys(key)
    if (renewed === 'unavailable') throw new NetworkError('keys not renewed', { cause: error })
    if (renewed === 'refused') throw error
    return attempt(accessKey())
  }
}

async function read(endpoint: Endpoint, input: AnyInput, key: string | null) {
  try {
    const answering = send(endpoint, input, key)
    const { headers } = await answering
    const arrived = Date.now()
    const answer = await answering.json(successOf(endpoint.data ?? z.never()))
    // Only now it is known to be our server's, not a portal's.
    noteServerTime(headers, arrived)
    return {
      data: answer.data,
      messages: answer.messages ?? [],
      count: answer.count ?? 0,
      next: answer.next ?? null,
      previous: answer.previous ?? null,
      partial: answer.partial ?? false,
    }
  } catch (error) {
    throw failureOf(error)
  }
}

function send(endpoint: Endpoint, input: AnyInput, key: string | null, timeout: number | false = 300_000) {
  return ky(pathOf(endpoint, input.params), {
    method: endpoint.method,
    timeout,
    retry: 0,
    searchParams: encode(endpoint.query, input.query),
    headers: {
      ...encode(endpoint.headers, input.headers),
      authorization: key === null ? undefined : `Bearer ${key}`,
    },
    ...(endpoint.body && { json: z.encode(endpoint.body, input.body ?? {}) }),
    ...(input.bytes && { body: input.bytes }),
    ...(input.signal && { signal: input.signal }),
  })
}

const pathOf = (endpoint: Endpoint, params: AnyInput['params']): string => {
  const encoded = encode(endpoint.params, params)
  return endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(encoded[name] ?? ''))
}

/** Encodes ids, spans and lists as text. */
const encode = (schema: z.ZodMiniObject | undefined, part: Record<string, unknown> | undefined) =>
  (schema ? z.encode(schema, part ?? {}) : {}) as Record<string, string | undefined>

/** The server's failure as an error. */
export function apiError({ request_id: requestId, ...failure }: Failure, status: number): ApiError {
  return new ApiError({ ...failure, requestId, status })
}

/** The server or a proxy failed without a body of ours: it is reachable. */
const silentFailure = (status: number) =>
  new ApiError({ code: status === 500 ? 'internal' : 'unavailable', status, messages: [], requestId: null })

function failureOf(error: unknown): unknown {
  if (error instanceof HTTPError) {
    const { status } = error.response
    const failure = failureSchema.safeParse(error.data)
    if (failure.success) return apiError(failure.data, status)
    return status >= 500
      ? silentFailure(status)
      : new NetworkError(`status ${status} without our answer`, { cause: error })
  }
  if (error instanceof SchemaValidationError) return new AnswerError(error.message, { cause: error })
  const unanswered =
    error instanceof TransportError ||
    error instanceof TimeoutError ||
    error instanceof SyntaxError ||
    // Of the caller's own time limit.
    (error instanceof DOMException && error.name === 'TimeoutError')
  return unanswered ? new NetworkError(error.message, { cause: error }) : error
}
