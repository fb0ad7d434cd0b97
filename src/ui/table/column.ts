import type { ReactNode } from 'react'
import type { ListSearch } from './listSearch.ts'

export interface Named {
  id: number
  name: string
}

interface Shown {
  /** Whether another column stands beside it. */
  isShown: (key: string) => boolean
  /** What the column is searched for. */
  typed: string | undefined
}

/** A column of a list, and what a person can do with it. */
export interface Column<Row> {
  /** Names it in the address (`sort`, a text filter) and where hidden columns are remembered. */
  key: string
  title: string
  /** What stands there and what it is searched by. */
  text?: (row: Row) => string | null | undefined
  /** What stands there, where that is more than the text. */
  cell?: (row: Row, shown: Shown) => ReactNode
  /** It can be sorted: a `text` from its first letter, a `time` from the newest. */
  sort?: 'text' | 'time'
  /** What rows that are all here are sorted by; the text when absent. */
  sortBy?: (row: Row) => number
  filter?: 'text' | Choice<Row>
  /** It names the row. */
  heading?: true
  /** On a card it stands without its title. */
  untitled?: true
  /** A person may not hide it. */
  fixed?: boolean
  /** Only from 1200 px. */
  broad?: boolean
  width?: string
  align?: 'right'
  noWrap?: boolean
  pinned?: boolean
}

/** A filter that chooses among named rows. */
interface Choice<Row> {
  /** In the address. */
  key: string
  options: readonly Named[]
  /** Which of them the row has; rows that the server filters need none. */
  idOf?: (row: Row) => number | null
}

export interface Sort {
  key: string
  order: 'asc' | 'desc'
}

/** What a list is sorted by where its address says it, else by its first column that can be. */
export function sortIn<Row>(columns: readonly Column<Row>[], { sort, order }: ListSearch): Sort {
  const sortable = columns.filter((column) => column.sort)
  const column = sortable.find(({ key }) => key === sort) ?? sortable[0]
  return { key: column?.key ?? '', order: order ?? (column?.sort === 'time' ? 'desc' : 'asc') }
}

export interface Filter {
  key: string
  title: string
  /** Undefined: a text is searched for. */
  options: readonly Named[] | undefined
}

/** The filter of a column, by where it stands in the address. */
export const filterOf = <Row>({ key, title, filter }: Column<Row>): Filter | undefined =>
  filter && (filter === 'text' ? { key, title, options: undefined } : { title, ...filter })

/** What an address holds of filters, sort and page, whatever the list calls its filters. */
export type Values = ListSearch & Record<string, unknown>

export const textIn = (values: Values, key: string): string | undefined => {
  const value = values[key]
  return typeof value === 'string' ? value : undefined
}

export const idsIn = (values: Values, key: string): readonly number[] => {
  const value = values[key]
  return Array.isArray(value) ? value : []
}
