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
import { meterKeys } from './meters.ts'

/** Which readings a list shows. */
export interface ReadingFilters {
  span: Span
  meterIds: readonly number[]
  inspectionIds: readonly number[]
}

interface ReadingPage {
  readings: Reading[]
  /** How many the filters select in all. */
  count: number
  /** Where the rows that follow begin; null at the end. */
  next: string | null
}

const lists = ['readings', 'list'] as const

export const readingKeys = {
  all: ['readings'] as const,
  lists,
  page: (filters: ReadingFilters, page: number, limit: number) =>
    [...lists, 'page', filters, page, limit] as const,
  endless: (filters: ReadingFilters) => [...lists, 'endless', filters] as const,
  one: (id: number) => ['readings', 'one', id] as const,
}

/** Rows asked for at a time when the list has no pages. */
const stretch = 300

const staleTime = 30_000

/** Every period, filter and page is a list of its own; the device keeps those of yesterday and today. */
const kept = { gcTime: 48 * 60 * 60_000, meta: { keptFor: 48 * 60 * 60_000 } }

/** A list without end is too long to be written to the device again and again. */
const notKept = { gcTime: 5 * 60_000, meta: { keptFor: 0 } }

/** New readings appear within a minute while someone looks, and a value soon after its picture was read. */
const patience = { usual: 60_000, beingRead: 10_000 }

const isBeingRead = ({ value, read_state }: Reading) => value === null && read_state === readState.unprocessed

const refetchAfter = (readings: readonly Reading[] | undefined) =>
  readings?.some(isBeingRead) ? patience.beingRead : patience.usual

const queryOf = ({ span, meterIds, inspectionIds }: ReadingFilters) => ({
  ...(span.from === null && span.to === null ? {} : { recorded_span: span }),
  ...(meterIds.length > 0 && { meter_ids: [...meterIds] }),
  ...(inspectionIds.length > 0 && { inspection_ids: [...inspectionIds] }),
  sort_type: 'desc' as const,
})

/** One page of readings, newest first; `page` counts from 1. */
export const readingsPage = (filters: ReadingFilters, page: number, limit: number) =>
  queryOptions({
    queryKey: readingKeys.page(filters, page, limit),
    queryFn: async ({ signal }): Promise<ReadingPage> => {
      const query = { ...queryOf(filters), skip: (page - 1) * limit, limit }
      const { data, count, next } = await call('readings', { query, signal })
      return { readings: data, count, next }
    },
    staleTime,
    ...kept,
    refetchInterval: ({ state }) => refetchAfter(state.data?.readings),
    placeholderData: keepPreviousData,
  })

/** Every reading, newest first, fetched by key as the person scrolls. */
export const readingsEndless = (filters: ReadingFilters) =>
  infiniteQueryOptions({
    queryKey: readingKeys.endless(filters),
    queryFn: async ({ signal, pageParam }): Promise<ReadingPage> => {
      const query = { ...queryOf(filters), limit: stretch, ...(pageParam && { after: pageParam }) }
      const { data, count, next } = await call('readings', { query, signal })
      return { readings: data, count, next }
    },
    initialPageParam: '',
    getNextPageParam: (last: ReadingPage) => last.next,
    staleTime,
    ...notKept,
    // Stretches are fetched again one after the other: once there are many, only when the person asks.
    refetchInterval: ({ state }) =>
      (state.data?.pages.length ?? 0) > 1 ? false : refetchAfter(state.data?.pages[0]?.readings),
    refetchOnWindowFocus: ({ state }) => (state.data?.pages.length ?? 0) <= 1,
    placeholderData: keepPreviousData,
  })

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

/** A change of readings also changes what lists of meters show as their latest. */
const reloadLists = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: lists }),
    client.invalidateQueries({ queryKey: meterKeys.all }),
  ])

/** Writes another value into a reading; lists show the answer at once and reload behind it. */
export function useCorrectReading() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, value }: { id: number; value: number | null }) =>
      (await call('updateReading', { params: { id }, body: { value } })).data,
    onSuccess: (corrected) => {
      client.setQueryData(readingKeys.one(corrected.id), corrected)
      changeLists(client, (page) => ({
        ...page,
        readings: page.readings.map((each) => (each.id === corrected.id ? corrected : each)),
      }))
      void reloadLists(client)
    },
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
      void reloadLists(client)
    },
  })
}

function without(page: ReadingPage, id: number): ReadingPage {
  const readings = page.readings.filter((each) => each.id !== id)
  return { ...page, readings, count: page.count - (page.readings.length - readings.length) }
}
