import { queryOptions } from '@tanstack/react-query'
import { call } from '../api.ts'

export const groupKeys = { all: ['groups'] as const }

/** Meter groups of the organization. */
export const groupsQuery = queryOptions({
  queryKey: groupKeys.all,
  queryFn: async ({ signal }) => (await call('groups', { signal })).data,
  staleTime: 300_000,
})
