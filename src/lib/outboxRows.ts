import { useSyncExternalStore } from 'react'
import type { Capture } from '../../offline/captures.ts'
import { listCaptures, watchOutbox } from '../../offline/outbox.ts'
import { useAccount } from './queries/account.ts'

interface Store {
  subscribe: (listener: () => void) => () => void
  read: () => readonly Capture[]
}

const none: readonly Capture[] = []
const stores = new Map<number, Store>()

/** The user's rows; re-read after changes by any tab or the worker while subscribed. */
function createStore(userId: number): Store {
  const listeners = new Set<() => void>()
  let captures = none
  let stop = (): void => undefined
  const load = () =>
    listCaptures(userId).then((rows) => {
      captures = rows
      for (const tell of listeners) tell()
    }, console.warn)
  return {
    subscribe: (listener) => {
      if (listeners.size === 0) {
        stop = watchOutbox(load)
        void load()
      }
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) stop()
      }
    },
    read: () => captures,
  }
}

function storeOf(userId: number): Store {
  const known = stores.get(userId)
  if (known) return known
  const store = createStore(userId)
  stores.set(userId, store)
  return store
}

/** The signed-in user's captures on this device, newest first. */
export function useOutboxRows(): readonly Capture[] {
  const store = storeOf(useAccount().id)
  return useSyncExternalStore(store.subscribe, store.read)
}
