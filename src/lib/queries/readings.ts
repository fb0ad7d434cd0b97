import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { type Reading, readingEndpoints, type WaitingReason } from '../../../contract/readings.ts'
import type { Span } from '../../../contract/time/spans.ts'
import { readState } from '../../../contract/values/abnormal.ts'
import { ApiError } from '../../failures/callErrors.ts'
import { isLive } from '../live/eventStreamState.ts'
import { call } from '../session/api.ts'
import { type List, listedRow, listKeys } from './pagedList.ts'

/** Which readings a list shows. */
export interface ReadingFilters {
  span: Span
  meterIds: readonly number[]
  inspectionIds: readonly number[]
  groupIds?: readonly number[]
  unitIds?: readonly number[]
  /** Only empty readings and those in the emergency range. */
  abnormal?: boolean
  waitingFor?: WaitingReason
  /** Part of the meter’s name, of the value or of the local time. */
  text?: string
  /** By time; newest first when absent. */
  order?: 'asc' | 'desc'
}

export const readingKeys = {
  ...listKeys('readings'),
  ones: ['readings', 'one'] as const,
  one: (id: number) => ['readings', 'one', id] as const,
  changes: ['readings', 'changes'] as const,
  changesOf: (id: number) => ['readings', 'changes', id] as const,
  changesOfMeters: ['readings', 'changes', 'of-meter'] as const,
  changesOfMeter: (meterId: number) => ['readings', 'changes', 'of-meter', meterId] as const,
  neighbours: ['readings', 'neighbours'] as const,
  neighboursOf: (id: number) => ['readings', 'neighbours', id] as const,
  valuesAround: ['readings', 'values-around'] as const,
  valuesAroundOf: (meterId: number, at: string, except?: number) =>
    ['readings', 'values-around', meterId, at, except] as const,
  earlier: (meterId: number) => ['readings', 'neighbours', 'earlier', meterId],
  pictures: (meterId: number) => ['readings', 'pictures', meterId] as const,
  series: ['readings', 'series'] as const,
  seriesOf: (meterIds: readonly number[], span: Span) => ['readings', 'series', meterIds, span] as const,
  detail: (meterIds: readonly number[], span: Span) =>
    ['readings', 'series', 'detail', meterIds, span] as const,
  latest: (meterIds: readonly number[], span: Span) =>
    ['readings', 'series', 'latest', meterIds, span] as const,
}

const staleTime = 30_000

/** The device keeps those of yesterday and today. */
const kept = { gcTime: 48 * 60 * 60_000, meta: { keptFor: 48 * 60 * 60_000 } }

/** Where nobody tells of changes: new readings within a minute, and a value soon after its picture was read. */
const pollInterval = { usual: 60_000, beingRead: 10_000 }

const isBeingRead = ({ value, read_state }: Reading) => value === null && read_state === readState.unprocessed

const pollIntervalOf = (readings: readonly Reading[] | undefined) =>
  readings?.some(isBeingRead) ? pollInterval.beingRead : pollInterval.usual

const someOf = (ids: readonly number[] | undefined) => (ids && ids.length > 0 ? [...ids] : undefined)

/** The filters as lists and exports send them. */
export const selectionOf = (filters: ReadingFilters) => ({
  recorded_span: filters.span.from === null && filters.span.to === null ? undefined : filters.span,
  meter_ids: someOf(filters.meterIds),
  inspection_ids: someOf(filters.inspectionIds),
  meter_group_ids: someOf(filters.groupIds),
  meter_unit_ids: someOf(filters.unitIds),
  is_abnormal: filters.abnormal || undefined,
  waiting_for: filters.waitingFor,
  text: filters.text || undefined,
  sort_type: filters.order ?? ('desc' as const),
})

/** The readings that the filters select. */
export const readingList = (filters: ReadingFilters): List<Reading> => ({
  noun: 'readings',
  filters,
  order: filters.order ?? 'desc',
  fetch: async (part, signal) => {
    const query = { ...selectionOf(filters), ...part }
    const { data, ...rest } = await call(readingEndpoints.readings, { query, signal })
    return { rows: data, ...rest }
  },
  pollInterval: pollIntervalOf,
})

/** The meters whose readings a list or graph shows, by its key; null: any. */
export function metersOfReadings([, kind, ...parts]: readonly unknown[]): readonly number[] | null {
  if (kind !== 'list' && kind !== 'series' && kind !== 'newer') return null
  for (const part of parts) {
    const held = typeof part === 'object' && part !== null && 'meterIds' in part ? part.meterIds : part
    if (Array.isArray(held) && held.length > 0) return held.filter((id) => typeof id === 'number')
  }
  return null
}

/** One reading; what a list already holds is shown until the answer comes, and without signal. */
export const readingQuery = (client: QueryClient, id: number) =>
  queryOptions({
    queryKey: readingKeys.one(id),
    queryFn: async ({ signal }) => (await call(readingEndpoints.reading, { params: { id }, signal })).data,
    staleTime,
    ...kept,
    refetchInterval: ({ state }) => !isLive() && pollIntervalOf(state.data && [state.data]),
    initialData: () => listedRow<Reading>(client, 'readings', id)?.row,
    initialDataUpdatedAt: () => listedRow(client, 'readings', id)?.updatedAt,
  })

/** Who entered, corrected or deleted a reading, newest first. */
export const readingChangesQuery = (id: number) =>
  queryOptions({
    queryKey: readingKeys.changesOf(id),
    queryFn: async ({ signal }) =>
      (await call(readingEndpoints.readingChanges, { params: { id }, signal })).data,
    staleTime,
    ...kept,
  })

/** At once, of a meter's history. */
const changesAtOnce = 10

/** Who entered, corrected, deleted or restored readings of a meter, newest first. */
export const meterReadingChangesQuery = (meterId: number) =>
  infiniteQueryOptions({
    queryKey: readingKeys.changesOfMeter(meterId),
    queryFn: ({ pageParam, signal }) =>
      call(readingEndpoints.meterReadingChanges, {
        params: { id: meterId },
        query: { limit: changesAtOnce, after: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime,
  })

/** The readings of the same meter just before and after one. */
export const readingNeighboursQuery = (id: number) =>
  queryOptions({
    queryKey: readingKeys.neighboursOf(id),
    queryFn: async ({ signal }) =>
      (await call(readingEndpoints.readingNeighbours, { params: { id }, signal })).data,
    staleTime,
    ...kept,
    refetchInterval: () => !isLive() && pollInterval.usual,
  })

/** Milliseconds. A value that a person enters is taken to have no connection after this time. */
export const valueTimeout = 30_000

/**
 * What a value of a meter at a time is compared with; `at` as pickers give it. `except`: the id of the reading that is
 * corrected.
 */
export const valuesAroundQuery = (meterId: number, at: string, except?: number) =>
  queryOptions({
    queryKey: readingKeys.valuesAroundOf(meterId, at, except),
    queryFn: async ({ signal }) => {
      const input = {
        params: { id: meterId },
        query: { at, except },
        signal: AbortSignal.any([signal, AbortSignal.timeout(valueTimeout)]),
      }
      return (await call(readingEndpoints.valuesAround, input)).data
    },
    // A person who enters a value waits for the answer, and screens that show these values share the request.
    retry: false,
    staleTime,
  })

/** A person waits for the answer. Milliseconds. */
const longestWait = 3000

/** Whether the server still has a reading, which may have been deleted; true if the server does not answer in time. */
export async function isReadingKept(id: number): Promise<boolean> {
  try {
    await call(readingEndpoints.reading, { params: { id }, signal: AbortSignal.timeout(longestWait) })
    return true
  } catch (error) {
    return !(error instanceof ApiError && error.code === 'not_found')
  }
}

/** As many of a meter’s newest readings are examples of what a changed setting does. */
const maxExamples = 10

/** How many readings a meter has, and its newest ones. */
export const earlierReadingsQuery = (meterId: number) =>
  queryOptions({
    queryKey: readingKeys.earlier(meterId),
    queryFn: async ({ signal }) => {
      const query = { meter_ids: [meterId], limit: maxExamples, sort_type: 'desc' as const }
      const { data, count = data.length } = await call(readingEndpoints.readings, { query, signal })
      return { count, newest: data }
    },
    staleTime,
  })

/** As many of a meter’s latest pictures are tried. */
const maxPictures = 10

/** The latest readings of a meter that have a picture. */
export const latestPicturesQuery = (meterId: number) =>
  queryOptions({
    queryKey: readingKeys.pictures(meterId),
    queryFn: async ({ signal }) => {
      const query = { meter_ids: [meterId], is_image: true, limit: maxPictures, sort_type: 'desc' as const }
      return (await call(readingEndpoints.readings, { query, signal })).data
    },
    staleTime,
  })
