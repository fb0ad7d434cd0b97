import { queryOptions } from '@tanstack/react-query'
import { call } from '../api.ts'

/** Meter groups of the organization. */
export const groupsQuery = queryOptions({
  queryKey: ['groups'],
  queryFn: async ({ signal }) => (await call('groups', { signal })).data,
  staleTime: 300_000,
})
