import { createParser } from 'eventsource-parser'
import type * as z from 'zod/mini'
import { changedSchema, eventEndpoints } from '../../contract/events.ts'
import { accessKey, renewKeys } from './keys.ts'

export type Change = z.infer<typeof changedSchema>

/**
 * `hello`: a stream begins, and what changed before it is not known. `alive`: it still stands. `lost`: it has ended.
 */
export type StreamNews = { type: 'hello' | 'alive' | 'lost' } | { type: 'changed'; change: Change }

/** Milliseconds. */
export const usualWaits = {
  /** Before the second attempt; doubled with each further one. */
  first: 1000,
  longest: 30_000,
  /** The server says something every 25 seconds; a line on which nothing comes for this long is dead. */
  silence: 60_000,
}

interface Options {
  hear: (news: StreamNews) => void
  signal: AbortSignal
  waits?: typeof usualWaits
}

/**
 * Listens to what changes in the organization until `signal` is aborted or the session is over, and comes back after
 * every loss. `EventSource` cannot send the key.
 */
export async function followEvents({ hear, signal, waits = usualWaits }: Options): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    let greeted = false
    const outcome = await listen(waits.silence, signal, (news) => {
      if (news.type === 'hello') greeted = true
      hear(news)
    })
    if (greeted && !signal.aborted) hear({ type: 'lost' })
    if (outcome === 'over') return
    failures = greeted ? 0 : failures + 1
    // A new key is tried at once, but only once.
    if (outcome === 'renewed' && failures <= 1) continue
    const longest = Math.min(waits.first * 2 ** failures, waits.longest)
    // Not all browsers at the same moment, when a server comes back.
    const backoff = longest / 2 + (Math.random() * longest) / 2
    await pause(typeof outcome === 'number' ? Math.max(outcome, backoff) : backoff, signal)
  }
}

/** `renewed`: there is a new key. `over`: there is no session any more. A number: not before so many milliseconds. */
type Outcome = 'lost' | 'renewed' | 'over' | number

async function listen(
  silence: number,
  signal: AbortSignal,
  hear: (news: StreamNews) => void,
): Promise<Outcome> {
  const key = accessKey()
  if (key === null) return 'over'
  const line = new AbortController()
  const cut = () => line.abort()
  signal.addEventListener('abort', cut)
  window.addEventListener('offline', cut)
  let watchdog = setTimeout(cut, silence)
  try {
    const response = await fetch(eventEndpoints.events.path, {
      headers: { authorization: `Bearer ${key}`, accept: eventEndpoints.events.media },
      cache: 'no-store',
      signal: line.signal,
    })
    if (response.status === 401) return await renew(key)
    if (response.status === 429) return Number(response.headers.get('retry-after') ?? 0) * 1000
    const isStream = response.headers.get('content-type')?.startsWith(eventEndpoints.events.media) === true
    // Anything else is somebody else’s page.
    if (!response.ok || !isStream || response.body === null) return 'lost'
    const parser = createParser({ onEvent: ({ event, data }) => read(event, data, hear) })
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return 'lost'
      clearTimeout(watchdog)
      watchdog = setTimeout(cut, silence)
      parser.feed(value)
      hear({ type: 'alive' })
    }
  } catch {
    // No network, a line that broke, or one that we cut.
    return 'lost'
  } finally {
    clearTimeout(watchdog)
    signal.removeEventListener('abort', cut)
    window.removeEventListener('offline', cut)
    line.abort()
  }
}

async function renew(stale: string): Promise<Outcome> {
  const renewed = await renewKeys(stale)
  if (renewed === 'refused') return 'over'
  return renewed === 'fresh' ? 'renewed' : 'lost'
}

function read(event: string | undefined, data: string, hear: (news: StreamNews) => void): void {
  if (event === 'hello') hear({ type: 'hello' })
  if (event !== 'changed') return
  const change = changedSchema.safeParse(parsed(data))
  if (change.success) hear({ type: 'changed', change: change.data })
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** Shorter where the network comes back. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, milliseconds)
  const over = () => resolve()
  signal.addEventListener('abort', over)
  window.addEventListener('online', over)
  return promise.finally(() => {
    clearTimeout(timer)
    signal.removeEventListener('abort', over)
    window.removeEventListener('online', over)
  })
}
