import { queryOptions } from '@tanstack/react-query'
import { groupEndpoints } from '../../../contract/groups.ts'
import { call } from '../session/api.ts'

export const groupKeys = { all: ['groups'] as const }

/** Meter groups of the organization. */
export const groupsQuery = queryOptions({
  queryKey: groupKeys.all,
  queryFn: async ({ signal }) => (await call(groupEndpoints.groups, { signal })).data,
  staleTime: 300_000,
})
