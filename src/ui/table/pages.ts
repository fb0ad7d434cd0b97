/** Default first; `all`: unpaged. */
export const pageSizes = [50, 100, 300, 500, 'all'] as const
export type PageSize = (typeof pageSizes)[number]
export const defaultPageSize: PageSize = 50

/** At least one. */
export const pageCount = (total: number, size: PageSize): number =>
  size === 'all' ? 1 : Math.max(1, Math.ceil(total / size))

/** A page of local rows; beyond the end, the last one. */
export function localPage<Row>(rows: readonly Row[], page: number, size: PageSize) {
  const shown = Math.min(page, pageCount(rows.length, size))
  return { shown, records: size === 'all' ? [...rows] : rows.slice((shown - 1) * size, shown * size) }
}

/** Search params; defaults are omitted. */
export const pageSearchParams = ({ page, size }: { page: number; size: PageSize }) => ({
  page: page === 1 ? undefined : page,
  limit: size === defaultPageSize ? undefined : size,
})

/** The typed page, clamped; null if not a number. */
export function parsePage(text: string, pages: number): number | null {
  const typed = Number(text.normalize('NFKC').trim())
  if (text.trim() === '' || !Number.isInteger(typed)) return null
  return Math.min(Math.max(typed, 1), pages)
}
