import { queryOptions } from '@tanstack/react-query'
import { call } from '../api.ts'

export const meterKeys = {
  all: ['meters'] as const,
  list: ['meters', 'list'] as const,
}

/** Every meter of the organization with its latest reading. */
export const metersQuery = queryOptions({
  queryKey: meterKeys.list,
  queryFn: async ({ signal }) => (await call('meters', { signal })).data,
  staleTime: 30_000,
})

/** One meter out of the list, so that a screen opens without signal from what was seen before. */
export const meterQuery = (id: number) =>
  queryOptions({
    ...metersQuery,
    select: (meters) => meters.find((meter) => meter.id === id),
  })
