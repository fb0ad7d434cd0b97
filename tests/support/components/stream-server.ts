import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { TestProject } from 'vitest/node'
import type { StreamOrder, StreamRecord } from './streams.ts'

/**
 * A scripted event server for browser tests: events in two chunks, silence, errors, foreign pages. Each test
 * has its own scope: keys are `<scope>.<anything>`.
 */
interface Scope {
  lines: { key: string; response: ServerResponse }[]
  record: StreamRecord
  answers: StreamOrder['answers']
  hello: object
}

const scopes = new Map<string, Scope>()

function scopeOf(name: string): Scope {
  const known = scopes.get(name)
  if (known) return known
  const scope: Scope = { lines: [], record: { lines: [], asked: [], since: [] }, answers: [], hello: {} }
  scopes.set(name, scope)
  return scope
}

function events(request: IncomingMessage, response: ServerResponse): void {
  const key = (request.headers.authorization ?? '').replace('Bearer ', '')
  const scope = scopeOf(key.split('.')[0] ?? '')
  scope.record.asked.push(performance.now())
  scope.record.since.push(Number(new URL(request.url ?? '/', 'http://localhost').searchParams.get('since')))
  const answer = scope.answers.shift()
  if (answer !== undefined) {
    response.writeHead(answer.status, answer.headers).end(answer.body)
    return
  }
  const line = { key, left: false }
  scope.record.lines.push(line)
  scope.lines.push({ key, response })
  response.once('close', () => {
    line.left = true
  })
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
  response.write(`event: hello\ndata: ${JSON.stringify(scope.hello)}\n\n`)
}

async function refresh(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { refresh_token: token } = JSON.parse(await text(request)) as { refresh_token: string }
  const data = {
    id_token: `${token.split('.')[0]}.new`,
    access_token: 'p',
    refresh_token: token,
    organization: { name: 'デモ工業' },
  }
  answerJson(response, { success: true, data })
}

async function control(request: IncomingMessage, response: ServerResponse, name: string): Promise<void> {
  const scope = scopeOf(name)
  if (request.method === 'POST') {
    const { say, end, answers, hello } = JSON.parse(await text(request)) as Partial<StreamOrder>
    if (say !== undefined) scope.lines[say.line]?.response.write(say.text)
    if (end !== undefined) scope.lines[end]?.response.end()
    if (answers !== undefined) scope.answers = answers
    if (hello !== undefined) scope.hello = hello
  }
  answerJson(response, scope.record)
}

const answerJson = (response: ServerResponse, body: object) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.setHeader('access-control-allow-origin', '*')
  response.setHeader('access-control-allow-headers', '*, authorization')
  response.setHeader('access-control-expose-headers', 'retry-after')
  response.setHeader('access-control-max-age', '600')
  const { pathname } = new URL(request.url ?? '/', 'http://localhost')
  if (request.method === 'OPTIONS') response.writeHead(204).end()
  else if (pathname === '/api/v1/events') events(request, response)
  else if (pathname === '/api/v1/refresh') await refresh(request, response)
  else await control(request, response, pathname.slice('/control/'.length))
}

/** Global set-up of the browser project: starts the server and provides its origin. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    handle(request, response).catch(() => request.socket.destroy())
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  project.provide('streamOrigin', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return () =>
    new Promise((closed) => {
      server.closeAllConnections()
      server.close(() => closed())
    })
}
