import { queryOptions } from '@tanstack/react-query'
import { estimateEndpoints } from '../../../contract/usage/estimates.ts'
import { call } from '../session/api.ts'
import { meterKeys } from './meters.ts'

/** Indices of a meter that people estimated, latest first. */
export const estimatesQuery = (meterId: number) =>
  queryOptions({
    queryKey: [...meterKeys.all, 'estimates', meterId],
    queryFn: async ({ signal }) =>
      (await call(estimateEndpoints.meterEstimates, { params: { id: meterId }, signal })).data,
    staleTime: 30_000,
  })
