import { once } from 'node:events'
import { createReadStream, existsSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { Transform } from 'node:stream'
import { type ErrorCode, errorStatus } from '../../../contract/calls/errors.ts'
import { captureEndpoints } from '../../../contract/captures.ts'
import { roundEndpoints } from '../../../contract/rounds.ts'
import type { FaultStatus, LineFault, Moment, Scope } from './plan.ts'

/** The line between a phone and a server, with its faults. */
export interface Line {
  origin: string
  /** What the line does from now on; null: nothing. Breaks what stands when cut. */
  set: (fault: LineFault | null, scope?: Scope) => void
  /** The next so many stored captures and skips are not answered. */
  loseAnswers: (count: number) => void
  /** Holds the next capture or skip; resolves when it stands. */
  hold: (at: Moment) => Promise<void>
  /** Lets what is held go on, or breaks it; ends a `hold` that met nothing. */
  release: (how: 'on' | 'broken') => void
  /** Serves the console from this folder; null: the server's. */
  serveConsoleFrom: (folder: string | null) => void
  close: () => Promise<void>
}

const bytesPerSecond = 8000

/** What the outbox sends. */
const uploadPaths = new Set<string>([captureEndpoints.createCapture.path, roundEndpoints.createSkip.path])

/** Codes that our server uses with these statuses; 408 it never sends. */
const ownCodes: Record<FaultStatus, ErrorCode | null> = {
  401: 'unauthenticated',
  408: null,
  409: 'reset_running',
  413: 'payload_too_large',
  429: 'too_many_requests',
  500: 'internal',
  503: 'unavailable',
}

export async function openLine(target: string): Promise<Line> {
  let fault: LineFault | null = null
  let scope: Scope = 'all'
  let losing = 0
  let folder: string | null = null
  let wanted: { at: Moment; stands: () => void } | null = null
  let held: { on: () => void; broken: () => void } | null = null
  const silent = new Set<() => void>()

  const meets = (isUpload: boolean, path: string): boolean =>
    scope === 'all' || (scope === 'uploads' ? isUpload : path.startsWith('/api/'))

  function take(incoming: IncomingMessage, answer: ServerResponse): void {
    const { pathname: path } = new URL(incoming.url ?? '/', target)
    const isUpload = incoming.method === 'POST' && uploadPaths.has(path)
    const now = fault !== null && meets(isUpload, path) ? fault : null
    switch (now?.kind) {
      case 'cut':
        incoming.socket.destroy()
        return
      case 'silent':
        incoming.resume()
        if (!now.forever) silent.add(() => incoming.socket.destroy())
        return
      case 'portal':
        incoming.resume()
        answer.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><h1>Wi-Fi ログイン</h1>')
        return
      case 'status':
        incoming.resume()
        refuse(answer, now)
        return
    }
    if (folder !== null && !path.startsWith('/api/') && sendFile(folder, path, answer)) return
    pass(incoming, answer, isUpload, now?.kind === 'slow')
  }

  function pass(incoming: IncomingMessage, answer: ServerResponse, isUpload: boolean, slow: boolean): void {
    const cut = () => incoming.socket.destroy()
    const hold = isUpload ? wanted : null
    if (hold !== null) wanted = null
    const losesAnswer = isUpload && losing > 0
    if (losesAnswer) losing -= 1
    const upstream = request(new URL(incoming.url ?? '/', target), {
      method: incoming.method,
      headers: incoming.headers,
      agent: false,
    })
    upstream.on('error', cut)
    incoming.on('error', () => upstream.destroy())
    answer.once('close', () => upstream.destroy())
    upstream.on('response', (response) => {
      const { statusCode = 502, headers } = response
      const goOn = () => {
        answer.writeHead(statusCode, headers)
        if (slow) response.pipe(slowed()).pipe(answer)
        else response.pipe(answer)
      }
      response.on('error', cut)
      if (losesAnswer) response.resume().once('end', cut)
      else if (hold?.at === 'answer') {
        held = { on: goOn, broken: cut }
        hold.stands()
      } else goOn()
    })
    const send = () => {
      if (slow) incoming.pipe(slowed()).pipe(upstream)
      else incoming.pipe(upstream)
    }
    if (hold?.at !== 'request') {
      send()
      return
    }
    incoming.once('data', (chunk: Buffer) => {
      incoming.pause()
      upstream.write(chunk, () => {
        held = { on: send, broken: cut }
        hold.stands()
      })
    })
  }

  const server = createServer(take)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    set(next, of = 'all') {
      fault = next
      scope = of
      for (const end of silent) end()
      silent.clear()
      if (next?.kind === 'cut' && of === 'all') server.closeAllConnections()
    },
    loseAnswers(count) {
      losing = count
    },
    hold: (at) =>
      new Promise((stands) => {
        wanted = { at, stands }
      }),
    release(how) {
      wanted = null
      losing = 0
      const now = held
      held = null
      now?.[how]()
    },
    serveConsoleFrom(next) {
      folder = next
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function refuse(answer: ServerResponse, fault: LineFault & { kind: 'status' }): void {
  const { status, own, retryAfter } = fault
  const code = ownCodes[status]
  const body =
    own && code !== null && errorStatus[code] === status
      ? { success: false, code, messages: ['試験の応答です。'], request_id: 'fault' }
      : {}
  answer
    .writeHead(status, {
      'content-type': 'application/json',
      ...(retryAfter === null ? {} : { 'retry-after': String(retryAfter) }),
    })
    .end(JSON.stringify(body))
}

function slowed(): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      setTimeout(() => done(null, chunk), (chunk.length / bytesPerSecond) * 1000)
    },
  })
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
}

/** As the server does: pages are routed in the browser, a missing file is a 404. */
function sendFile(folder: string, path: string, answer: ServerResponse): boolean {
  if (path === '/ready' || path === '/health') return false
  const isPage = !path.startsWith('/assets/') && extname(path) === ''
  const file = join(folder, isPage ? 'index.html' : path)
  if (!existsSync(file) || !statSync(file).isFile()) {
    answer.writeHead(404, { 'cache-control': 'no-store', 'content-type': 'text/plain' }).end('Not found')
    return true
  }
  const cache = path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
  answer.writeHead(200, {
    'content-type': types[extname(file)] ?? 'application/octet-stream',
    'cache-control': cache,
  })
  createReadStream(file).pipe(answer)
  return true
}
