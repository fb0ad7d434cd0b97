import { useSyncExternalStore } from 'react'

/** `since`: no events since then, milliseconds since 1970; null while connected. */
interface LiveState {
  since: number | null
}

let state: LiveState = { since: 0 }
const listeners = new Set<() => void>()

/** Whether events arrive; otherwise screens must poll. */
export const isLive = (): boolean => state.since === null

/** Null: connected; 0: never connected. */
export function setStreamLostSince(since: number | null): void {
  if (since === state.since) return
  state = { since }
  for (const tell of listeners) tell()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Disconnected since; null while connected or before the first connection. */
export const useStreamLostSince = (): number | null =>
  useSyncExternalStore(subscribe, () => (state.since === 0 ? null : state.since))
