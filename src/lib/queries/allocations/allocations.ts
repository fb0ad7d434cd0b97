import { queryOptions } from '@tanstack/react-query'
import { allocationEndpoints } from '../../../../contract/usage/allocations.ts'
import { call } from '../../session/api.ts'
import { closingKeys } from '../closings/closingKeys.ts'

/** How the usage of a meter is allocated over time, newest first. */
export const allocationRulesQuery = (meterId: number) =>
  queryOptions({
    queryKey: [...closingKeys.allocations, 'rules', meterId],
    queryFn: async ({ signal }) =>
      (await call(allocationEndpoints.allocationRules, { params: { id: meterId }, signal })).data,
    staleTime: 30_000,
  })

/** How the usages of a calendar month, `YYYY-MM`, are allocated. */
export const allocationsQuery = (month: string) =>
  queryOptions({
    queryKey: [...closingKeys.allocations, 'month', month],
    queryFn: async ({ signal }) =>
      (await call(allocationEndpoints.allocations, { query: { month }, signal })).data,
    staleTime: 0,
  })
