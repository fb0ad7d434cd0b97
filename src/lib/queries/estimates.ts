import { queryOptions } from '@tanstack/react-query'
import { estimateEndpoints } from '../../../contract/usage/estimates.ts'
import { call } from '../session/api.ts'
import { meterKeys } from './meters.ts'

/** Indices of a meter that people estimated, latest first. */
export const estimatesQuery = (meterId: number) =>
  queryOptions({
    queryKey: [...meterKeys.estimates, meterId],
    queryFn: async ({ signal }) =>
      (await call(estimateEndpoints.meterEstimates, { params: { id: meterId }, signal })).data,
    staleTime: 30_000,
  })

/** What an index at the end of a period may be estimated at. Local times, `YYYY-MM-DD HH:mm:ss`. */
export const estimateProposalsQuery = (meterId: number, period: { from: string; at: string }) =>
  queryOptions({
    queryKey: [...meterKeys.all, 'estimate-proposals', meterId, period],
    queryFn: async ({ signal }) =>
      (
        await call(estimateEndpoints.meterEstimateProposals, {
          params: { id: meterId },
          query: period,
          signal,
        })
      ).data,
    staleTime: 0,
    meta: { keptFor: 0 },
  })
