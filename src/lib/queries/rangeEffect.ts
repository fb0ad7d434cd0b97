import { queryOptions } from '@tanstack/react-query'
import type { Range } from '../../../contract/ranges.ts'
import { call } from '../api.ts'
import { meterKeys } from './meters.ts'

/** How many of a meter’s latest readings another abnormal range would judge otherwise; asked anew as readings come. */
export const rangeEffectQuery = (id: number, { start, end }: Range) =>
  queryOptions({
    queryKey: [...meterKeys.all, 'range-effect', id, start, end],
    queryFn: async ({ signal }) => {
      const query =
        start === null || end === null ? {} : { emergency_start_value: start, emergency_end_value: end }
      return (await call('rangeEffect', { params: { id }, query, signal })).data
    },
    gcTime: 60_000,
    // Of what stands in a form for a moment the device keeps no copy.
    meta: { keptFor: 0 },
  })
