import { createParser } from 'eventsource-parser'
import type * as z from 'zod/mini'
import { changedSchema, eventEndpoints, helloSchema } from '../../../contract/events.ts'
import { accessKey, refreshKeys } from '../session/sessionKeys.ts'

export type Change = z.infer<typeof changedSchema>

/**
 * `hello`: stream starts; `complete`: what changed since this page was opened follows, else earlier changes are unknown.
 * `alive`: data arrived. `lost`: stream ended.
 */
export type StreamEvent =
  | { type: 'hello'; complete: boolean }
  | { type: 'alive' | 'lost' }
  | { type: 'changed'; change: Change }

/** Milliseconds that asking for the stream may take, for the server to tell all that changed since the page was opened. */
const maxRequestTime = 10_000

/** Milliseconds; a clock that was set meanwhile and one that stood still in sleep are both held against the other. */
const pageAge = () => Math.max(performance.now(), Date.now() - performance.timeOrigin)

/** Milliseconds. */
export const defaultTimeouts = {
  /** Before the first retry; doubles with each. */
  first: 1000,
  longest: 30_000,
  /** The server sends a heartbeat every 25 seconds; without data for this long the connection is dead. */
  silence: 60_000,
}

interface Options {
  listener: (streamEvent: StreamEvent) => void
  signal: AbortSignal
  waits?: typeof defaultTimeouts
}

/**
 * Follows the organization's changes until `signal` aborts or the session ends; reconnects. Not `EventSource`, which
 * cannot send the key.
 */
export async function subscribeToEvents({
  listener,
  signal,
  waits = defaultTimeouts,
}: Options): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    let greeted = false
    const outcome = await listen(waits.silence, signal, (streamEvent) => {
      if (streamEvent.type === 'hello') greeted = true
      listener(streamEvent)
    })
    if (greeted && !signal.aborted) listener({ type: 'lost' })
    if (outcome === 'over') return
    failures = greeted ? 0 : failures + 1
    // One immediate retry with a new key.
    if (outcome === 'renewed' && failures <= 1) continue
    const longest = Math.min(waits.first * 2 ** failures, waits.longest)
    // Jitter: a restarted server is not met by all browsers at once.
    const backoff = longest / 2 + (Math.random() * longest) / 2
    const back = await pause(typeof outcome === 'number' ? Math.max(outcome, backoff) : backoff, signal)
    // A network that has just come back often fails once more.
    if (back) failures = 0
  }
}

/** `renewed`: new key. `over`: no session. A number: `retry-after` in milliseconds. */
type Outcome = 'lost' | 'renewed' | 'over' | number

async function listen(
  silence: number,
  signal: AbortSignal,
  listener: (streamEvent: StreamEvent) => void,
): Promise<Outcome> {
  const key = accessKey()
  if (key === null) return 'over'
  const connection = new AbortController()
  const disconnect = () => connection.abort()
  signal.addEventListener('abort', disconnect)
  window.addEventListener('offline', disconnect)
  let watchdog = setTimeout(disconnect, silence)
  try {
    const askedAt = performance.now()
    const since = Math.ceil(pageAge()) + maxRequestTime
    const response = await fetch(`${eventEndpoints.events.path}?since=${since}`, {
      headers: { authorization: `Bearer ${key}`, accept: eventEndpoints.events.media },
      cache: 'no-store',
      // It never ends: what the screen waits for goes first.
      priority: 'low',
      signal: connection.signal,
    })
    if (response.status === 401) return await renew(key)
    if (response.status === 429) return Number(response.headers.get('retry-after') ?? 0) * 1000
    const isStream = response.headers.get('content-type')?.startsWith(eventEndpoints.events.media) === true
    // Other content is not our server's.
    if (!response.ok || !isStream || response.body === null) return 'lost'
    const inTime = performance.now() - askedAt < maxRequestTime
    const parser = createParser({ onEvent: ({ event, data }) => read(event, data, inTime, listener) })
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return 'lost'
      clearTimeout(watchdog)
      watchdog = setTimeout(disconnect, silence)
      parser.feed(value)
      listener({ type: 'alive' })
    }
  } catch {
    // Network error, or aborted by us.
    return 'lost'
  } finally {
    clearTimeout(watchdog)
    signal.removeEventListener('abort', disconnect)
    window.removeEventListener('offline', disconnect)
    connection.abort()
  }
}

async function renew(stale: string): Promise<Outcome> {
  const renewed = await refreshKeys(stale)
  if (renewed === 'refused') return 'over'
  return renewed === 'fresh' ? 'renewed' : 'lost'
}

function read(
  event: string | undefined,
  data: string,
  inTime: boolean,
  listener: (streamEvent: StreamEvent) => void,
): void {
  if (event === 'hello') {
    const hello = helloSchema.safeParse(parsed(data))
    listener({ type: 'hello', complete: inTime && hello.data?.complete === true })
  }
  if (event !== 'changed') return
  const change = changedSchema.safeParse(parsed(data))
  if (change.success) listener({ type: 'changed', change: change.data })
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** Ends early when back online, and then says so. */
function pause(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const over = () => resolve(false)
  const timer = setTimeout(over, milliseconds)
  const back = () => resolve(true)
  signal.addEventListener('abort', over)
  window.addEventListener('online', back)
  return promise.finally(() => {
    clearTimeout(timer)
    signal.removeEventListener('abort', over)
    window.removeEventListener('online', back)
  })
}
