import { QueryClient } from '@tanstack/react-query'
import {
  type PersistedClient,
  type Persister,
  type PersistQueryClientOptions,
  persistQueryClientRestore,
  persistQueryClientSubscribe,
} from '@tanstack/react-query-persist-client'
import { canOpenDatabase, whenRefused, withDatabase } from '../../../offline/database.ts'
import { ApiError } from '../../failures/callErrors.ts'

const day = 24 * 60 * 60_000
/** Age limit of cached data offline. Below the browsers' timer limit of 24.8 days. */
const maxAge = 14 * day
const writeInterval = 1000

/** Retries transient failures, not 4xx. None offline: it would wait for the network instead of showing cached data. */
const shouldRetry = (failures: number, error: Error): boolean =>
  failures < 2 && navigator.onLine && !(error instanceof ApiError && error.status < 500)

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Milliseconds in the persisted cache; default `maxAge`. */
      keptFor?: number
      /** No refetch by events while shown. */
      still?: boolean
    }
  }
}

/** Cached data is not refetched yet. */
let refetchDeferred = false

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'offlineFirst',
      gcTime: maxAge,
      staleTime: 30_000,
      refetchOnMount: () => !refetchDeferred,
      retry: shouldRetry,
      retryDelay: (failures) => 1000 * 2 ** failures,
    },
    mutations: { networkMode: 'offlineFirst', retry: false },
  },
})

/** Shows cached data and refetches after the first paint, leaving bandwidth to the first screen. */
export function deferRefetchUntil(painted: Promise<void>): void {
  refetchDeferred = true
  void painted.then(() => {
    refetchDeferred = false
    return queryClient.refetchQueries({ type: 'active', stale: true }, { cancelRefetch: false })
  })
}

/** Caches of other users, organizations or forms of the data are never read. */
export interface CacheOwner {
  userId: number
  organizationId: number
}

const cacheName = ({ userId, organizationId }: CacheOwner) => `${userId}:${organizationId}`

/** Writes at most once a second, last state wins, and at once when the page is hidden: a phone may not resume it. */
function persisterOf(name: string): Persister & { stop: () => void } {
  let waiting: PersistedClient | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const write = () => {
    clearTimeout(timer)
    timer = undefined
    const client = waiting
    waiting = null
    if (client === null) return
    // A full disk affects the cache only: captures have their own store and warning.
    withDatabase((database) => database.put('cache', client, name)).catch(console.warn)
  }
  const writeWhenHidden = () => {
    if (document.visibilityState === 'hidden') write()
  }
  document.addEventListener('visibilitychange', writeWhenHidden)
  return {
    persistClient: (client) => {
      waiting = client
      timer ??= setTimeout(write, writeInterval)
    },
    // Only this persister writes the store.
    restoreClient: async () =>
      (await withDatabase((database) => database.get('cache', name))) as PersistedClient | undefined,
    removeClient: async () => {
      waiting = null
      await withDatabase((database) => database.delete('cache', name))
    },
    stop: () => {
      document.removeEventListener('visibilitychange', writeWhenHidden)
      clearTimeout(timer)
      timer = undefined
      waiting = null
    },
  }
}

let persisting: { owner: CacheOwner; stop: () => void } | null = null

/** Restores and then persists the user's cache. Await before the router starts. */
export async function persistCache(owner: CacheOwner): Promise<void> {
  if (persisting !== null && cacheName(persisting.owner) === cacheName(owner)) return
  persisting?.stop()
  if (!(await canOpenDatabase())) return
  const persister = persisterOf(cacheName(owner))
  const options: PersistQueryClientOptions = {
    queryClient,
    persister,
    maxAge,
    buster: `${cacheName(owner)}:${import.meta.env.DATA_VERSION}`,
    dehydrateOptions: {
      // Including failed refetches: an offline start must not lose the cached copy.
      shouldDehydrateQuery: ({ state, meta }) =>
        state.data !== undefined && Date.now() - state.dataUpdatedAt < Number(meta?.['keptFor'] ?? maxAge),
      shouldDehydrateMutation: () => false,
    },
  }
  await persistQueryClientRestore(options).catch(console.warn)
  // The last second before may be missing: shown, but refetched.
  await queryClient.invalidateQueries({ refetchType: 'none' })
  const unsubscribe = persistQueryClientSubscribe(options)
  persisting = {
    owner,
    stop: () => {
      unsubscribe()
      persister.stop()
    },
  }
}

/** Later answers belong to another user. */
export function stopPersisting(): void {
  persisting?.stop()
  persisting = null
}

/** Deletes the user's cache, including what a pending write would restore. */
export async function clearCache(): Promise<void> {
  stopPersisting()
  queryClient.clear()
  const clear = () => withDatabase((database) => database.clear('cache')).catch(whenRefused(undefined))
  await clear()
  await new Promise((resolve) => setTimeout(resolve, writeInterval + 100))
  await clear()
}
