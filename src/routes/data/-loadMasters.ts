import type { QueryClient } from '@tanstack/react-query'
import { categoriesQuery } from '../../lib/queries/categories.ts'
import { groupsQuery } from '../../lib/queries/groups.ts'
import { inspectionsQuery } from '../../lib/queries/inspections.ts'
import { metersQuery } from '../../lib/queries/meters.ts'
import { unitsQuery } from '../../lib/queries/units.ts'

/** Begins to fetch what the criteria choose from; the screen does not wait for it. */
export function loadMasters(queryClient: QueryClient): void {
  void Promise.allSettled([
    queryClient.query(metersQuery),
    queryClient.query(unitsQuery),
    queryClient.query(categoriesQuery),
    queryClient.query(groupsQuery),
    queryClient.query(inspectionsQuery),
  ])
}
