import { QueryClient } from '@tanstack/react-query'
import {
  type PersistedClient,
  type Persister,
  type PersistQueryClientOptions,
  persistQueryClientRestore,
  persistQueryClientSubscribe,
} from '@tanstack/react-query-persist-client'
import { withDatabase } from '../../offline/database.ts'
import { ApiError } from '../errors.ts'

const day = 24 * 60 * 60_000
/** How old a screen may be that a phone without signal still shows. Below the browsers' timer limit of 24.8 days. */
const maxAge = 14 * day
const writeEvery = 1000

/**
 * A refusal stays a refusal; only what may have been bad luck is asked again. Without signal nothing is: the
 * repetition would wait for the network, and with it the person who could be shown what the device knows.
 */
const worthRepeating = (failures: number, error: Error): boolean =>
  failures < 2 && navigator.onLine && !(error instanceof ApiError && error.status < 500)

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** How long the device keeps a copy, in milliseconds; otherwise as long as any. */
      keptFor?: number
      /** What changes elsewhere must not move it under the person who looks at it. */
      still?: boolean
    }
  }
}

/** What the device holds is not asked for anew yet. */
let held = false

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'offlineFirst',
      gcTime: maxAge,
      staleTime: 30_000,
      refetchOnMount: () => !held,
      retry: worthRepeating,
      retryDelay: (failures) => 1000 * 2 ** failures,
    },
    mutations: { networkMode: 'offlineFirst', retry: false },
  },
})

/** Leaves the line to the first screen: what the device holds is shown, and asked for anew when that has been painted. */
export function holdUntil(painted: Promise<void>): void {
  held = true
  void painted.then(() => {
    held = false
    return queryClient.refetchQueries({ type: 'active', stale: true }, { cancelRefetch: false })
  })
}

/** Whose cache it is: another person's, organization's or build's is never read. */
export interface CacheOwner {
  userId: number
  organizationId: number
}

const cacheName = ({ userId, organizationId }: CacheOwner) => `${userId}:${organizationId}`

/** Writes at most once a second, the latest state last, and at once when the person looks away: a phone may not come back. */
function persisterOf(name: string): Persister & { stop: () => void } {
  let waiting: PersistedClient | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const write = () => {
    clearTimeout(timer)
    timer = undefined
    const client = waiting
    waiting = null
    if (client === null) return
    // A full disk costs the cache, never the work: captures have their own store and their own warning.
    withDatabase((database) => database.put('cache', client, name)).catch(console.warn)
  }
  const writeWhenHidden = () => {
    if (document.visibilityState === 'hidden') write()
  }
  document.addEventListener('visibilitychange', writeWhenHidden)
  return {
    persistClient: (client) => {
      waiting = client
      timer ??= setTimeout(write, writeEvery)
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

/** Restores what this person saw last and goes on saving. Await it before the router starts. */
export async function persistCache(owner: CacheOwner): Promise<void> {
  if (persisting !== null && cacheName(persisting.owner) === cacheName(owner)) return
  persisting?.stop()
  const persister = persisterOf(cacheName(owner))
  const options: PersistQueryClientOptions = {
    queryClient,
    persister,
    maxAge,
    buster: `${cacheName(owner)}:${import.meta.env.BUILD_ID}`,
    dehydrateOptions: {
      // Also what could not be fetched anew: a start without signal must not cost the copy that it lives on.
      shouldDehydrateQuery: ({ state, meta }) =>
        state.data !== undefined && Date.now() - state.dataUpdatedAt < Number(meta?.['keptFor'] ?? maxAge),
      shouldDehydrateMutation: () => false,
    },
  }
  await persistQueryClientRestore(options).catch(console.warn)
  // The last second of the visit before may not have been written: shown at once, but asked for anew.
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

/** Keeps nothing more: what still arrives is for somebody else. */
export function stopCaching(): void {
  persisting?.stop()
  persisting = null
}

/** Forgets everything of the person who leaves, also what a write already under way would put back. */
export async function forgetCache(): Promise<void> {
  stopCaching()
  queryClient.clear()
  const clear = () => withDatabase((database) => database.clear('cache'))
  await clear()
  await new Promise((resolve) => setTimeout(resolve, writeEvery + 100))
  await clear()
}
