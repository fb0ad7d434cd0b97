import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Reading } from '../../../contract/readings.ts'
import { type ReadingFilters, readingsEndless, readingsPage } from '../../lib/queries/readings.ts'
import type { PageSize } from '../../ui/pages.ts'

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
}

export function useReadings(filters: ReadingFilters, page: number, size: PageSize): ListedReadings {
  const all = size === 'all'
  const paged = useQuery({ ...readingsPage(filters, page, all ? 1 : size), enabled: !all })
  const endless = useInfiniteQuery({ ...readingsEndless(filters), enabled: all })
  const query = all ? endless : paged
  const held = all ? endless.data?.pages : paged.data && [paged.data]
  return {
    readings: held?.flatMap(({ readings }) => readings),
    count: held?.at(-1)?.count ?? 0,
    outdated: query.isPlaceholderData,
    fetchedAt: query.dataUpdatedAt,
    error: query.error,
    refresh: () => (all && endless.isFetchNextPageError ? endless.fetchNextPage() : query.refetch()),
    more:
      all && endless.hasNextPage && !endless.isFetching && !endless.isFetchNextPageError
        ? () => void endless.fetchNextPage()
        : undefined,
    growing: endless.isFetchingNextPage,
  }
}
