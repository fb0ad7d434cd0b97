import { useSyncExternalStore } from 'react'
import { type Capture, isUnsent } from '../../../offline/captures.ts'
import { listCaptures, watchOutbox } from '../../../offline/outbox.ts'
import { useAccount } from '../../lib/queries/account.ts'

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

interface Outbox {
  /** Newest first. */
  captures: readonly Capture[]
  unsent: number
  /** Capture time of the oldest unsent one, milliseconds since 1970. */
  oldest: number | null
  sending: boolean
  /** Waits for the person, not for the network. */
  needsPerson: boolean
}

/** The signed-in user's captures on this device. */
export function useOutbox(): Outbox {
  const store = storeOf(useAccount().id)
  const captures = useSyncExternalStore(store.subscribe, store.read)
  const unsent = captures.filter((capture) => isUnsent(capture.state))
  return {
    captures,
    unsent: unsent.length,
    oldest: unsent.length === 0 ? null : Math.min(...unsent.map((capture) => capture.capturedAt)),
    sending: unsent.some((capture) => capture.state === 'sending'),
    needsPerson: unsent.some((capture) => ['held-auth', 'rejected', 'quarantined'].includes(capture.state)),
  }
}
