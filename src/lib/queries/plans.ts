import { queryOptions } from '@tanstack/react-query'
import { planEndpoints } from '../../../contract/plans.ts'
import { call } from '../api.ts'

/** Plans; for system administrators. */
export const plansQuery = queryOptions({
  queryKey: ['plans'],
  queryFn: async ({ signal }) => (await call(planEndpoints.plans, { signal })).data,
  staleTime: 60_000,
})

/** How much of its plan’s limits the organization uses. */
export const planUsageQuery = queryOptions({
  queryKey: ['devices', 'plan-usage'],
  queryFn: async ({ signal }) => (await call(planEndpoints.planUsage, { signal })).data,
  staleTime: 60_000,
})
