import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type Query,
  type QueryClient,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query'
import { maxNewer } from '../../ui/table/listState.ts'
import type { PageSize } from '../../ui/table/pages.ts'
import { isLive } from '../live/eventStreamState.ts'

/** A part of a list as the server gives it. */
interface ListPage<Row> {
  rows: Row[]
  /** How many the filters select in all. */
  count: number
  /** The gaps behind and before the rows; null: nothing is there. */
  next: string | null
  previous: string | null
  /** The search stopped on its way: `count` is of what was searched so far. */
  partial: boolean
}

/** A list of one noun: what it holds, and in what order. */
export interface List<Row> {
  noun: 'readings' | 'alerts' | 'device-errors' | 'access-logs' | 'audit-entries' | 'llm-usage-logs'
  filters: object
  order: 'asc' | 'desc'
  fetch: (part: ListPart, signal: AbortSignal) => Promise<ListPage<Row>>
  /** Where nobody tells of changes: milliseconds after which it is asked for again. */
  pollInterval: (rows: readonly Row[] | undefined) => number
}

export interface ListPart {
  limit: number
  skip?: number | undefined
  /** Only rows behind this gap. */
  after?: string | undefined
  /** The rows just before this gap. */
  before?: string | undefined
}

/** Which rows a page has. */
interface PageParam extends Omit<ListPart, 'limit'> {
  /** Rows before it. */
  start: number
  /** The gap before the first row of a list that has no pages, as it was when it was opened. */
  top?: string | undefined
  /** In a list of which no page is here: how many rows it has. */
  count?: number
}

type LoadedPage<Row> = ListPage<Row> & { fetchedAt: number }
export type ListData<Row> = InfiniteData<LoadedPage<Row>, PageParam>

/** Rows asked for at a time when the list has no pages. */
export const chunkRows = 300
/** So many chunks are kept around what is looked at. */
const maxChunks = 4
const staleTime = 30_000

/** Every period, filter and page is a list of its own; the device keeps those of yesterday and today. */
const kept = { gcTime: 48 * 60 * 60_000, meta: { keptFor: 48 * 60 * 60_000 } }

/** A list without pages is too long to be written to the device again and again. */
const notKept = { gcTime: 5 * 60_000, meta: { keptFor: 0 } }

/** The keys that lists of a noun have, whatever else is kept of it. */
export const listKeys = <Noun extends string>(noun: Noun) => ({
  all: [noun] as const,
  lists: [noun, 'list'] as const,
  page: (filters: object, page: number, size: PageSize) => [noun, 'list', filters, page, size] as const,
  newest: (filters: object) => [noun, 'newest', filters] as const,
  newer: [noun, 'newer'] as const,
  newerThan: (filters: object, top: string | undefined) => [noun, 'newer', filters, top] as const,
})

/** Rows before the first that is here. */
export function startOf<Row>({ pages: [first], pageParams: [param] }: ListData<Row>): number {
  if (first === undefined || param?.before === undefined) return param?.start ?? 0
  // What came or went meanwhile changes where it begins; only its top is certain.
  return first.previous === null ? 0 : Math.max(1, param.start - first.rows.length)
}

const rowsIn = <Row>({ pages }: ListData<Row>) => pages.reduce((sum, { rows }) => sum + rows.length, 0)

export const topOf = <Row>({ pages, pageParams }: ListData<Row>) =>
  pageParams[0]?.top ?? pages[0]?.previous ?? undefined

/** Somebody has scrolled on in it: it is fetched again only when they ask. */
const isScrolledOn = (data: ListData<unknown>) => data.pages.length > 1 || startOf(data) > 0

/** One page, or a list without pages, of which the chunks around what is looked at are here; `page` counts from 1. */
export function listQuery<Row>(list: List<Row>, page: number, size: PageSize) {
  const all = size === 'all'
  const limit = all ? chunkRows : size
  const { gcTime, meta } = all ? notKept : kept
  const queryKey: QueryKey = listKeys(list.noun).page(list.filters, page, size)
  return infiniteQueryOptions<LoadedPage<Row>, Error, ListData<Row>, QueryKey, PageParam>({
    queryKey,
    initialPageParam: { start: all ? 0 : (page - 1) * size },
    queryFn: async ({ client, pageParam, signal }) => {
      const held = client.getQueryData<ListData<Row>>(queryKey)
      const { start, top, before } = pageParam
      // What has come above a list that somebody has scrolled on in waits until they ask for it.
      const isTop = all && start === 0 && held !== undefined && held.pages.length > 1
      const after = before ? top : (pageParam.after ?? (isTop ? held.pages[0]?.previous : null) ?? undefined)
      const skip = pageParam.skip ?? (after || before ? undefined : start || undefined)
      const part = { limit, before, after, skip }
      return { ...(await list.fetch(part, signal)), fetchedAt: Date.now() }
    },
    getNextPageParam: (last, pages, _, pageParams) => {
      if (!all || last.next === null) return null
      const data = { pages, pageParams }
      return { start: startOf(data) + rowsIn(data), after: last.next, top: topOf(data) }
    },
    getPreviousPageParam: (first, pages, _, pageParams) => {
      const data = { pages, pageParams }
      const start = startOf(data)
      return all && start > 0 && first.previous !== null
        ? { start, before: first.previous, top: topOf(data) }
        : null
    },
    maxPages: maxChunks,
    gcTime,
    // Below the first page new rows would push away what the person reads.
    meta: { ...meta, still: list.order === 'desc' && page > 1 },
    staleTime,
    placeholderData: keepPreviousData,
    refetchInterval: (query) =>
      !isStill(query) && !isLive() && list.pollInterval(query.state.data?.pages[0]?.rows),
    refetchOnWindowFocus: (query) => !isStill(query),
    // Whoever comes back to a list that they have scrolled on in finds it as it was, but for what was changed.
    ...(all && {
      refetchOnMount: (query) => !isLong(query) || query.state.isInvalidated,
      refetchOnReconnect: (query) => !isLong(query),
    }),
  })
}

type AnyQuery = Pick<Query, 'queryKey' | 'meta'> & { state: Pick<Query['state'], 'data'> }

/** A list without pages in which somebody has scrolled on; it shows their own changes already. */
export function isLong({ queryKey, state }: AnyQuery): boolean {
  if (queryKey[1] !== 'list' || queryKey[4] !== 'all') return false
  const data = state.data as ListData<unknown> | undefined
  return data !== undefined && isScrolledOn(data)
}

/** A list that must not move under the person who looks at it: another page than the first, or scrolled on. */
export const isStill = (query: AnyQuery): boolean => query.meta?.still === true || isLong(query)

/** The first rows as they are now, with which a long list begins again; only when the person asks. */
export const newestQuery = <Row>({ noun, filters, fetch }: List<Row>) =>
  queryOptions({
    queryKey: listKeys(noun).newest(filters),
    queryFn: ({ signal }) => fetch({ limit: chunkRows }, signal),
    enabled: false,
    ...notKept,
    gcTime: 0,
  })

/** How many the filters select now, and those before `top`; for lists that stay as they are. */
export const newerQuery = <Row>(list: List<Row>, top: string | undefined) =>
  queryOptions({
    queryKey: listKeys(list.noun).newerThan(list.filters, top),
    queryFn: async ({ signal }) => {
      const { rows, count } = await list.fetch({ limit: top ? maxNewer : 1, before: top }, signal)
      return { count, before: rows.length }
    },
    staleTime: 0,
    ...notKept,
    refetchInterval: () => !isLive() && list.pollInterval(undefined),
  })

interface Identified {
  id: number
}

/** A row that some list holds, and when it was fetched. */
export function listedRow<Row extends Identified>(client: QueryClient, noun: string, id: number) {
  for (const [, data] of client.getQueriesData<ListData<Row>>({ queryKey: listKeys(noun).lists })) {
    for (const { rows, fetchedAt } of data?.pages ?? []) {
      const row = rows.find((each) => each.id === id)
      if (row) return { row, updatedAt: fetchedAt }
    }
  }
  return undefined
}

const updateLists = <Row>(
  client: QueryClient,
  noun: string,
  update: (pages: LoadedPage<Row>[]) => LoadedPage<Row>[],
) =>
  client.setQueriesData<ListData<Row>>(
    { queryKey: listKeys(noun).lists },
    (data) => data && { ...data, pages: update(data.pages) },
  )

/** Shows a changed row in every list. */
export const replaceListed = <Row extends Identified>(client: QueryClient, noun: string, changed: Row) =>
  updateLists<Row>(client, noun, (pages) =>
    pages.map((page) => ({
      ...page,
      rows: page.rows.map((row) => (row.id === changed.id ? changed : row)),
    })),
  )

/** Takes a row out of every list. */
export const removeListed = (client: QueryClient, noun: string, id: number) =>
  updateLists<Identified>(client, noun, (pages) =>
    pages.some(({ rows }) => rows.some((row) => row.id === id))
      ? pages.map((page) => ({
          ...page,
          rows: page.rows.filter((row) => row.id !== id),
          count: page.count - 1,
        }))
      : pages,
  )
