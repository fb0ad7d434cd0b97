import type { DownloadOptions } from '../dialog/download.ts'

/** Upper limit of the count of new rows. */
export const maxNewer = 100

/** The data of a list: paged or unpaged, server-side or local. */
export interface ListState<Row> {
  /** Undefined: loading. In an unpaged list, rows far from the viewport are undefined. */
  rows: readonly (Row | undefined)[] | undefined
  /** Of all matching rows. */
  count: number
  /** From 1. */
  page: number
  /** Placeholder data of the previous filters or page. */
  outdated: boolean
  /** Milliseconds since 1970; 0: never. */
  fetchedAt: number
  error: Error | null
  refresh: () => Promise<unknown>
  /** Loads all matching rows, whatever page is shown; null if there are more than `most`. */
  loadAll: (most: number, options: DownloadOptions) => Promise<readonly Row[] | null>
  /** Reports the visible rows of an unpaged list. */
  onViewport?: (first: number, last: number) => void
  /** Continues a search that hit its limit. */
  more?: (() => void) | undefined
  loadingMore?: boolean
  /** The search hit its limit; `more` continues. */
  partial?: boolean
  /** New rows since the fetch, which are not shown yet. */
  newer?: number
  /** Restarts an unpaged list from its newest rows, once loaded. */
  showNewest?: () => Promise<unknown>
  /** Time of that restart, milliseconds since 1970; 0: none. */
  begunAt?: number
}
