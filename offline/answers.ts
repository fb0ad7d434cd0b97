import * as z from 'zod/mini'
import { successOf } from '../contract/calls/endpoint.ts'
import { type Failure, failureSchema } from '../contract/calls/errors.ts'

/** The outcome of a call. Only `success` and `failure` come from our own server. */
export type Answer<T = unknown> =
  | { kind: 'success'; data: T }
  | { kind: 'failure'; status: number; failure: Failure; retryAfter: number | null }
  /** A response not in our server's format: captive portal, proxy, end of a redirect. */
  | { kind: 'foreign'; status: number; retryAfter: number | null }
  | { kind: 'none'; cause: 'network' | 'timeout' }

interface Call {
  headers: Record<string, string>
  body?: BodyInit
  query?: Record<string, string | undefined>
  signal: AbortSignal
  /** Origin of the API; default: the page's own. */
  origin?: string
}

/**
 * Sends one request and validates the response with the contract's schema. Never throws. Follows no
 * redirects, bypasses the HTTP cache.
 */
export async function request<S extends z.ZodMiniType>(
  endpoint: { method: string; path: string; data: S },
  { headers, body, query, signal, origin = location.origin }: Call,
): Promise<Answer<z.output<S>>> {
  const url = new URL(endpoint.path, origin)
  for (const [name, text] of Object.entries(query ?? {})) {
    if (text !== undefined) url.searchParams.set(name, text)
  }
  let response: Response
  let content: unknown
  try {
    response = await fetch(url, {
      method: endpoint.method,
      headers,
      signal,
      redirect: 'error',
      cache: 'no-store',
      credentials: 'omit',
      ...(body === undefined ? {} : { body }),
    })
    content = await response.json().catch((error: unknown) => {
      if (error instanceof SyntaxError) return null
      throw error
    })
  } catch {
    return { kind: 'none', cause: signal.aborted ? 'timeout' : 'network' }
  }

  const retryAfter = secondsOf(response.headers.get('retry-after'))
  if (response.status === 200 || response.status === 201) {
    const success = successOf(z.unknown()).safeParse(content)
    const data = endpoint.data.safeParse(success.data?.data)
    if (success.success && data.success) return { kind: 'success', data: data.data }
  } else {
    const failure = failureSchema.safeParse(content)
    if (failure.success)
      return { kind: 'failure', status: response.status, failure: failure.data, retryAfter }
  }
  return { kind: 'foreign', status: response.status, retryAfter }
}

function secondsOf(header: string | null): number | null {
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) : null
}
