import { useSyncExternalStore } from 'react'

let refused = false
const listeners = new Set<() => void>()

/** Notes that the browser refuses service workers, as most do in private windows. */
export function setWorkerRefused(): void {
  refused = true
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the browser refuses service workers; known some seconds after the start. */
export const isWorkerRefused = (): boolean => refused

export const useWorkerRefused = (): boolean => useSyncExternalStore(subscribe, isWorkerRefused)
