import { queryOptions } from '@tanstack/react-query'
import { costBearerEndpoints } from '../../../contract/cost-bearers.ts'
import { call } from '../session/api.ts'
import { costBearerKeys } from './costBearerKeys.ts'

/** 負担先 of the organization. */
export const costBearersQuery = queryOptions({
  queryKey: costBearerKeys.all,
  queryFn: async ({ signal }) => (await call(costBearerEndpoints.costBearers, { signal })).data,
  staleTime: 300_000,
})
