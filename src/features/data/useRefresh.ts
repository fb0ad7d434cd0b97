import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { readingKeys } from '../../lib/queries/readings.ts'

/** A list that knows itself how it is reloaded. */
export interface Reloadable {
  refresh: () => Promise<unknown>
}

/** Reloads what a tab shows, and says when that was fetched. */
export function useRefresh(tab: 'graph' | 'list') {
  const client = useQueryClient()
  const shown = {
    queryKey: tab === 'graph' ? readingKeys.series : readingKeys.lists,
    type: 'active' as const,
  }
  const list = useRef<Reloadable>(null)
  // Its end brings another time.
  useIsFetching(shown)
  const times = client
    .getQueryCache()
    .findAll(shown)
    .map(({ state }) => state.dataUpdatedAt)
    .filter((time) => time > 0)
  const onRefresh = () => list.current?.refresh() ?? client.refetchQueries(shown)
  return {
    list,
    onRefresh,
    fetchedAt: times.length > 0 ? Math.min(...times) : 0,
  }
}
