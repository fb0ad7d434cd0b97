/** Page sizes of every pager, the first by default; `all` has no pages. */
export const pageSizes = [50, 100, 300, 500, 'all'] as const
export type PageSize = (typeof pageSizes)[number]
export const defaultPageSize: PageSize = 50

/** How many pages hold this many rows; an empty list has one. */
export const pageCount = (total: number, size: number): number => Math.max(1, Math.ceil(total / size))

/** The page that a person who typed this number means; null where it is no number. */
export function pageTyped(text: string, pages: number): number | null {
  const typed = Number(text.normalize('NFKC').trim())
  if (text.trim() === '' || !Number.isInteger(typed)) return null
  return Math.min(Math.max(typed, 1), pages)
}
