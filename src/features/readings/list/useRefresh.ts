import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { readingKeys } from '../../../lib/queries/readings.ts'

/** A list with its own reload. */
export interface Reloadable {
  refresh: () => Promise<unknown>
}

/** Reloads the tab and tells when it was fetched. */
export function useRefresh(tab: 'graph' | 'list') {
  const client = useQueryClient()
  const shown = {
    queryKey: tab === 'graph' ? readingKeys.series : readingKeys.lists,
    type: 'active' as const,
  }
  const list = useRef<Reloadable>(null)
  // Re-renders when a fetch ends.
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
