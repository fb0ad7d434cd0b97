import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Count } from './sections.ts'

/** What a section counts, and the list of it. */
export interface Part extends Count {
  /** Of the last attempt to fetch it. */
  error: Error | null
  refetch: () => Promise<unknown>
  /** The list that has this count; null: each row has its own. */
  list: { route: string; search?: Record<string, unknown> } | null
  rows?: ReactNode
}

/** What is known of a query's answer by a count of it. */
export const counted = <T>(
  { data, error, dataUpdatedAt, refetch }: UseQueryResult<T>,
  countOf: (data: T) => number | null,
): Pick<Part, 'count' | 'fetchedAt' | 'error' | 'refetch'> => ({
  count: data === undefined ? error && null : countOf(data),
  fetchedAt: dataUpdatedAt,
  error,
  refetch,
})
