import { queryOptions } from '@tanstack/react-query'
import { meterEndpoints } from '../../../contract/meters.ts'
import type { Range } from '../../../contract/values/ranges.ts'
import { isLive } from '../live/eventStreamState.ts'
import { call } from '../session/api.ts'

export const meterKeys = {
  all: ['meters'] as const,
  list: ['meters', 'list'] as const,
  estimates: ['meters', 'estimates'] as const,
  rangeEffect: (id: number, { start, end }: Range) => ['meters', 'range-effect', id, start, end],
}

/** Milliseconds until it is asked again how far a judging anew has come. */
const pollInterval = 10_000

/** Every meter of the organization with its latest reading. */
export const metersQuery = queryOptions({
  queryKey: meterKeys.list,
  queryFn: async ({ signal }) => (await call(meterEndpoints.meters, { signal })).data,
  staleTime: 30_000,
  refetchInterval: ({ state }) =>
    !isLive() && state.data?.some(({ rejudging }) => rejudging !== null) === true && pollInterval,
})

/** One meter out of the list, so that a screen opens without signal from what was seen before. */
export const meterQuery = (id: number) =>
  queryOptions({
    ...metersQuery,
    select: (meters) => meters.find((meter) => meter.id === id),
  })

/** The meter as the server has it now, with who changed it last. */
export const latestMeter = async (id: number) => (await call(meterEndpoints.meter, { params: { id } })).data

/** How many of a meter’s latest readings another abnormal range would judge otherwise; asked anew as readings come. */
export const rangeEffectQuery = (id: number, range: Range) =>
  queryOptions({
    queryKey: meterKeys.rangeEffect(id, range),
    queryFn: async ({ signal }) => {
      const { start, end } = range
      const query =
        start === null || end === null ? {} : { emergency_start_value: start, emergency_end_value: end }
      return (await call(meterEndpoints.rangeEffect, { params: { id }, query, signal })).data
    },
    gcTime: 60_000,
    // Of what stands in a form for a moment the device keeps no copy.
    meta: { keptFor: 0 },
  })
