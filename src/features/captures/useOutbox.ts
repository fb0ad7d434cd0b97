import { useSyncExternalStore } from 'react'
import type { Capture } from '../../../offline/captures.ts'
import { listRows, watchOutbox } from '../../../offline/outbox.ts'
import { happenedAt, isCapture, isSkip, type Row, type Skip } from '../../../offline/rows.ts'
import { isUnsent } from '../../../offline/sendable.ts'
import { useAccount } from '../../lib/queries/account.ts'

interface Store {
  subscribe: (listener: () => void) => () => void
  read: () => Outbox
}

const none: Outbox = {
  rows: [],
  captures: [],
  skips: [],
  unsent: 0,
  oldest: null,
  sending: false,
  needsPerson: false,
}
const stores = new Map<number, Store>()

/** The user's rows; re-read after changes by any tab or the worker while subscribed. */
function createStore(userId: number): Store {
  const listeners = new Set<() => void>()
  let outbox = none
  let stop = (): void => undefined
  const load = () =>
    listRows(userId).then((rows) => {
      outbox = outboxOf(rows)
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
    read: () => outbox,
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
  rows: readonly Row[]
  /** Without those set aside or discarded. */
  captures: readonly Capture[]
  /** Without those set aside or discarded. */
  skips: readonly Skip[]
  unsent: number
  /** When the oldest unsent row was made, milliseconds since 1970. */
  oldest: number | null
  sending: boolean
  /** Waits for the person, not for the network. */
  needsPerson: boolean
}

function outboxOf(rows: readonly Row[]): Outbox {
  const unsent = rows.filter(({ state }) => isUnsent(state))
  const counted = rows.filter(({ removed }) => removed === undefined)
  return {
    rows,
    captures: counted.filter(isCapture),
    skips: counted.filter(isSkip),
    unsent: unsent.length,
    oldest: unsent.length === 0 ? null : Math.min(...unsent.map(happenedAt)),
    sending: unsent.some(({ state }) => state === 'sending'),
    needsPerson: unsent.some(({ state }) => ['held-auth', 'rejected', 'quarantined'].includes(state)),
  }
}

/** The signed-in user's photographs and skips on this device. */
export function useOutbox(): Outbox {
  const store = storeOf(useAccount().id)
  return useSyncExternalStore(store.subscribe, store.read)
}
