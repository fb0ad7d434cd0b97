// Covers docs/requirements.md: 284, 285

import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearSession, writeSession } from '../../../offline/storedSession.ts'
import { streams } from '../../../tests/support/components/streams.ts'
import { type StreamEvent, subscribeToEvents } from './eventStream.ts'
import { startLiveUpdates } from './liveUpdates.ts'
import { shareEventStream } from './sharedEventStream.ts'

const waits = { first: 20, longest: 80, silence: 30_000 }
const changed = (noun: string) => `event: changed\ndata: {"noun":"${noun}"}\n\n`

let server: ReturnType<typeof streams>
let leaving = new AbortController()

beforeEach(async () => {
  server = streams()
  leaving = new AbortController()
  localStorage.setItem('accessKey', server.access)
  await writeSession({
    access: server.access,
    password: 'p',
    refresh: server.refresh,
    userId: 1,
    organizationId: 10,
    organizationName: 'デモ工業',
  })
  // The page's server is not that of the events.
  const ask = fetch
  vi.stubGlobal('fetch', (address: string | URL, init?: RequestInit) =>
    ask(String(new URL(address, location.origin)).replace(location.origin, server.origin), init),
  )
})
afterEach(async () => {
  leaving.abort()
  vi.unstubAllGlobals()
  localStorage.clear()
  await clearSession()
})

const lines = async () => (await server.record()).lines
const asked = async () => (await server.record()).asked

/** Events without `alive`. */
function follow(over: Partial<typeof waits> = {}) {
  const received: string[] = []
  const listener = (streamEvent: StreamEvent) => {
    if (streamEvent.type !== 'alive')
      received.push(streamEvent.type === 'changed' ? streamEvent.change.noun : streamEvent.type)
  }
  return {
    received,
    over: subscribeToEvents({ listener, signal: leaving.signal, waits: { ...waits, ...over } }),
  }
}

test('a stream is asked for with the key, and tells what changed, also where a word comes in two pieces', async () => {
  const { received } = follow()
  await expect.poll(() => received).toEqual(['hello'])
  expect((await lines())[0]?.key).toBe(server.access)
  const text = changed('alerts')
  await server.say(0, text.slice(0, 20))
  await server.say(
    0,
    `${text.slice(20)}event: changed\ndata: nonsense\n\n${changed('unknown')}${changed('meters')}`,
  )
  await expect.poll(() => received).toEqual(['hello', 'alerts', 'meters'])
})

test('a stream that ends, or on which nothing is heard any more, is said to be lost and asked for again', async () => {
  const { received } = follow({ silence: 300 })
  await expect.poll(() => received).toEqual(['hello'])
  await server.order({ end: 0 })
  await expect.poll(() => received.slice(0, 3)).toEqual(['hello', 'lost', 'hello'])
  // The second stream stays silent.
  await expect.poll(() => received.slice(3, 5)).toEqual(['lost', 'hello'])
  await expect.poll(async () => (await lines())[1]?.left).toBe(true)
})

test('a key that has run out is renewed, and the stream goes on with the new one', async () => {
  await server.order({ answers: [{ status: 401 }] })
  const { received } = follow()
  await expect.poll(() => received).toEqual(['hello'])
  expect((await lines())[0]?.key).toBe(server.renewed)
})

test('where there are too many streams, it waits as long as it is told', async () => {
  await server.order({ answers: [{ status: 429, headers: { 'retry-after': '1' } }] })
  const { received } = follow()
  await expect.poll(() => received).toEqual(['hello'])
  const [first = 0, second = 0] = await asked()
  expect(second - first).toBeGreaterThan(950)
})

test('back online it asks at once, and where the network fails once more, soon again', async () => {
  await server.order({ answers: Array.from({ length: 12 }, () => ({ status: 503 })) })
  const { received } = follow({ first: 300, longest: 3_600_000 })
  const askBackOnline = async () => {
    window.dispatchEvent(new Event('online'))
    return (await asked()).length
  }
  await expect.poll(askBackOnline).toBeGreaterThan(10)
  // The twelfth fails too. If all failures counted, the next attempt would follow after ten minutes at least.
  await expect.poll(() => received).toEqual(['hello'])
})

test('somebody else’s page is no stream', async () => {
  const page = { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Wi-Fi ログイン</html>' }
  await server.order({ answers: [page] })
  const { received } = follow()
  await expect.poll(() => received).toEqual(['hello'])
  expect(await asked()).toHaveLength(2)
})

test('without a session nobody listens', async () => {
  localStorage.removeItem('accessKey')
  const { received, over } = follow()
  await over
  expect([received, await asked()]).toEqual([[], []])
})

/** Simulates a tab. */
function tab() {
  const leave = new AbortController()
  leaving.signal.addEventListener('abort', () => leave.abort())
  const received: string[] = []
  shareEventStream({ listener: ({ type }) => void received.push(type), signal: leave.signal, waits })
  return { received, leave: () => leave.abort() }
}

test('two tabs share one stream, and when the first goes the other takes over', async () => {
  const first = tab()
  await expect.poll(() => first.received).toContain('hello')
  const second = tab()
  await expect.poll(() => second.received).toContain('alive')
  expect(second.received).not.toContain('hello')
  await server.say(0, changed('readings'))
  await expect.poll(() => second.received).toContain('changed')
  expect(await lines()).toHaveLength(1)
  first.leave()
  await expect.poll(() => second.received).toContain('hello')
  expect((await lines()).length).toBeGreaterThan(1)
  await expect.poll(async () => (await lines())[0]?.left).toBe(true)
})

/** A shown query of the key, which counts how often it was asked for. */
function shown(client: QueryClient, queryKey: readonly string[], answer = async () => 'rows') {
  let asked = 0
  const queryFn = () => {
    asked += 1
    return answer()
  }
  const observer = new QueryObserver(client, { queryKey, queryFn, retry: false })
  leaving.signal.addEventListener(
    'abort',
    observer.subscribe(() => {}),
  )
  return () => asked
}

test('what was shown before the stream opened is asked for again only if it changed meanwhile, or failed', async () => {
  const client = new QueryClient()
  const groups = shown(client, ['groups'])
  const inspections = shown(client, ['inspections'])
  const alerts = shown(client, ['alerts', 'list'], () => Promise.reject(new Error('no answer')))
  await expect.poll(() => client.isFetching()).toBe(0)
  await server.order({ hello: { complete: true } })
  const opened = performance.now()
  leaving.signal.addEventListener('abort', startLiveUpdates(client))
  await expect.poll(alerts).toBe(2)
  const [since = 0] = (await server.record()).since
  // The request itself may take ten seconds.
  expect(since).toBeGreaterThanOrEqual(opened + 10_000)
  await server.say(0, changed('inspections'))
  await expect.poll(inspections).toBe(2)
  expect(groups()).toBe(1)
  // The connection is lost and comes back.
  await server.order({ end: 0 })
  await expect.poll(groups).toBe(2)
})
