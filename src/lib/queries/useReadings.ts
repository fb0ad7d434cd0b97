import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Reading } from '../../../contract/readings.ts'
import type { PageSize } from '../../ui/pages.ts'
import { newestAgain } from './newest.ts'
import { type ReadingFilters, readingsCount, readingsEndless, readingsPage } from './readings.ts'

/** What a list of readings shows, whether it has pages or not. */
export interface ListedReadings {
  /** Undefined: nothing is known yet. */
  readings: readonly Reading[] | undefined
  /** How many the filters select in all. */
  count: number
  /** What is shown belongs to the filters or page before. */
  outdated: boolean
  /** In milliseconds since 1970; 0: never. */
  fetchedAt: number
  error: Error | null
  refresh: () => Promise<unknown>
  /** Rows that follow can be had. */
  more: (() => void) | undefined
  /** Rows that follow are on their way. */
  growing: boolean
  /** The search stopped on its way; `more` goes on. */
  partial: boolean
  /** So many have come since; the list stays as it is until the person wants to see them. */
  newer: number
  /** Begins a list without pages again from its newest. */
  showNewest: () => Promise<void>
}

export function useReadings(filters: ReadingFilters, page: number, size: PageSize): ListedReadings {
  const client = useQueryClient()
  const all = size === 'all'
  const paged = useQuery({ ...readingsPage(filters, page, all ? 1 : size), enabled: !all })
  const endless = useInfiniteQuery({ ...readingsEndless(filters), enabled: all })
  const query = all ? endless : paged
  const held = useMemo(
    () => (all ? endless.data?.pages : paged.data && [paged.data]),
    [all, endless.data, paged.data],
  )
  // As many as a hundred thousand: joined when some arrive, not whenever the screen is drawn.
  const readings = useMemo(() => held?.flatMap((page) => page.readings), [held])
  const count = held?.at(-1)?.count ?? 0
  const partial = held?.at(-1)?.partial ?? false
  // A search that stopped on its way has no count to compare with.
  const still = filters.order !== 'asc' && !partial && (all ? (held?.length ?? 0) > 1 : page > 1)
  const { data: now = count } = useQuery({ ...readingsCount(filters), enabled: still })
  return {
    readings,
    count,
    outdated: query.isPlaceholderData,
    fetchedAt: query.dataUpdatedAt,
    error: query.error,
    refresh: () => (all && endless.isFetchNextPageError ? endless.fetchNextPage() : query.refetch()),
    more:
      all && endless.hasNextPage && !endless.isFetching && !endless.isFetchNextPageError
        ? () => void endless.fetchNextPage()
        : undefined,
    growing: endless.isFetchingNextPage,
    partial,
    newer: still && !query.isPlaceholderData ? Math.max(0, now - count) : 0,
    showNewest: () => newestAgain(client, readingsEndless(filters).queryKey),
  }
}
