import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type Reading, readingEndpoints } from '../../../contract/readings.ts'
import { type Span, spanQuery } from '../../../contract/time/spans.ts'
import type { ReadState } from '../../../contract/values/abnormal.ts'
import { idListLimit } from '../../../text/limits.ts'
import { isLive } from '../live/eventStreamState.ts'
import { call } from '../session/api.ts'
import { readingKeys } from './readings.ts'

/** A reading as a chart draws it. */
export interface Point {
  id: number
  /** Milliseconds since 1970. */
  at: number
  /** Null: nothing was read; the line breaks here. */
  value: number | null
  abnormal: boolean
  /** Of the picture; absent if there is none. */
  state?: ReadState | null
}

/** One meter’s readings over time, downsampled by the server so that shape and extremes stay. */
export interface MeterSeries {
  meterId: number
  /** Readings before downsampling. */
  count: number
  /** Readings of an unconfirmed time, which are not among the points. */
  unconfirmedTimes: number
  /** By time. */
  points: Point[]
  latest: Reading | null
}

/** With more meters a graph is too much to be written to the device again and again. */
const keptMeters = 5
const keptFor = 48 * 60 * 60_000

/** What graphs show of these meters. */
export const seriesQuery = (meterIds: readonly number[], span: Span) =>
  queryOptions({
    queryKey: readingKeys.seriesOf(meterIds, span),
    queryFn: ({ signal }) => fetchSeries(meterIds, span, signal),
    staleTime: 30_000,
    gcTime: keptFor,
    meta: { keptFor: meterIds.length <= keptMeters ? keptFor : 0 },
    refetchInterval: () => !isLive() && 60_000,
    placeholderData: keepPreviousData,
  })

/** The same for an interval that a person looks at closely, downsampled less the shorter it is. */
export const detailSeriesQuery = (
  meterIds: readonly number[],
  interval: { from: number; to: number },
  span: Span,
) =>
  queryOptions({
    queryKey: readingKeys.detail(meterIds, span),
    queryFn: async ({ signal }) => ({ interval, series: await fetchSeries(meterIds, span, signal) }),
    staleTime: 30_000,
    gcTime: 5 * 60_000,
    meta: { keptFor: 0 },
    placeholderData: keepPreviousData,
  })

/** The latest reading within the span of each of these meters that has one. */
export const latestReadingsQuery = (meterIds: readonly number[], span: Span) =>
  queryOptions({
    queryKey: readingKeys.latest(meterIds, span),
    queryFn: ({ signal }) => fetchLatest(meterIds, span, signal),
    enabled: meterIds.length > 0,
    staleTime: 30_000,
    gcTime: 5 * 60_000,
    meta: { keptFor: 0 },
    refetchInterval: () => !isLive() && 60_000,
    placeholderData: keepPreviousData,
  })

async function fetchLatest(
  meterIds: readonly number[],
  span: Span,
  signal: AbortSignal,
): Promise<readonly Reading[]> {
  const parts = Array.from({ length: Math.ceil(meterIds.length / idListLimit) }, (_, part) =>
    meterIds.slice(part * idListLimit, (part + 1) * idListLimit),
  )
  const answers = parts.map((ids) =>
    call(readingEndpoints.latestReadings, {
      query: { meter_ids: [...ids], recorded_span: spanQuery(span) },
      signal,
    }),
  )
  return (await Promise.all(answers)).flatMap(({ data }) => data)
}

async function fetchSeries(
  meterIds: readonly number[],
  span: Span,
  signal: AbortSignal,
): Promise<MeterSeries[]> {
  const query = {
    meter_ids: [...meterIds],
    recorded_span: spanQuery(span),
  }
  const { data } = await call(readingEndpoints.series, { query, signal })
  return data.map(({ meter_id: meterId, count, unconfirmed_times: unconfirmedTimes, points, latest }) => ({
    meterId,
    count,
    unconfirmedTimes,
    points: points.map(({ id, created_at, value, is_abnormal, read_state }) => ({
      id,
      at: Date.parse(created_at),
      value,
      abnormal: is_abnormal,
      state: read_state,
    })),
    latest,
  }))
}
