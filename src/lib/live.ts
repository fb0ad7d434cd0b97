import type { QueryClient } from '@tanstack/react-query'
import type { StreamNews } from './eventStream.ts'
import { createInvalidation, everything, invalidate } from './invalidation.ts'
import { setSilentSince } from './liveState.ts'
import { shareEvents } from './sharedEvents.ts'

/** Milliseconds. */
const waits = {
  /** A tab hidden for this long disconnects. */
  hidden: 60_000,
  /** A stream reconnected within this counts as uninterrupted. */
  tolerance: 10_000,
  /** Poll interval without a stream. */
  fallback: 60_000,
}

/** Keeps queries up to date with the server until the returned function is called. */
export function startLive(client: QueryClient): () => void {
  const mark = createInvalidation(client)
  let listening: AbortController | null = null
  /** Changes may have been missed. */
  let gap = true
  let isFirst = true
  let missing: ReturnType<typeof setTimeout> | undefined
  let fallback: ReturnType<typeof setInterval> | undefined
  let hiding: ReturnType<typeof setTimeout> | undefined
  let hiddenAt: number | null = null

  const askAnew = () => {
    gap = false
    // The first screen's own queries are already pending.
    if (isFirst) void invalidate(client, everything, { restart: false })
    else mark(everything)
    isFirst = false
  }
  const up = () => {
    clearTimeout(missing)
    clearInterval(fallback)
    missing = undefined
    fallback = undefined
    setSilentSince(null)
  }
  const down = () => {
    const since = Date.now()
    missing ??= setTimeout(() => {
      setSilentSince(since)
      mark(everything)
      fallback = setInterval(() => {
        if (navigator.onLine) mark(everything)
      }, waits.fallback)
    }, waits.tolerance)
  }
  const hear = (news: StreamNews) => {
    if (news.type === 'lost') return down()
    up()
    if (news.type === 'hello' || gap) askAnew()
    if (news.type === 'changed') mark([news.change])
  }
  const open = () => {
    listening = new AbortController()
    down()
    shareEvents({ hear, signal: listening.signal })
  }
  const close = () => {
    listening?.abort()
    listening = null
    gap = true
    up()
    // Disconnected: screens poll by themselves.
    setSilentSince(0)
  }
  const look = () => {
    clearTimeout(hiding)
    if (document.visibilityState === 'hidden') {
      hiddenAt = Date.now()
      hiding = setTimeout(close, waits.hidden)
      return
    }
    // Phones suspend timers of hidden pages.
    const long = hiddenAt !== null && Date.now() - hiddenAt >= waits.hidden
    hiddenAt = null
    if (long && listening !== null) close()
    if (listening === null) open()
  }
  document.addEventListener('visibilitychange', look)
  look()
  return () => {
    document.removeEventListener('visibilitychange', look)
    clearTimeout(hiding)
    close()
  }
}
