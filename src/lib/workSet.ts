import type { QueryClient } from '@tanstack/react-query'
import { categoriesQuery } from './queries/categories.ts'
import { groupsQuery } from './queries/groups.ts'
import { inspectionsQuery } from './queries/inspections.ts'
import { metersQuery } from './queries/meters.ts'
import { unitsQuery } from './queries/units.ts'
import { queryClient } from './query.ts'

/** The meters and what they are sorted by. */
const ask = (client: QueryClient, options: { staleTime?: 'static' }) =>
  Promise.allSettled([
    client.query({ ...metersQuery, ...options }),
    client.query({ ...unitsQuery, ...options }),
    client.query({ ...categoriesQuery, ...options }),
    client.query({ ...groupsQuery, ...options }),
    client.query({ ...inspectionsQuery, ...options }),
  ])

/**
 * Fetches what an inspector needs to photograph any meter without signal, so that it is on the device before
 * they go down, whichever screens they have opened. Where it fails, what was kept before stays.
 */
export async function fetchWorkSet(): Promise<void> {
  await ask(queryClient, {})
}

/** Begins to fetch what of it the device does not have, before a screen is drawn; what it has, screens ask for anew. */
export function fetchMissing(client: QueryClient): void {
  void ask(client, { staleTime: 'static' })
}
