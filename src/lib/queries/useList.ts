import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import type { DownloadOptions } from '../../ui/dialog/download.ts'
import type { ListState } from '../../ui/table/listState.ts'
import type { PageSize } from '../../ui/table/pages.ts'
import {
  chunkRows,
  type List,
  type ListData,
  type ListPart,
  listQuery,
  newerQuery,
  newestQuery,
  startOf,
  topOf,
} from './pagedList.ts'

/** So many rows before and behind the viewport are asked for before anybody comes to them. */
const around = 200
/** No browser lays out what is higher than some ten million pixels; beyond these a list grows as it is scrolled. */
const maxRows = 50_000
/** Whoever has not scrolled further is at the top. */
const nearTop = 100

export function useList<Row extends { id: number }>(
  list: List<Row>,
  page: number,
  size: PageSize,
): Required<ListState<Row>> {
  const client = useQueryClient()
  const all = size === 'all'
  const options = listQuery(list, page, size)
  const query = useInfiniteQuery(options)
  const { data, isPlaceholderData: outdated, isFetching } = query
  const rows = useMemo(() => data && (all ? sparseRows(data) : data.pages[0]?.rows), [data, all])
  const start = data ? startOf(data) : 0
  const end = start + (data?.pages.reduce((sum, each) => sum + each.rows.length, 0) ?? 0)
  const partial = data?.pages.some((each) => each.partial) ?? false
  const long = all && data !== undefined && (data.pages.length > 1 || start > 0)
  // A search that stopped on its way has no count to compare with.
  const still = list.order === 'desc' && !partial && (all ? long : page > 1)
  const top = all && data ? topOf(data) : undefined
  const since = useQuery({ ...newerQuery(list, top), enabled: still && !outdated })
  const now = since.data
  const shown = data?.pages.at(-1)?.count ?? data?.pageParams[0]?.count ?? 0
  const newer = !still || outdated || !now ? 0 : top ? now.before : Math.max(0, now.count - shown)
  const count = still && top && now ? now.count - newer : shown

  const first = useRef(0)
  const jump = (to: number) => {
    const param = { start: to, after: top, skip: to || undefined, top, count }
    client.setQueryData<ListData<Row>>(options.queryKey, { pages: [], pageParams: [param] })
    void query.refetch()
  }
  const onViewport = (from: number, to: number) => {
    first.current = from
    if (!all || outdated || isFetching || data === undefined) return
    if (to < start - chunkRows || from >= end + chunkRows || data.pages.length === 0) {
      const chunk = Math.floor(from / chunkRows) * chunkRows
      if (data.pages.length > 0 || data.pageParams[0]?.start !== chunk) jump(chunk)
    } else if (to + around >= end && query.hasNextPage) {
      if (!query.isFetchNextPageError) void query.fetchNextPage()
    } else if (from - around < start && query.hasPreviousPage) {
      if (!query.isFetchPreviousPageError) void query.fetchPreviousPage()
    }
  }
  const newest = useQuery(newestQuery(list))
  const showNewest = async () => {
    const answer = await newest.refetch()
    if (!answer.isSuccess) return
    // What is on its way belongs to the list as it was.
    await client.cancelQueries({ queryKey: options.queryKey })
    const fetched = { ...answer.data, fetchedAt: Date.now() }
    client.setQueryData<ListData<Row>>(options.queryKey, { pages: [fetched], pageParams: [{ start: 0 }] })
  }
  const refresh = () => {
    const begins = long && (newest.error !== null || (query.error === null && first.current < nearTop))
    if (begins) return showNewest()
    if (still) void since.refetch()
    return query.refetch()
  }
  return {
    rows,
    count,
    page,
    outdated,
    fetchedAt: data?.pages.length ? Math.min(...data.pages.map(({ fetchedAt }) => fetchedAt)) : 0,
    error: (long ? newest.error : null) ?? query.error,
    refresh,
    loadAll: (most, options) => loadAll(list, most, options),
    onViewport,
    more: query.hasNextPage && !isFetching ? () => void query.fetchNextPage() : undefined,
    loadingMore: partial && query.isFetchingNextPage,
    partial,
    newer,
    showNewest,
    begunAt: newest.dataUpdatedAt,
  }
}

async function loadAll<Row extends { id: number }>(
  list: List<Row>,
  most: number,
  { signal, onProgress }: DownloadOptions,
): Promise<readonly Row[] | null> {
  // A row that moves down in the meantime would be received twice.
  const unique = new Map<number, Row>()
  let after: string | null = null
  do {
    const part: ListPart = { limit: chunkRows, after: after ?? undefined }
    const { rows, count, next } = await list.fetch(part, signal)
    for (const row of rows) unique.set(row.id, row)
    if (count > most || unique.size > most) return null
    // A search that stopped on its way has counted only so far.
    onProgress({ done: unique.size, total: Math.max(count, unique.size) })
    after = next
  } while (after !== null)
  return [...unique.values()]
}

/** All rows of a list without pages at their places, once each; undefined where they are not here. */
function sparseRows<Row extends { id: number }>(data: ListData<Row>): readonly (Row | undefined)[] {
  // An alert that goes on moves up among those sorted by change, and may stand in an older chunk still.
  const unique = new Map(data.pages.flatMap(({ rows }) => rows.map((row) => [row.id, row])))
  const start = startOf(data)
  const end = start + unique.size
  const last = data.pages.at(-1)
  const follows = last === undefined || (last.next !== null && !last.partial)
  const count = last?.count ?? data.pageParams[0]?.count ?? 0
  const length = follows ? Math.max(Math.min(count, maxRows), end + 1) : end
  const rows = new Array<Row | undefined>(length).fill(undefined)
  for (const [index, row] of [...unique.values()].entries()) rows[start + index] = row
  return rows
}
