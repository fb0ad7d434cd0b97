import 'mantine-datatable/styles.css'
import { type DataTableColumn as MantineColumn, DataTable as MantineDataTable } from 'mantine-datatable'
import type { ReactNode } from 'react'
import { CardList } from './CardList.tsx'
import { type ColumnFilter, ColumnHead } from './ColumnHead.tsx'
import { EmptyState } from './EmptyState.tsx'
import { EndlessCards } from './EndlessCards.tsx'
import { useHiddenColumns } from './hiddenColumns.ts'
import { RowSkeletons } from './Skeletons.tsx'
import { useIsPhone } from './screen.ts'
import { useEndlessRows } from './useEndlessRows.tsx'

/** A column whose sort and filter stand as named buttons in its head. */
export type DataTableColumn<T> = Omit<MantineColumn<T>, 'title' | 'accessor' | 'filter' | 'filtering'> & {
  accessor: string
  title: string
  filter?: ColumnFilter
  /** The filter holds rows back. */
  filtering?: boolean
}

export interface Sort {
  accessor: string
  direction: 'asc' | 'desc'
}

export interface Endless {
  /** Told which rows are drawn. */
  look?: (first: number, last: number) => void
  /** Where the row stands that is looked at closely: the list goes along with it. */
  opened?: number | undefined
}

interface Props<T extends { id: number | string }> {
  /** Names the list for screen readers. */
  label: string
  /** Hidden columns (`ColumnsMenu`) are remembered under this name. */
  storeKey: string
  /** Undefined: still loading. Of a list without pages some may not be here, but its first is. */
  records: readonly (T | undefined)[] | undefined
  columns: DataTableColumn<T>[]
  /** The same facts in the order of importance. */
  card: (record: T) => ReactNode
  /** Cards rather than a table; below 768 px unless said. */
  asCards?: boolean
  sort?: Sort
  onSort?: (sort: Sort) => void
  onRowPress?: (record: T) => void
  /** Rows per page as given to skeletons. */
  expected?: number
  /** The list has no pages: only what is near the window is drawn. */
  endless?: Endless | undefined
  empty?: ReactNode
}

/** The part that scrolls takes the height that is left, rather than all that its rows would take. */
const scrolling = { display: 'flex', flexDirection: 'column' } as const

/** A list: a dense table where there is room for one, cards elsewhere. Paging stands beside it (`Pager`). */
export function DataTable<T extends { id: number | string }>(props: Props<T>) {
  const phone = useIsPhone()
  const { records, label, card, asCards = phone, expected = 10, endless, empty = <EmptyState /> } = props
  if (records === undefined) return <RowSkeletons count={expected} height={asCards ? 112 : 44} />
  if (records.length === 0) return empty
  if (asCards && endless) return <EndlessCards label={label} records={records} card={card} {...endless} />
  if (endless) return <EndlessTable {...props} records={records} endless={endless} />
  const all = records.filter((record) => record !== undefined)
  if (asCards) return <CardList label={label} records={all} keyOf={({ id }) => id} card={card} />
  return <Table {...props} records={all} />
}

function EndlessTable<T extends { id: number | string }>({
  records,
  endless,
  ...props
}: Props<T> & { records: readonly (T | undefined)[]; endless: Endless }) {
  const rows = useEndlessRows(records, endless)
  return <Table {...props} {...rows} />
}

type TableProps<T extends { id: number | string }> = Props<T> & { records: T[] }

function Table<T extends { id: number | string }>({
  label,
  storeKey,
  records,
  columns,
  sort,
  onSort,
  onRowPress,
  rowFactory,
  scrollViewportRef,
}: TableProps<T> & Partial<Omit<ReturnType<typeof useEndlessRows<T>>, 'records'>>) {
  const { hidden } = useHiddenColumns(storeKey)
  const shown = columns.filter(({ accessor }) => !hidden.includes(accessor))
  const headed = shown.map(({ title, sortable, filter, filtering = false, ...column }) => {
    const { accessor } = column
    const direction = sort?.accessor === accessor ? sort.direction : null
    return {
      ...column,
      title: (
        <ColumnHead
          title={title}
          sort={
            sortable && onSort
              ? { direction, onSort: (next) => onSort({ accessor, direction: next }) }
              : undefined
          }
          filter={filter === undefined ? undefined : { content: filter, active: filtering }}
        />
      ),
    } as MantineColumn<T>
  })
  return (
    <MantineDataTable<T>
      aria-label={label}
      records={records}
      columns={headed}
      idAccessor="id"
      fz={14}
      verticalSpacing={6}
      withTableBorder
      // The head stays in sight while the rows scroll, and what stands below stays in reach.
      maxHeight="max(360px, calc(100dvh - 252px))"
      scrollAreaProps={{ style: scrolling }}
      borderRadius="md"
      highlightOnHover={onRowPress !== undefined}
      {...(rowFactory && scrollViewportRef && { rowFactory, scrollViewportRef })}
      {...(onRowPress && { onRowClick: ({ record }: { record: T }) => onRowPress(record) })}
    />
  )
}
