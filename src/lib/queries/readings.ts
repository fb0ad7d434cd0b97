import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { readState } from '../../../contract/abnormal.ts'
import type { Reading } from '../../../contract/readings.ts'
import type { Span } from '../../../contract/spans.ts'
import type { PageSize } from '../../ui/table/pages.ts'
import { call } from '../api.ts'
import { isLive } from '../liveState.ts'
import { alertKeys } from './alerts.ts'
import { isLong, type List, listedRow, listKey, removeListed, replaceListed } from './list.ts'
import { meterKeys } from './meters.ts'

/** Which readings a list shows. */
export interface ReadingFilters {
  span: Span
  meterIds: readonly number[]
  inspectionIds: readonly number[]
  groupIds?: readonly number[]
  unitIds?: readonly number[]
  /** Only empty readings and those in the emergency range. */
  abnormal?: boolean
  /** Part of the meter’s name, of the value or of the local time. */
  text?: string
  /** By time; newest first when absent. */
  order?: 'asc' | 'desc'
}

const lists = ['readings', 'list'] as const
const series = ['readings', 'series'] as const
const neighbours = ['readings', 'neighbours'] as const
const ones = ['readings', 'one'] as const
const changes = ['readings', 'changes'] as const
const newer = ['readings', 'newer'] as const

export const readingKeys = {
  all: ['readings'] as const,
  lists,
  series,
  ones,
  newer,
  everyChange: changes,
  everyNeighbour: neighbours,
  page: (filters: ReadingFilters, page: number, size: PageSize) => listKey('readings', filters, page, size),
  one: (id: number) => [...ones, id] as const,
  changes: (id: number) => [...changes, id] as const,
  neighbours: (id: number) => [...neighbours, id] as const,
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
    const { data, ...rest } = await call('readings', { query, signal })
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
    queryFn: async ({ signal }) => (await call('reading', { params: { id }, signal })).data,
    staleTime,
    ...kept,
    refetchInterval: ({ state }) => !isLive() && pollIntervalOf(state.data && [state.data]),
    initialData: () => listedRow<Reading>(client, 'readings', id)?.row,
    initialDataUpdatedAt: () => listedRow(client, 'readings', id)?.updatedAt,
  })

/** Who corrected or deleted a reading, newest first. */
export const readingChangesQuery = (id: number) =>
  queryOptions({
    queryKey: readingKeys.changes(id),
    queryFn: async ({ signal }) => (await call('readingChanges', { params: { id }, signal })).data,
    staleTime,
    ...kept,
  })

/** The readings of the same meter just before and after one. */
export const readingNeighboursQuery = (id: number) =>
  queryOptions({
    queryKey: readingKeys.neighbours(id),
    queryFn: async ({ signal }) => (await call('readingNeighbours', { params: { id }, signal })).data,
    staleTime,
    ...kept,
    refetchInterval: () => !isLive() && pollInterval.usual,
  })

/**
 * A change of readings also changes graphs, alerts, and what lists of meters show as their latest. Long lists show the
 * change already, and stay.
 */
const reloadLists = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: lists, predicate: (query) => !isLong(query) }),
    client.invalidateQueries({ queryKey: series }),
    client.invalidateQueries({ queryKey: neighbours }),
    client.invalidateQueries({ queryKey: meterKeys.all }),
    client.invalidateQueries({ queryKey: alertKeys.all }),
  ])

/** Writes another value into a reading; lists show the answer at once and reload behind it. */
export function useCorrectReading() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, value }: { id: number; value: number | null }) =>
      (await call('updateReading', { params: { id }, body: { value } })).data,
    onSuccess: (corrected) => {
      client.setQueryData(readingKeys.one(corrected.id), corrected)
      void client.invalidateQueries({ queryKey: readingKeys.changes(corrected.id) })
      replaceListed(client, 'readings', corrected)
      void reloadLists(client)
    },
  })
}

/** A reading that a person adds by hand. */
interface NewReading {
  /** Made once for what a person typed: sent again, it is the same reading. */
  key: string
  meterId: number
  value: number
  /** `YYYY-MM-DD HH:mm:ss` in the organization’s zone. */
  measuredAt: string
  /** As a `data:` address. */
  image: string | null
}

/** Adds a reading; lists and graphs reload behind it. */
export function useCreateReading() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ key, meterId, value, measuredAt, image }: NewReading) =>
      (
        await call('createReading', {
          headers: { 'idempotency-key': key },
          body: { meter_id: meterId, value, created_at: measuredAt, image_base64: image },
        })
      ).data,
    onSuccess: () => void reloadLists(client),
  })
}

/** Deletes a reading; lists leave it out at once and reload behind it. */
export function useDeleteReading() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (id: number) => {
      await call('deleteReading', { params: { id } })
      return id
    },
    onSuccess: (id) => {
      removeListed(client, 'readings', id)
      void client.invalidateQueries({ queryKey: readingKeys.one(id), refetchType: 'none' })
      void client.invalidateQueries({ queryKey: readingKeys.changes(id), refetchType: 'none' })
      void client.invalidateQueries({ queryKey: readingKeys.newer })
      void reloadLists(client)
    },
  })
}
