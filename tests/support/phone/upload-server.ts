import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import type { UploadControl, UploadRecord } from './uploads.ts'

/**
 * A misbehaving upload server for browser tests: cut lines, captive portals, wrong receipts. Each test has
 * its own scope: access keys are `<scope>.<number>`.
 */
interface Scope {
  control: UploadControl
  record: UploadRecord
  /** Responses held until the gate opens. */
  waiting: (() => void)[]
  keyNumber: number
}

const taken = new Set([
  '/api/v1/captures',
  '/api/v1/skips',
  '/api/v1/meter-replacements',
  '/api/v1/typed-readings',
  '/api/v1/reading-corrections',
  '/api/v1/reading-withdrawals',
])

const scopes = new Map<string, Scope>()

function scopeOf(name: string): Scope {
  const known = scopes.get(name)
  if (known) return known
  const scope: Scope = {
    control: { mode: 'accept', modes: {}, refresh: 'accept' },
    record: { attempts: [], commits: {}, received: {}, refreshes: 0, withdrawn: [] },
    waiting: [],
    keyNumber: 1,
  }
  scopes.set(name, scope)
  return scope
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function answer(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

function fail(response: ServerResponse, status: number, code: string, headers = {}): void {
  const body = { success: false, code, messages: [`${code}です。`], request_id: 'test' }
  answer(response, status, body, headers)
}

/** Answers whatever the outbox sends: the receipts are the same. */
async function accept(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
  const [scopeName = '', keyNumber] = (request.headers.authorization ?? '').replace('Bearer ', '').split('.')
  const scope = scopeOf(scopeName)
  const key = String(request.headers['idempotency-key'])
  const mode = scope.control.modes[key] ?? scope.control.mode
  scope.record.attempts.push(key)
  if (mode === 'cut') {
    request.socket.destroy()
    return
  }
  const bytes = await bytesOf(request)
  if (mode === 'gate') await new Promise<void>((open) => scope.waiting.push(open))
  if (Number(keyNumber) !== scope.keyNumber) return fail(response, 401, 'unauthenticated')
  if (mode === 'captive') {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Wi-Fi ログイン</html>')
    return
  }
  if (mode === 'redirect') {
    response.writeHead(302, { location: '/elsewhere' }).end()
    return
  }
  if (typeof mode === 'object') return fail(response, mode.status, mode.code, mode.headers)

  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const body: { meter_id: number } | null =
    url.pathname === '/api/v1/captures' ? null : JSON.parse(bytes.toString())
  scope.record.commits[key] = (scope.record.commits[key] ?? 0) + 1
  scope.record.received[key] = {
    sha256,
    length: bytes.length,
    query: Object.fromEntries(url.searchParams),
    headers: request.headers as Record<string, string>,
    ...(body === null ? {} : { body }),
  }
  if (mode === 'drop') {
    request.socket.destroy()
    return
  }
  const receipt = {
    id: 7,
    key: mode === 'wrong key' ? crypto.randomUUID() : key,
    received_at: '2026-11-20T09:00:00+09:00',
    ...(body === null
      ? {
          meter_id: Number(url.searchParams.get('meter_id')),
          sha256: mode === 'wrong sha256' ? '0'.repeat(64) : sha256,
          length: mode === 'wrong length' ? bytes.length - 1 : bytes.length,
        }
      : { meter_id: mode === 'wrong meter' ? body.meter_id + 1 : body.meter_id }),
  }
  answer(response, 201, { success: true, data: receipt })
}

/** Only with a valid key. */
function withdraw(request: IncomingMessage, response: ServerResponse, key: string): void {
  const [scopeName = '', keyNumber] = (request.headers.authorization ?? '').replace('Bearer ', '').split('.')
  const scope = scopeOf(scopeName)
  if (Number(keyNumber) === scope.keyNumber) {
    scope.record.withdrawn.push(key)
    answer(response, 200, { success: true, data: { meter_id: 4 } })
  } else fail(response, 401, 'unauthenticated')
}

async function refresh(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { refresh_token: token } = JSON.parse((await bytesOf(request)).toString()) as {
    refresh_token: string
  }
  const [name = ''] = token.split('.')
  const scope = scopeOf(name)
  scope.record.refreshes += 1
  if (scope.control.refresh === 'gate') await new Promise<void>((open) => scope.waiting.push(open))
  if (scope.control.refresh === 'cut') {
    request.socket.destroy()
    return
  }
  if (scope.control.refresh === 'refuse') return fail(response, 401, 'refresh_failed')
  answer(response, 200, {
    success: true,
    data: {
      id_token: `${name}.${scope.keyNumber}`,
      access_token: 'password',
      refresh_token: `${name}.renewed`,
      organization: { name: '検針テスト' },
    },
  })
}

async function control(request: IncomingMessage, response: ServerResponse, name: string): Promise<void> {
  const scope = scopeOf(name)
  if (request.method === 'POST') {
    const change = JSON.parse((await bytesOf(request)).toString()) as Partial<UploadControl>
    Object.assign(scope.control, change)
    if (change.expire) scope.keyNumber += 1
    if (scope.control.mode !== 'gate' && scope.control.refresh !== 'gate') {
      for (const open of scope.waiting.splice(0)) open()
    }
  }
  answer(response, 200, { ...scope.record, gated: scope.waiting.length })
}

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.setHeader('access-control-allow-origin', '*')
  response.setHeader('access-control-allow-headers', '*, authorization')
  response.setHeader('access-control-allow-methods', '*')
  response.setHeader('access-control-expose-headers', 'retry-after')
  response.setHeader('access-control-max-age', '600')
  const url = new URL(request.url ?? '/', 'http://localhost')
  if (request.method === 'OPTIONS') response.writeHead(204).end()
  else if (taken.has(url.pathname)) await accept(request, response, url)
  else if (request.method === 'DELETE') withdraw(request, response, url.pathname.split('/').at(-1) ?? '')
  else if (url.pathname === '/api/v1/refresh') await refresh(request, response)
  else if (url.pathname.startsWith('/control/')) await control(request, response, url.pathname.slice(9))
  else fail(response, 404, 'not_found')
}

/** Global set-up of the browser project: starts the server and provides its origin. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    handle(request, response).catch(() => request.socket.destroy())
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  project.provide('uploadOrigin', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return () =>
    new Promise((closed) => {
      server.closeAllConnections()
      server.close(() => closed())
    })
}
