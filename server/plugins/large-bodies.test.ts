// Covers docs/requirements.md: 315

import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createTestApp } from '../../tests/support/server/app.ts'
import { handleErrors } from './errors.ts'
import { limitLargeBodies } from './large-bodies.ts'

const large = 1_000_000

let app: FastifyInstance
let origin: string
let arrived: string[]
let begun: string[]
let answers: Promise<Response>[]
let sockets: Socket[]
/** Ends a call by its name, also before it begins. */
let ends: Map<string, PromiseWithResolvers<void>>

const endOf = (name: string) => {
  const end = ends.get(name) ?? Promise.withResolvers<void>()
  ends.set(name, end)
  return end
}

/** A server with room for two large bodies, whose calls end when they are told to. */
async function serve(limits: Partial<Parameters<typeof limitLargeBodies>[1]> = {}): Promise<void> {
  arrived = []
  begun = []
  answers = []
  sockets = []
  ends = new Map()
  app = fastify({ bodyLimit: 5 * large, forceCloseConnections: true })
  app.server.on('connection', (socket: Socket) => sockets.push(socket))
  app.decorateRequest('session', null)
  app.addHook('onRequest', async (request) => {
    const organizationId = Number(request.headers['x-organization'])
    request.session = { organizationId } as NonNullable<typeof request.session>
    arrived.push(request.url)
  })
  handleErrors(app)
  const roomy = {
    total: 2 * large,
    perOwner: 2 * large,
    maxWaiting: 100,
    timeout: 600_000,
    minimumRate: { every: 600_000, minBytes: 1, whole: 3_000_000 },
  }
  limitLargeBodies(app, { ...roomy, ...limits })
  app.addContentTypeParser('image/jpeg', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  const handler = async ({ url }: { url: string }) => {
    begun.push(url)
    await endOf(url).promise
    return {}
  }
  app.post('/:name', { config: { binary: true } }, handler)
  app.post('/json/:name', handler)
  await app.listen({ host: '127.0.0.1', port: 0 })
  origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

afterEach(async () => {
  await Promise.all([app.close(), Promise.allSettled(answers)])
})

interface Sent {
  length?: number
  organization?: number
  signal?: AbortSignal
}

function send(url: string, { length = large, organization = 1, signal }: Sent = {}): Promise<Response> {
  const isJson = url.startsWith('/json')
  const answer = fetch(`${origin}${url}`, {
    method: 'POST',
    headers: {
      'content-type': isJson ? 'application/json' : 'image/jpeg',
      'x-organization': String(organization),
    },
    body: isJson ? JSON.stringify('x'.repeat(length - 2)) : new Uint8Array(length),
    ...(signal && { signal }),
  })
  answers.push(answer)
  return answer
}

async function begin(url: string, sent: Sent = {}): Promise<{ answer: Promise<Response> }> {
  const answer = send(url, sent)
  await expect.poll(() => begun).toContain(url)
  return { answer }
}

async function arrive(url: string, sent: Sent = {}): Promise<{ answer: Promise<Response> }> {
  const answer = send(url, sent)
  await expect.poll(() => arrived).toContain(url)
  return { answer }
}

describe('a large body', () => {
  it('waits until one before it is done, and is then taken', async () => {
    await serve()
    await begin('/first')
    await begin('/second')
    const { answer } = await arrive('/third')
    // Small ones pass, so that the third could have begun as well.
    await begin('/small', { length: 100 })
    expect(begun).not.toContain('/third')
    endOf('/first').resolve()
    endOf('/third').resolve()
    expect((await answer).status).toBe(200)
  })

  it('counts for its copies where it is JSON', async () => {
    await serve()
    await begin('/json/first', { length: large / 2 })
    await arrive('/json/second', { length: large / 2 })
    await begin('/small', { length: 100 })
    expect(begun).not.toContain('/json/second')
  })

  it.each([
    { name: 'too many wait', limits: { maxWaiting: 0 } },
    { name: 'its time ends', limits: { timeout: 1 } },
  ])('is told to come later where $name', async ({ limits }) => {
    await serve(limits)
    await begin('/first', { length: 2 * large })
    const answer = await send('/second')
    expect(answer.status).toBe(503)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await answer.json()).toMatchObject({ success: false, code: 'unavailable' })
  })

  it('of another organization passes those that wait for their own organization’s share', async () => {
    await serve({ perOwner: large })
    await begin('/first', { organization: 1 })
    await arrive('/second', { organization: 1 })
    await begin('/other', { organization: 2 })
    expect(begun).not.toContain('/second')
  })

  it('leaves its room when its sender goes away, waiting or sent', async () => {
    await serve()
    const leaving = new AbortController()
    const gone = [
      await begin('/first', { length: 2 * large, signal: leaving.signal }),
      await arrive('/second', { signal: leaving.signal }),
    ]
    const { answer } = await arrive('/third', { length: 2 * large })
    leaving.abort()
    await Promise.all(gone.map((one) => expect(one.answer).rejects.toThrow()))
    endOf('/third').resolve()
    expect((await answer).status).toBe(200)
  })

  const head = (length: number) =>
    `POST /stalling HTTP/1.1\r\nhost: x\r\nx-organization: 1\r\ncontent-type: image/jpeg\r\ncontent-length: ${length}\r\n\r\n`
  const dial = async () => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1')
    await once(socket, 'connect')
    return socket
  }

  it('whose sender stands still is given up, and its room is another’s', async () => {
    await serve({ minimumRate: { every: 100, minBytes: 10, whole: 300_000 } })
    const socket = await dial()
    let answer = ''
    socket.on('data', (bytes) => {
      answer += bytes.toString()
    })
    const closed = once(socket, 'close')
    socket.write(`${head(2 * large)}and no more`)
    await expect.poll(() => arrived).toContain('/stalling')
    endOf('/other').resolve()
    expect((await send('/other', { organization: 2 })).status).toBe(200)
    await closed
    expect(answer).toMatch(/^HTTP\/1.1 503 /)
    expect(answer.toLowerCase()).toContain('retry-after: 5')
    expect(begun).not.toContain('/stalling')
  })

  it.each([
    { name: 'would be done in time is taken', length: 150_000, status: 200 },
    { name: 'would not be done in time is given up', length: 600_000, status: 503 },
  ])('whose sender is slow and $name', async ({ length, status }) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      await serve({ minimumRate: { every: 10_000, minBytes: 3000, whole: 300_000 } })
      const socket = await dial()
      const [sender] = sockets
      const answer = once(socket, 'data')
      socket.write(head(length))
      await expect.poll(() => arrived).toContain('/stalling')
      // 500 bytes a second.
      for (let sent = 0; sent < 150_000 && socket.bytesRead === 0; sent += 5000) {
        const before = sender?.bytesRead ?? 0
        socket.write(Buffer.alloc(5000))
        while ((sender?.bytesRead ?? 0) < before + 5000 && socket.bytesRead === 0) await setImmediate()
        await setImmediate()
        vi.advanceTimersByTime(10_000)
      }
      endOf('/stalling').resolve()
      expect(String((await answer)[0])).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
      socket.destroy()
    } finally {
      vi.useRealTimers()
    }
  })
})

it('the server itself tells whoever comes with a picture to come later where a hundred wait', async () => {
  const test = await createTestApp()
  const sockets: Socket[] = []
  try {
    const { port } = new URL(await test.app.listen({ host: '127.0.0.1', port: 0 }))
    /** Says that 27 MB come, and sends none of them. */
    const announce = () => {
      const socket = connect(Number(port), '127.0.0.1')
      socket.on('error', () => undefined)
      sockets.push(socket)
      socket.write(
        `POST /api/v1/meter-value HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${test.own.general.idToken}\r\n` +
          'content-type: application/json\r\ncontent-length: 27000000\r\nconnection: close\r\n\r\n',
      )
      return text(socket)
    }
    // One has room; the share of an organization has none for a second.
    const answers = Array.from({ length: 102 }, announce)
    const answer = await Promise.race(answers)
    expect(answer).toMatch(/^HTTP\/1\.1 503 /)
    expect(answer).toMatch(/^retry-after: \d+\r$/im)
    expect(answer).toContain('"code":"unavailable"')
  } finally {
    for (const socket of sockets) socket.destroy()
    await test.close()
  }
})
