import { useSyncExternalStore } from 'react'

/** `since`: no changes have come from then on, in milliseconds since 1970; null while they come. */
interface LiveState {
  since: number | null
}

let state: LiveState = { since: 0 }
const listeners = new Set<() => void>()

/** Whether changes come by themselves; otherwise what is shown has to be asked for now and then. */
export const isLive = (): boolean => state.since === null

/** Says that changes come (null), or since when they do not; 0: nobody has listened yet. */
export function setSilentSince(since: number | null): void {
  if (since === state.since) return
  state = { since }
  for (const tell of listeners) tell()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Since when no changes have come; null while they come, and before anybody listened. */
export const useSilentSince = (): number | null =>
  useSyncExternalStore(subscribe, () => (state.since === 0 ? null : state.since))
