import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { readState } from '../../../contract/abnormal.ts'
import type { Reading } from '../../../contract/readings.ts'
import type { Span } from '../../../contract/spans.ts'
import { call } from '../api.ts'
import { isLive } from '../liveState.ts'
import { alertKeys } from './alerts.ts'
import { meterKeys } from './meters.ts'
import { isLong, unlessLong } from './newest.ts'

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

interface ReadingPage {
  readings: Reading[]
  /** How many the filters select in all. */
  count: number
  /** Where the rows that follow begin; null at the end. */
  next: string | null
  /** The search stopped on its way: `count` is of what was searched so far. */
  partial: boolean
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
  page: (filters: ReadingFilters, page: number, limit: number) =>
    [...lists, 'page', filters, page, limit] as const,
  endless: (filters: ReadingFilters) => [...lists, 'endless', filters] as const,
  one: (id: number) => [...ones, id] as const,
  changes: (id: number) => [...changes, id] as const,
  neighbours: (id: number) => [...neighbours, id] as const,
}

/** Rows asked for at a time when the list has no pages. */
const stretch = 300

const staleTime = 30_000

/** Every period, filter and page is a list of its own; the device keeps those of yesterday and today. */
const kept = { gcTime: 48 * 60 * 60_000, meta: { keptFor: 48 * 60 * 60_000 } }

/** A list without end is too long to be written to the device again and again. */
const notKept = { gcTime: 5 * 60_000, meta: { keptFor: 0 } }

/** Where nobody tells of changes: new readings within a minute, and a value soon after its picture was read. */
const patience = { usual: 60_000, beingRead: 10_000 }

const isBeingRead = ({ value, read_state }: Reading) => value === null && read_state === readState.unprocessed

const refetchAfter = (readings: readonly Reading[] | undefined) => {
  if (isLive()) return false
  return readings?.some(isBeingRead) ? patience.beingRead : patience.usual
}

/** Below the first page new rows would push away what the person reads. */
const isStill = ({ order = 'desc' }: ReadingFilters, page: number) => order === 'desc' && page > 1

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

/** One page of readings; `page` counts from 1. */
export const readingsPage = (filters: ReadingFilters, page: number, limit: number) =>
  queryOptions({
    queryKey: readingKeys.page(filters, page, limit),
    queryFn: async ({ signal }): Promise<ReadingPage> => {
      const query = { ...selectionOf(filters), skip: (page - 1) * limit, limit }
      const { data, ...rest } = await call('readings', { query, signal })
      return { readings: data, ...rest }
    },
    staleTime,
    ...kept,
    meta: { ...kept.meta, still: isStill(filters, page) },
    refetchInterval: ({ state }) => !isStill(filters, page) && refetchAfter(state.data?.readings),
    refetchOnWindowFocus: !isStill(filters, page),
    placeholderData: keepPreviousData,
  })

/** Every reading, fetched by key as the person scrolls. */
export const readingsEndless = (filters: ReadingFilters) =>
  infiniteQueryOptions({
    queryKey: readingKeys.endless(filters),
    queryFn: async ({ signal, pageParam }): Promise<ReadingPage> => {
      const query = { ...selectionOf(filters), limit: stretch, ...(pageParam && { after: pageParam }) }
      const { data, ...rest } = await call('readings', { query, signal })
      return { readings: data, ...rest }
    },
    initialPageParam: '',
    getNextPageParam: (last: ReadingPage) => last.next,
    staleTime,
    ...notKept,
    // Stretches are fetched again one after the other: once there are many, only when the person asks.
    refetchInterval: ({ state }) =>
      isLong(state.data) ? false : refetchAfter(state.data?.pages[0]?.readings),
    ...unlessLong,
    placeholderData: keepPreviousData,
  })

/** How many readings the filters select now; for lists that stay as they are. */
export const readingsCount = (filters: ReadingFilters) =>
  queryOptions({
    queryKey: [...newer, filters] as const,
    queryFn: async ({ signal }) =>
      (await call('readings', { query: { ...selectionOf(filters), limit: 1 }, signal })).count,
    staleTime: 0,
    ...notKept,
    refetchInterval: () => !isLive() && patience.usual,
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
    refetchInterval: ({ state }) => refetchAfter(state.data && [state.data]),
    initialData: () => listed(client, id)?.reading,
    initialDataUpdatedAt: () => listed(client, id)?.updatedAt,
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
    refetchInterval: () => !isLive() && patience.usual,
  })

function listed(client: QueryClient, id: number) {
  for (const query of client.getQueryCache().findAll({ queryKey: lists })) {
    const held = query.state.data as Listed | undefined
    const reading = held && readingsIn(held).find((each) => each.id === id)
    if (reading) return { reading, updatedAt: query.state.dataUpdatedAt }
  }
  return undefined
}

/** What the two kinds of list keep in the cache. */
type Listed = ReadingPage | InfiniteData<ReadingPage, string>

const readingsIn = (held: Listed): Reading[] =>
  'pages' in held ? held.pages.flatMap((page) => page.readings) : held.readings

const inEveryPage = (held: Listed, change: (page: ReadingPage) => ReadingPage): Listed =>
  'pages' in held ? { ...held, pages: held.pages.map(change) } : change(held)

const changeLists = (client: QueryClient, change: (page: ReadingPage) => ReadingPage) =>
  client.setQueriesData<Listed>({ queryKey: lists }, (held) => held && inEveryPage(held, change))

/**
 * A change of readings also changes graphs, alerts, and what lists of meters show as their latest. Long lists show the
 * change already, and stay.
 */
const reloadLists = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: lists, predicate: ({ state }) => !isLong(state.data) }),
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
      changeLists(client, (page) => ({
        ...page,
        readings: page.readings.map((each) => (each.id === corrected.id ? corrected : each)),
      }))
      void reloadLists(client)
    },
  })
}

/** A reading that a person adds by hand. */
export interface NewReading {
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
      changeLists(client, (page) => without(page, id))
      void client.invalidateQueries({ queryKey: readingKeys.one(id), refetchType: 'none' })
      void client.invalidateQueries({ queryKey: readingKeys.changes(id), refetchType: 'none' })
      void reloadLists(client)
    },
  })
}

function without(page: ReadingPage, id: number): ReadingPage {
  const readings = page.readings.filter((each) => each.id !== id)
  return { ...page, readings, count: page.count - (page.readings.length - readings.length) }
}
