import * as z from 'zod/mini'
import { failureSchema } from '../../contract/calls/errors.ts'
import type { EndpointName } from '../../contract/endpoints.ts'
import { endpoints } from '../../contract/endpoints.ts'

/** A caller of one server. `authorization` is the value of the header. */
export interface Connection {
  server: string
  authorization: () => Promise<string | null>
}

/** An answer of 4xx or 5xx. `code` is the contract's; null: not in its shape. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string | null

  constructor(call: string, status: number, text: string) {
    super(`${call}: ${status} ${text.slice(0, 300)}`)
    this.name = 'Refusal'
    this.status = status
    this.code = codeOf(text)
  }
}

function codeOf(text: string): string | null {
  try {
    return failureSchema.parse(JSON.parse(text)).code
  } catch {
    return null
  }
}

interface Sent {
  params?: Record<string, string | number>
  query?: Record<string, string>
  headers?: Record<string, string>
  json?: unknown
  bytes?: Uint8Array<ArrayBuffer>
}

/** Makes one call and gives its `data`. Throws `Refusal`, or the error of `fetch` where no answer came. */
export async function ask<S extends z.core.$ZodType>(
  { server, authorization }: Connection,
  name: EndpointName,
  data: S,
  { params = {}, query = {}, headers = {}, json, bytes }: Sent = {},
): Promise<z.output<S>> {
  const { method, path: pattern } = endpoints[name]
  const path = pattern.replace(/\{(\w+)\}/g, (_all, key: string) => String(params[key]))
  const search = new URLSearchParams(query).toString()
  const token = await authorization()
  const body = bytes ?? (json === undefined ? null : JSON.stringify(json))
  const answer = await fetch(`${server}${path}${search && `?${search}`}`, {
    method,
    headers: {
      ...(token !== null && { authorization: token }),
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    body,
  })
  const text = await answer.text()
  if (!answer.ok) throw new Refusal(`${method} ${path}`, answer.status, text)
  return z.parse(data, z.object({ data: z.unknown() }).parse(JSON.parse(text)).data)
}
