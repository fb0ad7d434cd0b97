import { searchText } from '../../../text/searchText.ts'
import { type Column, filterOf, idsParam, type ListParams, sortFromParams, textParam } from './column.ts'
import type { ListSearch } from './listSearch.ts'
import type { ListState } from './listState.ts'
import { defaultPageSize, localPage } from './pages.ts'

/** Returns all rows. */
interface Query {
  dataUpdatedAt: number
  error: Error | null
  refetch: () => Promise<unknown>
}

const collator = new Intl.Collator('ja', { numeric: true })

/** Whether the texts contain all words, ignoring width, case and kana. */
function matchesSearch(texts: readonly (string | null | undefined)[], typed: string | undefined): boolean {
  if (typed === undefined) return true
  const all = searchText(texts.filter(Boolean).join('\n'))
  return searchText(typed)
    .split(/\s+/)
    .every((word) => all.includes(word))
}

/** Filtered and sorted rows. `text` searches all columns but times. */
export function filterAndSortRows<Row extends { id: number }>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  values: ListParams,
): Row[] {
  const isLeft = (row: Row) =>
    matchesSearch(
      columns.flatMap(({ text, searched, sort }) => (sort === 'time' ? [] : [text?.(row), searched?.(row)])),
      textParam(values, 'text'),
    ) &&
    columns.every((column) => {
      const filter = filterOf(column)
      if (filter === undefined) return true
      if (column.filter === 'text') return matchesSearch([column.text?.(row)], textParam(values, filter.key))
      const chosen = idsParam(values, filter.key)
      const id = typeof column.filter === 'object' ? column.filter.idOf?.(row) : null
      return chosen.length === 0 || (typeof id === 'number' && chosen.includes(id))
    })
  const sort = sortFromParams(columns, values)
  const { sortBy, text } = columns.find(({ key }) => key === sort.key) ?? {}
  const direction = sort.order === 'desc' ? -1 : 1
  const compare = (a: Row, b: Row) => {
    if (!sortBy) return direction * collator.compare(text?.(a) ?? '', text?.(b) ?? '')
    const [one, other] = [sortBy(a), sortBy(b)]
    if (one === null || other === null) return Number(one === null) - Number(other === null)
    return direction * (one - other)
  }
  return rows.filter(isLeft).sort((a, b) => compare(a, b) || a.id - b.id)
}

/** A list of local rows, with search, filters, sort and page from the URL. */
export function localList<Row extends { id: number }>(
  rows: readonly Row[] | undefined,
  query: Query,
  columns: readonly Column<Row>[],
  search: ListSearch,
): ListState<Row> {
  const found = rows && filterAndSortRows(rows, columns, search as ListParams)
  const paged = found && localPage(found, search.page ?? 1, search.limit ?? defaultPageSize)
  return {
    rows: paged?.records,
    count: found?.length ?? 0,
    page: paged?.shown ?? 1,
    outdated: false,
    fetchedAt: query.dataUpdatedAt,
    error: query.error,
    refresh: query.refetch,
    loadAll: async (most) => (found && found.length <= most ? found : null),
  }
}
