import { queryOptions } from '@tanstack/react-query'
import { closingEndpoints } from '../../../contract/closing/closings.ts'
import { cycleEndpoints } from '../../../contract/closing/cycles.ts'
import { readingEndpoints } from '../../../contract/readings.ts'
import type { Span } from '../../../contract/time/spans.ts'
import { call } from '../session/api.ts'
import { closingKeys } from './closings/closingKeys.ts'

/** 検針サイクル of the organization, by name. */
export const cyclesQuery = queryOptions({
  queryKey: closingKeys.cycles,
  queryFn: async ({ signal }) => (await call(cycleEndpoints.closingCycles, { signal })).data,
  staleTime: 300_000,
})

/** Closed months of a cycle with all their versions, newest first. */
export const closingsQuery = (cycleId: number) =>
  queryOptions({
    queryKey: [...closingKeys.months, cycleId, 'closed'],
    queryFn: async ({ signal }) =>
      (await call(closingEndpoints.closings, { params: { id: cycleId }, signal })).data,
    staleTime: 0,
  })

/** The meters of a cycle in a month. As usages, they are computed again only when somebody asks for it. */
export const boardQuery = (cycleId: number, month: string, version: number | undefined) =>
  queryOptions({
    queryKey: [...closingKeys.months, cycleId, 'board', month, version],
    queryFn: async ({ signal }) =>
      (
        await call(closingEndpoints.closingBoard, {
          params: { id: cycleId },
          query: { month, version },
          signal,
        })
      ).data,
    staleTime: 0,
    refetchOnWindowFocus: false,
  })

/** 締めまで: open months that are over or nearly so, with their counts. Readings come without telling of closings. */
export const openMonthsQuery = queryOptions({
  queryKey: [...closingKeys.months, 'open'],
  queryFn: async ({ signal }) => (await call(closingEndpoints.openMonths, { signal })).data,
  staleTime: 60_000,
  refetchInterval: 5 * 60_000,
})

/** As many readings near a closing time are looked at. */
const maxReadings = 100

/** The readings of a meter near a closing time, in the order of time. */
export const readingsNearClosingQuery = (meterId: number, span: Span) =>
  queryOptions({
    queryKey: [...closingKeys.months, 'readings', meterId, span],
    queryFn: async ({ signal }) => {
      const query = {
        meter_ids: [meterId],
        recorded_span: span,
        limit: maxReadings,
        sort_type: 'asc' as const,
      }
      return (await call(readingEndpoints.readings, { query, signal })).data
    },
    staleTime: 0,
    meta: { keptFor: 0 },
  })
