import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearSession, writeSession } from '../../offline/session.ts'
import { followEvents, type StreamNews } from './eventStream.ts'
import { shareEvents } from './sharedEvents.ts'

const waits = { first: 20, longest: 80, silence: 300 }
const session = {
  access: 'old',
  password: 'p',
  refresh: 'refresh-1',
  userId: 1,
  organizationId: 10,
  organizationName: 'デモ工業',
}
const hello = 'event: hello\ndata: {}\n\n'
const changed = (noun: string) => `event: changed\ndata: {"noun":"${noun}"}\n\n`

/** A stream of the network’s far end. */
interface Line {
  key: string | null
  say: (text: string) => void
  end: () => void
  /** The client has let go of it. */
  left: boolean
}
let lines: Line[] = []
let answers: ((key: string | null) => Response | null)[] = []
let askedAt: number[] = []
let leaving = new AbortController()

beforeEach(async () => {
  lines = []
  answers = []
  askedAt = []
  leaving = new AbortController()
  localStorage.setItem('accessKey', 'old')
  await writeSession(session)
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    if (request.url.endsWith('/refresh')) return renewed()
    const key = request.headers.get('authorization')
    askedAt.push(performance.now())
    return answers.shift()?.(key) ?? stream(key, request.signal)
  })
})
afterEach(async () => {
  leaving.abort()
  vi.unstubAllGlobals()
  localStorage.clear()
  await clearSession()
})

function renewed(): Response {
  const organization = { name: session.organizationName }
  const data = { id_token: 'new', access_token: 'p', refresh_token: 'refresh-2', organization }
  return Response.json({ success: true, data })
}

function stream(key: string | null, signal: AbortSignal): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const say = (text: string) => controller.enqueue(new TextEncoder().encode(text))
      const line: Line = { key, say, end: () => controller.close(), left: false }
      signal.addEventListener('abort', () => {
        line.left = true
        controller.error(signal.reason)
      })
      lines.push(line)
      say(hello)
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } })
}

const refusal =
  (status: number, headers: Record<string, string> = {}) =>
  () =>
    Response.json(
      { success: false, code: 'too_many_requests', messages: [], request_id: 'r' },
      { status, headers },
    )

/** What was heard, without the signs of life. */
function follow() {
  const heard: string[] = []
  const hear = (news: StreamNews) => {
    if (news.type !== 'alive') heard.push(news.type === 'changed' ? news.change.noun : news.type)
  }
  return { heard, over: followEvents({ hear, signal: leaving.signal, waits }) }
}

test('a stream is asked for with the key, and tells what changed, also where a word comes in two pieces', async () => {
  const { heard } = follow()
  await expect.poll(() => heard).toEqual(['hello'])
  expect(lines[0]?.key).toBe('Bearer old')
  const text = changed('alerts')
  lines[0]?.say(text.slice(0, 20))
  lines[0]?.say(
    `${text.slice(20)}event: changed\ndata: nonsense\n\n${changed('unknown')}${changed('meters')}`,
  )
  await expect.poll(() => heard).toEqual(['hello', 'alerts', 'meters'])
})

test('a stream that ends, or on which nothing is heard any more, is said to be lost and asked for again', async () => {
  const { heard } = follow()
  await expect.poll(() => heard).toEqual(['hello'])
  lines[0]?.end()
  await expect.poll(() => heard.slice(0, 3)).toEqual(['hello', 'lost', 'hello'])
  // Nothing more is said on the second one.
  await expect.poll(() => heard.slice(3, 5)).toEqual(['lost', 'hello'])
  expect(lines[1]?.left).toBe(true)
})

test('a key that has run out is renewed, and the stream goes on with the new one', async () => {
  answers = [refusal(401)]
  const { heard } = follow()
  await expect.poll(() => heard).toEqual(['hello'])
  expect(lines[0]?.key).toBe('Bearer new')
})

test('where there are too many streams, it waits as long as it is told', async () => {
  answers = [refusal(429, { 'retry-after': '1' })]
  const { heard } = follow()
  await expect.poll(() => heard, { timeout: 3000 }).toEqual(['hello'])
  expect((askedAt[1] ?? 0) - (askedAt[0] ?? 0)).toBeGreaterThan(950)
})

test('somebody else’s page is no stream', async () => {
  answers = [() => new Response('<html>Wi-Fi ログイン</html>', { headers: { 'content-type': 'text/html' } })]
  const { heard } = follow()
  await expect.poll(() => heard).toEqual(['hello'])
  expect(askedAt).toHaveLength(2)
})

test('without a session nobody listens', async () => {
  localStorage.removeItem('accessKey')
  const { heard, over } = follow()
  await over
  expect([heard, askedAt]).toEqual([[], []])
})

test('two tabs share one stream, and when the first goes the other takes over', async () => {
  const tab = () => {
    const leave = new AbortController()
    leaving.signal.addEventListener('abort', () => leave.abort())
    const heard: string[] = []
    shareEvents({ hear: ({ type }) => void heard.push(type), signal: leave.signal, waits })
    return { heard, leave: () => leave.abort() }
  }
  const first = tab()
  await expect.poll(() => first.heard).toContain('hello')
  const second = tab()
  await expect.poll(() => second.heard).toContain('alive')
  expect(second.heard).not.toContain('hello')
  lines[0]?.say(changed('readings'))
  await expect.poll(() => second.heard).toContain('changed')
  expect(lines).toHaveLength(1)
  first.leave()
  await expect.poll(() => second.heard).toContain('hello')
  expect(lines).toHaveLength(2)
})
