import { queryOptions } from '@tanstack/react-query'
import { call } from '../api.ts'
import { isLive } from '../liveState.ts'

export const meterKeys = {
  all: ['meters'] as const,
  list: ['meters', 'list'] as const,
}

/** Milliseconds until it is asked again how far a judging anew has come. */
const pollInterval = 10_000

/** Every meter of the organization with its latest reading. */
export const metersQuery = queryOptions({
  queryKey: meterKeys.list,
  queryFn: async ({ signal }) => (await call('meters', { signal })).data,
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
