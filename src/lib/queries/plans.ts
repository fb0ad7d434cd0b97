import { queryOptions } from '@tanstack/react-query'
import { planEndpoints } from '../../../contract/plans.ts'
import { call } from '../session/api.ts'
import { deviceKeys } from './devices.ts'

export const planKeys = {
  all: ['plans'] as const,
  /** Changes with every device. */
  usage: [...deviceKeys.all, 'plan-usage'] as const,
}

/** Plans; for system administrators. */
export const plansQuery = queryOptions({
  queryKey: planKeys.all,
  queryFn: async ({ signal }) => (await call(planEndpoints.plans, { signal })).data,
  staleTime: 60_000,
})

/** How much of its plan’s limits the organization uses. */
export const planUsageQuery = queryOptions({
  queryKey: planKeys.usage,
  queryFn: async ({ signal }) => (await call(planEndpoints.planUsage, { signal })).data,
  staleTime: 60_000,
})
