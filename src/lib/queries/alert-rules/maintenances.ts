import { queryOptions } from '@tanstack/react-query'
import { maintenanceEndpoints } from '../../../../contract/alert-rules/maintenances.ts'
import { call } from '../../session/api.ts'
import { groupKeys } from '../groups.ts'

/** 点検中 of meter groups. A change of groups is also one of these. */
export const maintenancesQuery = queryOptions({
  queryKey: [...groupKeys.all, 'maintenances'] as const,
  queryFn: async ({ signal }) => (await call(maintenanceEndpoints.maintenances, { signal })).data,
  staleTime: 30_000,
  refetchInterval: 60_000,
})
