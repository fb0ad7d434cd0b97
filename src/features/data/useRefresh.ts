import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { readingKeys } from '../../lib/queries/readings.ts'

/** Reloads what a tab shows, and says when that was fetched. */
export function useRefresh(tab: 'graph' | 'list') {
  const client = useQueryClient()
  const shown = {
    queryKey: tab === 'graph' ? readingKeys.series : readingKeys.lists,
    type: 'active' as const,
  }
  // Its end brings another time.
  useIsFetching(shown)
  const times = client
    .getQueryCache()
    .findAll(shown)
    .map(({ state }) => state.dataUpdatedAt)
    .filter((time) => time > 0)
  return {
    fetchedAt: times.length > 0 ? Math.min(...times) : 0,
    onRefresh: () => client.refetchQueries(shown),
  }
}
