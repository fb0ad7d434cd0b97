import type { QueryClient } from '@tanstack/react-query'
import type { StreamEvent } from './eventStream.ts'
import { setStreamLostSince } from './eventStreamState.ts'
import { allChanges, createInvalidation, invalidate } from './invalidation.ts'
import { shareEventStream } from './sharedEventStream.ts'

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
export function startLiveUpdates(client: QueryClient): () => void {
  const refetch = createInvalidation(client)
  let listening: AbortController | null = null
  /** Changes may have been missed. */
  let missedChanges = true
  let isFirst = true
  let missing: ReturnType<typeof setTimeout> | undefined
  let fallback: ReturnType<typeof setInterval> | undefined
  let hiding: ReturnType<typeof setTimeout> | undefined
  let hiddenAt: number | null = null

  const refetchAll = () => {
    missedChanges = false
    // The first screen's own queries are already pending.
    if (isFirst) void invalidate(client, allChanges, { restart: false })
    else refetch(allChanges)
    isFirst = false
  }
  /** What the first screen has asked for is new, and what changed meanwhile is told: only what failed is asked for. */
  const markAllFresh = () => {
    missedChanges = false
    isFirst = false
    void client.refetchQueries(
      { type: 'active', predicate: ({ state }) => state.error !== null },
      { cancelRefetch: false },
    )
  }
  const onConnected = () => {
    clearTimeout(missing)
    clearInterval(fallback)
    missing = undefined
    fallback = undefined
    setStreamLostSince(null)
  }
  const onDisconnected = () => {
    const since = Date.now()
    missing ??= setTimeout(() => {
      setStreamLostSince(since)
      refetch(allChanges)
      fallback = setInterval(() => {
        if (navigator.onLine) refetch(allChanges)
      }, waits.fallback)
    }, waits.tolerance)
  }
  const listener = (streamEvent: StreamEvent) => {
    if (streamEvent.type === 'lost') return onDisconnected()
    onConnected()
    if (streamEvent.type === 'hello' && streamEvent.complete && isFirst) markAllFresh()
    else if (streamEvent.type === 'hello' || missedChanges) refetchAll()
    if (streamEvent.type === 'changed') refetch([streamEvent.change])
  }
  const open = () => {
    listening = new AbortController()
    onDisconnected()
    shareEventStream({ listener, signal: listening.signal })
  }
  const close = () => {
    listening?.abort()
    listening = null
    missedChanges = true
    onConnected()
    // Disconnected: screens poll by themselves.
    setStreamLostSince(0)
  }
  const onVisibilityChange = () => {
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
  document.addEventListener('visibilitychange', onVisibilityChange)
  onVisibilityChange()
  return () => {
    document.removeEventListener('visibilitychange', onVisibilityChange)
    clearTimeout(hiding)
    close()
  }
}
