import 'mantine-datatable/styles.css'
import { Checkbox, Table, type TableTrProps } from '@mantine/core'
import { IconArrowsHorizontal } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { type DataTableColumn, DataTable as MantineDataTable } from 'mantine-datatable'
import {
  type ComponentProps,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { RowMultiSelect } from '../form/RowMultiSelect.tsx'
import { ColumnHead } from './ColumnHead.tsx'
import { type Column, filterOf, idsParam, type ListParams, type Sort, textParam } from './column.ts'
import { cellOf } from './columns.tsx'
import classes from './DataTable.module.css'
import { RowCheckbox } from './SelectableCard.tsx'
import { TextFilter } from './TextFilter.tsx'
import { useIsPrinting } from './useIsPrinting.ts'
import type { Selecting } from './useSelection.ts'
import { useVirtualRows, type ViewportOptions } from './useVirtualRows.ts'

interface Props<Row extends { id: number }> {
  label: string
  records: readonly (Row | undefined)[]
  columns: readonly Column<Row>[]
  sort: Sort
  onSort: (sort: Sort) => void
  values: ListParams
  onFilter: (key: string, value: string | number[] | undefined) => void
  onRowPress?: ((row: Row) => void) | undefined
  /** For an unpaged list: renders rows near the viewport only. */
  virtual?: ViewportOptions | undefined
  /** Rows are being chosen: a press on a row does that, and nothing else. */
  selecting?: Selecting<Row> | undefined
}

/** The scroll area takes the remaining height, and shows at once where there is more. */
const scrolling = {
  type: 'auto',
  style: { display: 'flex', flexDirection: 'column' },
  // The router restores its scroll position by this id.
  viewportProps: { 'data-scroll-restoration-id': 'list' } as ComponentProps<'div'>,
} as const

/** A dense table with sort and filter in its heads. Paging is separate (`Pager`). */
export default function DataTable<Row extends { id: number }>(props: Props<Row>) {
  const { label, records, columns, sort, onSort, values, onFilter, virtual, selecting } = props
  const ids = records.flatMap((row) => row?.id ?? [])
  const onRowPress = selecting ? undefined : props.onRowPress
  const isShown = (key: string) => columns.some((column) => column.key === key)
  const headed = columns.map((column): DataTableColumn<Row> => {
    const { key, title, width, align, noWrap, pinned, stays } = column
    return {
      accessor: key,
      title: (
        <ColumnHead
          title={title}
          sort={
            column.sort && {
              direction: sort.key === key ? sort.order : null,
              first: column.sort === 'number' ? 'desc' : 'asc',
              onSort: (order) => onSort({ key, order }),
            }
          }
          filter={headFilter(column, values, onFilter)}
        />
      ),
      render: (row) => cellOf(column, row, values, isShown),
      ...(width && { width }),
      ...(align && { textAlign: align }),
      ...(noWrap && { noWrap }),
      ...(stays && { pinned: 'left' }),
      ...(pinned && {
        pinned: 'right',
        titleClassName: classes.actions ?? '',
        cellsClassName: classes.actions ?? '',
      }),
    }
  })
  const rows = useTableRows(records, label, virtual)
  const isCut = useIsCut(rows.scrollViewportRef)
  return (
    <>
      {isCut && (
        <p className={classes.hint}>
          <IconArrowsHorizontal size={18} aria-hidden />
          横にスクロールすると、ほかの列を表示できます。
        </p>
      )}
      <MantineDataTable<Row>
        aria-label={label}
        aria-rowcount={records.length + 1}
        columns={selecting ? [selectionColumn(selecting, ids), ...headed] : headed}
        idAccessor="id"
        fz={14}
        verticalSpacing={6}
        withTableBorder
        // Head and footer stay visible.
        maxHeight={`max(360px, calc(100dvh - ${isCut ? 281 : 252}px))`}
        // Only below: the pinned column stays at the right edge.
        scrollAreaProps={{ ...scrolling, offsetScrollbars: isCut && 'x' }}
        className={clsx(classes.table, selecting && classes.selecting)}
        borderRadius="md"
        // Empty lists are drawn by `Cards`.
        noRecordsText=""
        highlightOnHover={onRowPress !== undefined}
        {...rows}
        {...(selecting && {
          onRowClick: ({ record, event }: { record: Row; event: MouseEvent }) => {
            const isBox = event.target instanceof Element && event.target.closest('input, label') !== null
            if (!isBox) selecting.selection.toggle(record.id, ids, event.shiftKey)
          },
        })}
        {...(onRowPress && { onRowClick: ({ record }: { record: Row }) => onRowPress(record) })}
      />
    </>
  )
}

/** Checkboxes of the rows, and in the head one for the page. */
function selectionColumn<Row extends { id: number }>(
  { selection, nameOf }: Selecting<Row>,
  ids: readonly number[],
): DataTableColumn<Row> {
  const number = ids.filter(selection.isChosen).length
  return {
    accessor: 'selection',
    width: 44,
    title: (
      <Checkbox
        size="md"
        aria-label="このページのすべての行を選択"
        checked={number > 0 && number === ids.length}
        indeterminate={number > 0 && number < ids.length}
        onChange={() => selection.togglePage(ids)}
      />
    ),
    render: (row) => <RowCheckbox selection={selection} id={row.id} name={nameOf(row)} listed={ids} />,
  }
}

/** Whether some columns lie outside of the scroll area. */
function useIsCut(viewport: RefObject<HTMLDivElement | null>): boolean {
  const [isCut, setCut] = useState(false)
  useLayoutEffect(() => {
    const scroller = viewport.current
    const table = scroller?.querySelector('table')
    if (scroller === null || table == null) return
    const observer = new ResizeObserver(() => setCut(scroller.scrollWidth > scroller.clientWidth + 1))
    observer.observe(scroller)
    observer.observe(table)
    return () => observer.disconnect()
  }, [viewport])
  return isCut
}

function headFilter<Row>(
  column: Column<Row>,
  values: ListParams,
  onFilter: Props<Row & { id: number }>['onFilter'],
) {
  const filter = filterOf(column)
  if (filter === undefined) return undefined
  const { key, title, options } = filter
  if (options) {
    const chosen = idsParam(values, key)
    const content = (
      <RowMultiSelect
        className={classes.choice}
        label={title}
        rows={options}
        chosen={chosen}
        onChoose={(ids) => onFilter(key, ids.length > 0 ? ids : undefined)}
        withinPortal={false}
      />
    )
    return { content, active: chosen.length > 0 }
  }
  const typed = textParam(values, key)
  const content = ({ close }: { close: () => void }) => (
    <TextFilter
      label={title}
      value={typed ?? ''}
      onSearch={(text, stay) => {
        onFilter(key, text || undefined)
        if (!stay) close()
      }}
    />
  )
  return { content, active: typed !== undefined }
}

/** Estimate in px, until measured. */
const rowHeight = 57
/** Rows before layout. */
const atFirst = 30

interface RowParts {
  index: number
  rowProps: TableTrProps
  children: ReactNode
}

/** The rows to render, with spacers for those outside the viewport; on paper all that are loaded. */
function useTableRows<Row extends { id: number }>(
  records: readonly (Row | undefined)[],
  label: string,
  virtual: ViewportOptions | undefined,
) {
  const scrollViewportRef = useRef<HTMLDivElement>(null)
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  useLayoutEffect(() => setScroller(scrollViewportRef.current), [])
  const count = virtual && scroller ? records.length : 0
  const virtualizer = useVirtualRows({ label, count, rowHeight, scroller, ...virtual })
  const isPrinting = useIsPrinting()
  if (virtual === undefined || isPrinting)
    return { records: records.filter((record) => record !== undefined), scrollViewportRef }

  const drawn = virtualizer.getVirtualItems()
  const slots =
    drawn.length > 0
      ? drawn
      : Array.from({ length: Math.min(atFirst, records.length) }, (_, index) => ({
          index,
          start: index * rowHeight,
          end: (index + 1) * rowHeight,
        }))
  const shown = slots.flatMap(({ index, start, end }) => {
    const record = records[index]
    return record === undefined ? [] : [{ record, index, start, end }]
  })
  const height = virtualizer.getTotalSize()
  const rowFactory = ({ index, rowProps, children }: RowParts) => {
    const row = shown[index]
    // Nothing is loaded here: keeps the height.
    if (row === undefined) return <Spacer height={height} />
    return (
      <>
        <Spacer height={row.start - (shown[index - 1]?.end ?? 0)} />
        <Table.Tr
          {...rowProps}
          ref={virtualizer.measureElement}
          data-index={row.index}
          // The head has index 1.
          aria-rowindex={row.index + 2}
        >
          {children}
        </Table.Tr>
        {index === shown.length - 1 && <Spacer height={height - row.end} />}
      </>
    )
  }
  // An empty table would render no body; this record stands for the spacers.
  const kept = shown.length > 0 ? shown.map(({ record }) => record) : [{ id: -1 } as Row]
  return { records: kept, rowFactory, scrollViewportRef }
}

const Spacer = ({ height }: { height: number }) =>
  height > 0 && (
    <tr aria-hidden className={classes.room} style={{ height }}>
      <td />
    </tr>
  )
