import { queryOptions } from '@tanstack/react-query'
import { replacementEndpoints } from '../../../contract/replacements.ts'
import { call } from '../session/api.ts'
import { meterKeys } from './meters.ts'

/** When a meter was replaced, latest first. */
export const replacementsQuery = (meterId: number) =>
  queryOptions({
    queryKey: [...meterKeys.all, 'replacements', meterId],
    queryFn: async ({ signal }) =>
      (await call(replacementEndpoints.replacements, { params: { id: meterId }, signal })).data,
    staleTime: 30_000,
  })
