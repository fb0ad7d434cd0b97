import { queryOptions } from '@tanstack/react-query'
import { unitEndpoints } from '../../../contract/units.ts'
import { call } from '../session/api.ts'

export const unitKeys = {
  all: ['units'] as const,
  usage: ['units', 'usage'] as const,
}

/** Meter units, the master list. */
export const unitsQuery = queryOptions({
  queryKey: unitKeys.all,
  queryFn: async ({ signal }) => (await call(unitEndpoints.units, { signal })).data,
  staleTime: 300_000,
})

/** How many meters have each; for system administrators. */
export const unitUsageQuery = queryOptions({
  queryKey: unitKeys.usage,
  queryFn: async ({ signal }) => (await call(unitEndpoints.unitUsage, { signal })).data,
  staleTime: 60_000,
})
