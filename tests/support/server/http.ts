import { randomUUID } from 'node:crypto'
import { captureEndpoints } from '../../../contract/captures.ts'
import { sessionEndpoints } from '../../../contract/sessions.ts'
import { sha256Of } from '../reader/rendered-meters.ts'
import type { TestUser } from './accounts.ts'
import type { Answered } from './app.ts'
import { dataOf } from './data.ts'

/** A signed-in caller over HTTP. */
export interface Caller {
  idToken: string
  ask: (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, asked?: CallerRequest) => Promise<Answered>
  /** As a phone sends it; the same key makes it a retry. */
  sendCapture: (meter: { id: number }, picture: Uint8Array, key?: string, at?: Date) => Promise<Answered>
}

interface CallerRequest {
  body?: object
  bytes?: Uint8Array
  headers?: Record<string, string>
}

export async function callerOf(origin: string, user: TestUser): Promise<Caller> {
  const login = await send(origin, 'POST', sessionEndpoints.login.path, {
    body: {
      organization_code: user.organizationCode,
      username: user.username,
      password: user.password,
      email: '',
    },
  })
  const idToken = dataOf('login', login).id_token
  const authorization = `Bearer ${idToken}`
  const ask: Caller['ask'] = (method, path, asked = {}) =>
    send(origin, method, path, { ...asked, headers: { authorization, ...asked.headers } })
  return {
    idToken,
    ask,
    sendCapture(meter, picture, key = randomUUID(), at = new Date()) {
      const query = new URLSearchParams({
        meter_id: String(meter.id),
        captured_at: at.toISOString(),
        sent_at: at.toISOString(),
      })
      return ask('POST', `${captureEndpoints.createCapture.path}?${query}`, {
        bytes: picture,
        headers: {
          'content-type': 'image/jpeg',
          'idempotency-key': key,
          'picture-sha256': sha256Of(picture),
          'picture-length': String(picture.length),
        },
      })
    },
  }
}

async function send(
  origin: string,
  method: string,
  path: string,
  { body, bytes, headers = {} }: CallerRequest,
): Promise<Answered> {
  const response = await fetch(new URL(path, origin), {
    method,
    headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
    ...(bytes && { body: new Uint8Array(bytes) }),
  })
  const content = new Uint8Array(await response.arrayBuffer())
  const text = new TextDecoder().decode(content)
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    json: isJson ? JSON.parse(text) : undefined,
    text,
    bytes: content,
  }
}
