import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Alert } from '../../../contract/alerts.ts'
import {
  type AlertFilters,
  type AlertPage,
  alertsCount,
  alertsEndless,
  alertsPage,
} from '../../lib/queries/alerts.ts'
import { newestAgain } from '../../lib/queries/newest.ts'
import type { PageSize } from '../../ui/pages.ts'

/** The alerts of a list, whether it has pages or not. */
export function useAlerts(filters: AlertFilters, page: number, size: PageSize) {
  const client = useQueryClient()
  const all = size === 'all'
  const paged = useQuery({ ...alertsPage(filters, page, all ? 1 : size), enabled: !all })
  const endless = useInfiniteQuery({ ...alertsEndless(filters), enabled: all })
  const query = all ? endless : paged
  const pages: AlertPage[] | undefined = useMemo(
    () => (all ? endless.data?.pages : paged.data && [paged.data]),
    [all, endless.data, paged.data],
  )
  const alerts = useMemo(() => pages && once(pages.flatMap((each) => each.alerts)), [pages])
  const count = pages?.at(-1)?.count ?? 0
  const still = filters.order === 'desc' && (all ? (pages?.length ?? 0) > 1 : page > 1)
  const { data: now = count } = useQuery({ ...alertsCount(filters), enabled: still })
  return {
    /** Undefined: nothing is known yet. */
    alerts,
    count,
    /** What is shown belongs to the filters or page before. */
    outdated: query.isPlaceholderData,
    fetchedAt: query.dataUpdatedAt,
    error: query.error,
    refresh: () => (all && endless.isFetchNextPageError ? endless.fetchNextPage() : query.refetch()),
    more:
      all && endless.hasNextPage && !endless.isFetching && !endless.isFetchNextPageError
        ? () => void endless.fetchNextPage()
        : undefined,
    growing: endless.isFetchingNextPage,
    /** So many have come since; the list stays as it is until the person wants to see them. */
    newer: still && !query.isPlaceholderData ? Math.max(0, now - count) : 0,
    showNewest: () => newestAgain(client, alertsEndless(filters).queryKey),
  }
}

/** While somebody scrolls new ones push others into the next stretch, which bears them again. */
const once = (alerts: readonly Alert[]): Alert[] => [
  ...new Map(alerts.map((each) => [each.id, each])).values(),
]
