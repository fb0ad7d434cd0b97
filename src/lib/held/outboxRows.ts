import { useSyncExternalStore } from 'react'
import { listOutbox, watchOutbox } from '../../../offline/outbox.ts'
import type { Row } from '../../../offline/rows.ts'
import { useAccount } from '../queries/account.ts'

interface Store {
  subscribe: (listener: () => void) => () => void
  read: () => readonly Row[]
  readUnsentOfOthers: () => number
  /** Null: they are as the device has them. */
  readAgain: () => (() => void) | null
}

const none: readonly Row[] = []
const stores = new Map<number, Store>()

/** The user's rows; re-read after changes by any tab or the worker while subscribed. */
function createStore(userId: number): Store {
  const listeners = new Set<() => void>()
  let held = none
  let unsentOfOthers = 0
  let isUnread = false
  let stop = (): void => undefined
  let loading = false
  let isStale = false
  /** Rows change in bursts: while one reading is under way, the next one waits for all of them. */
  const load = async () => {
    isStale = true
    if (loading) return
    loading = true
    while (isStale) {
      isStale = false
      await listOutbox(userId).then(
        ({ rows, unsentOfOthers: count }) => {
          unsentOfOthers = count
          // An empty outbox stays the same: the whole screen reads it.
          if (rows.length > 0 || held.length > 0) held = rows
          isUnread = false
        },
        (error: unknown) => {
          console.warn(error)
          isUnread = true
        },
      )
      for (const tell of listeners) tell()
    }
    loading = false
  }
  const readAgain = () => void load()
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
    read: () => held,
    readUnsentOfOthers: () => unsentOfOthers,
    readAgain: () => (isUnread ? readAgain : null),
  }
}

function storeOf(userId: number): Store {
  const known = stores.get(userId)
  if (known) return known
  const store = createStore(userId)
  stores.set(userId, store)
  return store
}

/** The signed-in user's rows on this device, newest first. */
export const useOutboxRows = (): readonly Row[] => useOutboxRowsOf(useAccount().id)

/** A user's rows on this device, newest first, where the account is not at hand. */
export function useOutboxRowsOf(userId: number): readonly Row[] {
  const store = storeOf(userId)
  return useSyncExternalStore(store.subscribe, store.read)
}

/** How many rows of other users wait on this device to be sent. */
export function useUnsentOfOthers(): number {
  const store = storeOf(useAccount().id)
  return useSyncExternalStore(store.subscribe, store.readUnsentOfOthers)
}

/** Reads them again; null unless they could not be read: then `useOutboxRows` has none, or old ones. */
export function useUnreadOutbox(): (() => void) | null {
  const store = storeOf(useAccount().id)
  return useSyncExternalStore(store.subscribe, store.readAgain)
}
