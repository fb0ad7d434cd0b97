/** More that have come since are not counted. */
export const mostNewer = 100

/** What a list shows, whether it has pages or not, and whether its rows come page by page or are all here. */
export interface Listed<Row> {
  /** Undefined: nothing is known yet. Of a list without pages those far from the viewport are not here. */
  rows: readonly (Row | undefined)[] | undefined
  /** How many the filters select in all. */
  count: number
  /** From 1. */
  page: number
  /** What is shown belongs to the filters or page before. */
  outdated: boolean
  /** In milliseconds since 1970; 0: never. */
  fetchedAt: number
  error: Error | null
  refresh: () => Promise<unknown>
  /** Says which rows of a list without pages are in the viewport. */
  onViewport?: (first: number, last: number) => void
  /** Goes on with a search that stopped on its way. */
  more?: (() => void) | undefined
  loadingMore?: boolean
  /** The search stopped on its way; `more` goes on. */
  partial?: boolean
  /** So many have come since; the list stays as it is until the person wants to see them. */
  newer?: number
  /** Begins a list without pages again from its newest, as soon as these are here. */
  showNewest?: () => Promise<unknown>
  /** When it began again, in milliseconds since 1970; 0: it did not. */
  begunAt?: number
}
