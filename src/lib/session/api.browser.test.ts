// Covers docs/requirements.md: 167, 223, 225, 256, 257, 259, 261

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readingEndpoints } from '../../../contract/readings.ts'
import { sessionEndpoints } from '../../../contract/sessions.ts'
import { unitEndpoints } from '../../../contract/units.ts'
import { clearSession, readSession, writeSession } from '../../../offline/storedSession.ts'
import { AnswerError, ApiError, NetworkError } from '../../failures/callErrors.ts'
import { call } from './api.ts'
import { lastClockOffset } from './clockOffset.ts'
import { accessKey } from './sessionKeys.ts'

interface Sent {
  method: string
  url: URL
  authorization: string | null
  body: unknown
}

let sent: Sent[] = []

/** The network; everything else is real. */
function answer(...answers: ((request: Sent) => Response)[]): void {
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    const text = await request.text()
    const one: Sent = {
      method: request.method,
      url: new URL(request.url),
      authorization: request.headers.get('authorization'),
      body: text === '' ? null : JSON.parse(text),
    }
    sent.push(one)
    const next = answers.length > 1 ? answers.shift() : answers[0]
    if (next === undefined) throw new TypeError('Failed to fetch')
    return next(one)
  })
}

const json = (status: number, content: unknown) => () => Response.json(content, { status })
const units = json(200, { success: true, data: [{ id: 1, name: 'MPa', status: 0 }] })
const failure = (status: number, code: string) =>
  json(status, { success: false, code, messages: ['だめ'], request_id: 'r-1' })

const session = {
  access: 'old',
  password: 'p',
  refresh: 'refresh-1',
  userId: 1,
  organizationId: 10,
  organizationName: 'デモ工業',
}

beforeEach(async () => {
  sent = []
  localStorage.setItem('accessKey', 'old')
  await writeSession(session)
})

afterEach(async () => {
  vi.unstubAllGlobals()
  localStorage.clear()
  await clearSession()
})

test('a call is written as the contract says: path, query, bearer key', async () => {
  answer(json(200, { success: true, data: [], count: 120, next: 'k' }))
  const readings = await call(readingEndpoints.readings, {
    query: { meter_ids: [3, 5], recorded_span: { from: '2026-11-20-00-00', to: null }, is_image: true },
  })
  expect(readings).toEqual({ data: [], messages: [], count: 120, next: 'k', previous: null, partial: false })
  const [one] = sent
  expect(one?.url.pathname).toBe('/api/v1/meters-values')
  expect(Object.fromEntries(one?.url.searchParams ?? [])).toEqual({
    meter_ids: '3,5',
    recorded_span: '2026-11-20-00-00>',
    is_image: '1',
  })
  expect(one?.authorization).toBe('Bearer old')
})

test('parameters stand in the path and the body is sent as JSON', async () => {
  answer(failure(404, 'not_found'))
  await expect(
    call(readingEndpoints.updateReading, { params: { id: 7 }, body: { value: null } }),
  ).rejects.toThrow()
  expect(sent[0]).toMatchObject({ method: 'PUT', body: { value: null } })
  expect(sent[0]?.url.pathname).toBe('/api/v1/meter-value/7')
})

test('a refusal is told with its code; a writing call is sent once', async () => {
  answer(failure(503, 'unavailable'))
  const error = await call(readingEndpoints.updateReading, { params: { id: 7 }, body: { value: 1 } }).catch(
    (e: unknown) => e,
  )
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ code: 'unavailable', status: 503, requestId: 'r-1', messages: ['だめ'] })
  expect(sent).toHaveLength(1)
})

test('no answer of our server is a network error, also where a captive portal answers', async () => {
  answer(() => new Response('<html>Login to wifi</html>', { headers: { 'content-type': 'text/html' } }))
  await expect(call(unitEndpoints.units)).rejects.toBeInstanceOf(NetworkError)
  answer(() => new Response('Sign in first', { status: 403 }))
  await expect(call(unitEndpoints.units)).rejects.toBeInstanceOf(NetworkError)
  answer(() => {
    throw new TypeError('Failed to fetch')
  })
  await expect(call(unitEndpoints.units)).rejects.toBeInstanceOf(NetworkError)
})

test('requirement 19: the server’s time is taken from its own answers, not from a captive portal’s', async () => {
  const date = new Date(Date.now() - 600_000).toUTCString()
  answer(() => new Response('<html>Login to wifi</html>', { headers: { date } }))
  await expect(call(unitEndpoints.units)).rejects.toBeInstanceOf(NetworkError)
  expect(lastClockOffset()).toBeNull()
  answer(() => Response.json({ success: true, data: [] }, { headers: { date } }))
  await call(unitEndpoints.units)
  expect(lastClockOffset()).toBeGreaterThan(590_000)
})

test('a server that fails without a word of its own is told apart from one that is not there', async () => {
  answer(() => new Response('Oops', { status: 500 }))
  await expect(call(unitEndpoints.units)).rejects.toMatchObject({
    name: 'ApiError',
    code: 'internal',
    requestId: null,
  })
  answer(() => new Response('<h1>Bad gateway</h1>', { status: 502 }))
  await expect(call(unitEndpoints.units)).rejects.toMatchObject({
    name: 'ApiError',
    code: 'unavailable',
    status: 502,
  })
})

test('an answer of another shape than the contract’s is not passed on', async () => {
  answer(json(200, { success: true, data: [{ id: 'one' }] }))
  await expect(call(unitEndpoints.units)).rejects.toBeInstanceOf(AnswerError)
})

const tokens = json(200, {
  success: true,
  data: {
    id_token: 'new',
    access_token: 'p2',
    refresh_token: 'refresh-2',
    organization: { name: 'デモ工業' },
  },
})

test('a refused key is renewed once for calls that fail together, and each is sent again', async () => {
  answer((request) => {
    if (request.url.pathname.endsWith('/refresh')) return tokens()
    return request.authorization === 'Bearer new' ? units() : failure(401, 'unauthenticated')()
  })
  const answers = await Promise.all([
    call(unitEndpoints.units),
    call(unitEndpoints.units),
    call(unitEndpoints.units),
  ])
  expect(answers.map(({ data }) => data)).toEqual(Array(3).fill([{ id: 1, name: 'MPa', status: 0 }]))
  expect(sent.filter(({ url }) => url.pathname.endsWith('/refresh'))).toHaveLength(1)
  expect(accessKey()).toBe('new')
  expect(localStorage.getItem('refreshKey')).toBe('refresh-2')
})

test('when the refresh is refused the session is over', async () => {
  answer((request) =>
    request.url.pathname.endsWith('/refresh')
      ? failure(401, 'refresh_failed')()
      : failure(401, 'unauthenticated')(),
  )
  await expect(call(unitEndpoints.units)).rejects.toMatchObject({ code: 'unauthenticated' })
  expect(await readSession()).toBeNull()
})

test('when the refresh finds no server the session stays', async () => {
  answer((request) => {
    if (request.url.pathname.endsWith('/refresh')) throw new TypeError('Failed to fetch')
    return failure(401, 'unauthenticated')()
  })
  await expect(call(unitEndpoints.units)).rejects.toBeInstanceOf(NetworkError)
  expect(await readSession()).toMatchObject({ access: 'old' })
})

test('a wrong password is not taken for an expired session', async () => {
  answer(failure(401, 'login_failed'))
  const body = { organization_code: 'demo', username: 'sato', password: 'x' }
  await expect(call(sessionEndpoints.login, { body })).rejects.toMatchObject({ code: 'login_failed' })
  expect(sent).toHaveLength(1)
})
