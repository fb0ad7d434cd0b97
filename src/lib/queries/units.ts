import { queryOptions } from '@tanstack/react-query'
import { call } from '../api.ts'

/** Meter units, the master list. */
export const unitsQuery = queryOptions({
  queryKey: ['units'],
  queryFn: async ({ signal }) => (await call('units', { signal })).data,
  staleTime: 300_000,
})

/** How many meters have each; for system administrators. */
export const unitUsageQuery = queryOptions({
  queryKey: ['unit-usage'],
  queryFn: async ({ signal }) => (await call('unitUsage', { signal })).data,
  staleTime: 60_000,
})
