import { categoriesQuery } from './queries/categories.ts'
import { groupsQuery } from './queries/groups.ts'
import { inspectionsQuery } from './queries/inspections.ts'
import { metersQuery } from './queries/meters.ts'
import { unitsQuery } from './queries/units.ts'
import { queryClient } from './query.ts'

/**
 * Fetches what an inspector needs to photograph any meter without signal, so that it is on the device before
 * they go down, whichever screens they have opened. Where it fails, what was kept before stays.
 */
export async function fetchWorkSet(): Promise<void> {
  await Promise.allSettled([
    queryClient.query(metersQuery),
    queryClient.query(unitsQuery),
    queryClient.query(categoriesQuery),
    queryClient.query(groupsQuery),
    queryClient.query(inspectionsQuery),
  ])
}
