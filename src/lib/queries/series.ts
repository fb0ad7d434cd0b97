import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Reading } from '../../../contract/readings.ts'
import type { Span } from '../../../contract/spans.ts'
import { call } from '../api.ts'
import { isLive } from '../liveState.ts'
import { readingKeys } from './readings.ts'

/** A reading as a graph draws it. */
export interface Point {
  id: number
  /** Milliseconds since 1970. */
  at: number
  /** Null: nothing was read; the line breaks here. */
  value: number | null
  abnormal: boolean
}

/** One meter’s readings over time, thinned by the server so that shape and extremes stay. */
export interface MeterSeries {
  meterId: number
  /** Readings before thinning. */
  count: number
  /** By time. */
  points: Point[]
  latest: Reading | null
}

/** Points a meter at most, as the server gives them. */
const mostPoints = 1000
/** With more meters a graph is too much to be written to the device again and again. */
const keptMeters = 5
const keptFor = 48 * 60 * 60_000

/** What graphs show of these meters. */
export const seriesQuery = (meterIds: readonly number[], span: Span) =>
  queryOptions({
    queryKey: [...readingKeys.series, meterIds, span] as const,
    queryFn: ({ signal }) => fetchSeries(meterIds, span, signal),
    staleTime: 30_000,
    gcTime: keptFor,
    meta: { keptFor: meterIds.length <= keptMeters ? keptFor : 0 },
    refetchInterval: () => !isLive() && 60_000,
    placeholderData: keepPreviousData,
  })

/** The same for a stretch of the graph that a person looks at closely, thinned less the shorter it is. */
export const closeSeriesQuery = (
  meterIds: readonly number[],
  stretch: { from: number; to: number },
  span: Span,
) =>
  queryOptions({
    queryKey: [...readingKeys.series, 'close', meterIds, span] as const,
    queryFn: async ({ signal }) => ({ stretch, series: await fetchSeries(meterIds, span, signal) }),
    staleTime: 30_000,
    gcTime: 5 * 60_000,
    meta: { keptFor: 0 },
    placeholderData: keepPreviousData,
  })

async function fetchSeries(
  meterIds: readonly number[],
  span: Span,
  signal: AbortSignal,
): Promise<MeterSeries[]> {
  const query = {
    meter_ids: [...meterIds],
    recorded_span: span.from === null && span.to === null ? undefined : span,
    limit: mostPoints,
  }
  const { data } = await call('series', { query, signal })
  return data.map(({ meter_id: meterId, count, points, latest }) => ({
    meterId,
    count,
    points: points.map(({ id, created_at, value, is_abnormal }) => ({
      id,
      at: Date.parse(created_at),
      value,
      abnormal: is_abnormal,
    })),
    latest,
  }))
}
