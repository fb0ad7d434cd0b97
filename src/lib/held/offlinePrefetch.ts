import type { QueryClient } from '@tanstack/react-query'
import { queryClient } from '../live/queryClient.ts'
import { categoriesQuery } from '../queries/categories.ts'
import { groupsQuery } from '../queries/groups.ts'
import { inspectionsQuery } from '../queries/inspections.ts'
import { metersQuery } from '../queries/meters.ts'
import { roundsQuery } from '../queries/rounds.ts'
import { unitsQuery } from '../queries/units.ts'

/** Meters and the lists that filter them. */
const fetchLists = (client: QueryClient, options: { staleTime?: 'static' }) =>
  Promise.allSettled([
    client.query({ ...metersQuery, ...options }),
    client.query({ ...unitsQuery, ...options }),
    client.query({ ...categoriesQuery, ...options }),
    client.query({ ...groupsQuery, ...options }),
    client.query({ ...inspectionsQuery, ...options }),
  ])

/**
 * Caches what an inspector needs to photograph any meter offline, whichever screens were opened. On failure the cached
 * data stays.
 */
export async function prefetchOfflineData(): Promise<void> {
  await Promise.allSettled([fetchLists(queryClient, {}), queryClient.query(roundsQuery)])
}

/** Starts fetching what is not cached, before render; cached data is refetched by the screens. */
export function prefetchMissingData(client: QueryClient): void {
  void fetchLists(client, { staleTime: 'static' })
}
