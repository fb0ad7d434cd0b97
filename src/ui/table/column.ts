import type { ReactNode } from 'react'
import type { ListSearch } from './listSearch.ts'

export interface NamedRow {
  id: number
  name: string
}

interface Shown {
  /** Whether another column is visible. */
  isShown: (key: string) => boolean
  /** Search text of the column. */
  typed: string | undefined
}

export interface Column<Row> {
  /** URL key (`sort`, text filter), and key of hidden columns. */
  key: string
  title: string
  /** Text content, and what is searched. */
  text?: (row: Row) => string | null | undefined
  /** Further text that the search of all columns finds. */
  searched?: (row: Row) => string
  /** Content, if more than the text. */
  cell?: (row: Row, shown: Shown) => ReactNode
  /** Sortable: `text` ascending, `time` newest first, `number` largest first. */
  sort?: 'text' | 'time' | 'number'
  /** Sort key of local rows, null at the end in both orders; default: the text. */
  sortBy?: (row: Row) => number | null
  filter?: 'text' | Choice<Row>
  /** Names the row. */
  heading?: true
  /** Without its title on a card. */
  untitled?: true
  /** Cannot be hidden. */
  fixed?: boolean
  /** From 1200 px only. */
  broad?: boolean
  width?: string
  align?: 'right'
  noWrap?: boolean
  pinned?: boolean
  /** Stays at the left edge while other columns are scrolled. */
  stays?: true
}

/** A filter by named rows. */
interface Choice<Row> {
  /** URL key. */
  key: string
  options: readonly NamedRow[]
  /** Id of the row's option; not needed for server-side filters. */
  idOf?: (row: Row) => number | null
}

export interface Sort {
  key: string
  order: 'asc' | 'desc'
}

export const firstOrder = (sort: Column<unknown>['sort']): Sort['order'] =>
  sort === 'time' || sort === 'number' ? 'desc' : 'asc'

/** Sort order from the URL, else by the first sortable column. */
export function sortFromParams<Row>(columns: readonly Column<Row>[], { sort, order }: ListSearch): Sort {
  const sortable = columns.filter((column) => column.sort)
  const column = sortable.find(({ key }) => key === sort) ?? sortable[0]
  return { key: column?.key ?? '', order: order ?? firstOrder(column?.sort) }
}

export interface Filter {
  key: string
  title: string
  /** Undefined: text search. */
  options: readonly NamedRow[] | undefined
}

/** With its URL key. */
export const filterOf = <Row>({ key, title, filter }: Column<Row>): Filter | undefined =>
  filter && (filter === 'text' ? { key, title, options: undefined } : { title, ...filter })

/** Filters, sort and page of a list in the URL, under any names. */
export type ListParams = ListSearch & Record<string, unknown>

export const textParam = (values: ListParams, key: string): string | undefined => {
  const value = values[key]
  return typeof value === 'string' ? value : undefined
}

export const idsParam = (values: ListParams, key: string): readonly number[] => {
  const value = values[key]
  return Array.isArray(value) ? value : []
}
