import type { QueryClient } from '@tanstack/react-query'
import type { StreamNews } from './eventStream.ts'
import { createInvalidation, everything, invalidate } from './invalidation.ts'
import { setSilentSince } from './liveState.ts'
import { shareEvents } from './sharedEvents.ts'

/** Milliseconds. */
const waits = {
  /** A tab that nobody has seen for this long listens no more. */
  hidden: 60_000,
  /** A stream that is back within this was not missed by anyone. */
  tolerance: 10_000,
  /** Without a stream what is shown is asked for this often. */
  fallback: 60_000,
}

/** Keeps what is shown in step with the organization, until the function that it gives is called. */
export function startLive(client: QueryClient): () => void {
  const mark = createInvalidation(client)
  let listening: AbortController | null = null
  /** Something may have changed that nobody told us. */
  let gap = true
  let isFirst = true
  let missing: ReturnType<typeof setTimeout> | undefined
  let fallback: ReturnType<typeof setInterval> | undefined
  let hiding: ReturnType<typeof setTimeout> | undefined
  let hiddenAt: number | null = null

  const askAnew = () => {
    gap = false
    // The first time it is on its way already, by the screen that has just opened.
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
    // Nobody listens; what screens ask for by themselves they ask for.
    setSilentSince(0)
  }
  const look = () => {
    clearTimeout(hiding)
    if (document.visibilityState === 'hidden') {
      hiddenAt = Date.now()
      hiding = setTimeout(close, waits.hidden)
      return
    }
    // A phone stops the clock of what it does not show.
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
