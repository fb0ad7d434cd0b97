/** Page sizes of every pager, the first by default; `all` has no pages. */
export const pageSizes = [50, 100, 300, 500, 'all'] as const
export type PageSize = (typeof pageSizes)[number]
export const defaultPageSize: PageSize = 50

/** How many pages hold this many rows; an empty list has one. */
export const pageCount = (total: number, size: PageSize): number =>
  size === 'all' ? 1 : Math.max(1, Math.ceil(total / size))

/** A page of rows that are all here; one beyond the end is the last. */
export function pageOf<Row>(rows: readonly Row[], page: number, size: PageSize) {
  const shown = Math.min(page, pageCount(rows.length, size))
  return { shown, records: size === 'all' ? [...rows] : rows.slice((shown - 1) * size, shown * size) }
}

/** A page and its size as they stand in an address, where what is usual is left out. */
export const pageSearch = ({ page, size }: { page: number; size: PageSize }) => ({
  page: page === 1 ? undefined : page,
  limit: size === defaultPageSize ? undefined : size,
})

/** The page that a person who typed this number means; null where it is no number. */
export function pageTyped(text: string, pages: number): number | null {
  const typed = Number(text.normalize('NFKC').trim())
  if (text.trim() === '' || !Number.isInteger(typed)) return null
  return Math.min(Math.max(typed, 1), pages)
}
