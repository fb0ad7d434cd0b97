import { queryOptions } from '@tanstack/react-query'
import { call } from '../api.ts'

/** Meter units, the master list. */
export const unitsQuery = queryOptions({
  queryKey: ['units'],
  queryFn: async ({ signal }) => (await call('units', { signal })).data,
  staleTime: 300_000,
})
