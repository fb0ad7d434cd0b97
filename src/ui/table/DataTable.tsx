import 'mantine-datatable/styles.css'
import { type DataTableColumn as MantineColumn, DataTable as MantineDataTable } from 'mantine-datatable'
import type { ComponentProps } from 'react'
import { useIsPhone } from '../layout/screen.ts'
import { EmptyState } from '../state/EmptyState.tsx'
import { Cards, type CardsProps } from './Cards.tsx'
import { type ColumnFilter, ColumnHead } from './ColumnHead.tsx'
import { useHiddenColumns } from './hiddenColumns.ts'
import { RowSkeletons } from './Skeletons.tsx'
import { useEndlessRows } from './useEndlessRows.tsx'
import type { Endless } from './useLooking.ts'

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

interface Props<T extends { id: number | string }> extends CardsProps<T> {
  /** Hidden columns (`ColumnsMenu`) are remembered under this name. */
  storeKey: string
  /** What a card shows in the order of importance stands here side by side. */
  columns: DataTableColumn<T>[]
  /** Cards rather than a table; below 768 px unless said. */
  asCards?: boolean
  sort?: Sort
  onSort?: (sort: Sort) => void
  onRowPress?: (record: T) => void
}

/** The part that scrolls takes the height that is left, rather than all that its rows would take. */
const scrolling = {
  style: { display: 'flex', flexDirection: 'column' },
  // The router, which puts it where it was on coming back, finds it by this name, whatever stands above.
  viewportProps: { 'data-scroll-restoration-id': 'list' } as ComponentProps<'div'>,
} as const

/** A list: a dense table where there is room for one, cards elsewhere. Paging stands beside it (`Pager`). */
export function DataTable<T extends { id: number | string }>(props: Props<T>) {
  const phone = useIsPhone()
  const { records, asCards = phone, expected = 10, endless, empty = <EmptyState /> } = props
  if (asCards) return <Cards {...props} />
  if (records === undefined) return <RowSkeletons count={expected} height={44} />
  if (records.length === 0) return empty
  if (endless) return <EndlessTable {...props} records={records} endless={endless} />
  return <Table {...props} records={records.filter((record) => record !== undefined)} />
}

function EndlessTable<T extends { id: number | string }>({
  records,
  endless,
  ...props
}: Props<T> & { records: readonly (T | undefined)[]; endless: Endless }) {
  const rows = useEndlessRows(records, { label: props.label, ...endless })
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
      scrollAreaProps={scrolling}
      borderRadius="md"
      highlightOnHover={onRowPress !== undefined}
      {...(rowFactory && scrollViewportRef && { rowFactory, scrollViewportRef })}
      {...(onRowPress && { onRowClick: ({ record }: { record: T }) => onRowPress(record) })}
    />
  )
}
