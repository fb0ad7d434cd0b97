import { searchText } from '../../../contract/searchText.ts'
import { type Column, filterOf, idsIn, sortIn, textIn, type Values } from './column.ts'
import type { Listed } from './listed.ts'
import type { ListSearch } from './listSearch.ts'
import { defaultPageSize, pageOf } from './pages.ts'

/** Returns all rows. */
interface Query {
  dataUpdatedAt: number
  error: Error | null
  refetch: () => Promise<unknown>
}

const collator = new Intl.Collator('ja', { numeric: true })

/** Whether the texts contain all words, ignoring width, case and kana. */
function holds(texts: readonly (string | null | undefined)[], typed: string | undefined): boolean {
  if (typed === undefined) return true
  const all = searchText(texts.filter(Boolean).join('\n'))
  return searchText(typed)
    .split(/\s+/)
    .every((word) => all.includes(word))
}

/** Filtered and sorted rows. `text` searches all columns but times. */
export function selectRows<Row extends { id: number }>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  values: Values,
): Row[] {
  const isLeft = (row: Row) =>
    holds(
      columns.map(({ text, sort }) => (sort === 'time' ? null : text?.(row))),
      textIn(values, 'text'),
    ) &&
    columns.every((column) => {
      const filter = filterOf(column)
      if (filter === undefined) return true
      if (column.filter === 'text') return holds([column.text?.(row)], textIn(values, filter.key))
      const chosen = idsIn(values, filter.key)
      const id = typeof column.filter === 'object' ? column.filter.idOf?.(row) : null
      return chosen.length === 0 || (typeof id === 'number' && chosen.includes(id))
    })
  const sort = sortIn(columns, values)
  const { sortBy, text } = columns.find(({ key }) => key === sort.key) ?? {}
  const compare = sortBy
    ? (a: Row, b: Row) => sortBy(a) - sortBy(b)
    : (a: Row, b: Row) => collator.compare(text?.(a) ?? '', text?.(b) ?? '')
  const direction = sort.order === 'desc' ? -1 : 1
  return rows.filter(isLeft).sort((a, b) => direction * compare(a, b) || a.id - b.id)
}

/** A list of local rows, with search, filters, sort and page from the URL. */
export function localList<Row extends { id: number }>(
  rows: readonly Row[] | undefined,
  query: Query,
  columns: readonly Column<Row>[],
  search: ListSearch,
): Listed<Row> {
  const found = rows && selectRows(rows, columns, search as Values)
  const paged = found && pageOf(found, search.page ?? 1, search.limit ?? defaultPageSize)
  return {
    rows: paged?.records,
    count: found?.length ?? 0,
    page: paged?.shown ?? 1,
    outdated: false,
    fetchedAt: query.dataUpdatedAt,
    error: query.error,
    refresh: query.refetch,
  }
}
