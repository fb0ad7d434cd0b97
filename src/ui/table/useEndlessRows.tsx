import { Table, type TableTrProps } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useRef } from 'react'
import classes from './useEndlessRows.module.css'
import { type Looked, useLooking } from './useLooking.ts'

/** A guess in px, until a row is measured. */
const rowHeight = 57

/** Before the table is laid out: enough to fill it. */
const atFirst = Array.from({ length: 30 }, (_, index) => ({
  index,
  start: index * rowHeight,
  end: (index + 1) * rowHeight,
}))

interface RowParts {
  index: number
  rowProps: TableTrProps
  children: ReactNode
}

/** Draws only those rows of a scrolling table that are near its window, and leaves the room of those that are not here. */
export function useEndlessRows<T>(records: readonly (T | undefined)[], looked: Looked) {
  const viewport = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLTableRowElement>({
    count: records.length,
    getScrollElement: () => viewport.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  })
  useLooking(virtualizer, records.length, looked)
  const drawn = virtualizer.getVirtualItems()
  const shown = (drawn.length > 0 ? drawn : atFirst).flatMap(({ index, start, end }) => {
    const record = records[index]
    return record === undefined ? [] : [{ record, index, start, end }]
  })
  const height = virtualizer.getTotalSize()

  const rowFactory = ({ index, rowProps, children }: RowParts) => {
    const row = shown[index]
    // Nothing near the window is here: the table keeps its height.
    if (row === undefined) return <Spacer height={height} />
    return (
      <>
        <Spacer height={row.start - (shown[index - 1]?.end ?? 0)} />
        <Table.Tr {...rowProps} ref={virtualizer.measureElement} data-index={row.index}>
          {children}
        </Table.Tr>
        {index === shown.length - 1 && <Spacer height={height - row.end} />}
      </>
    )
  }
  const [first] = records
  return {
    records: shown.length > 0 || first === undefined ? shown.map(({ record }) => record) : [first],
    rowFactory,
    scrollViewportRef: viewport,
  }
}

/** The room of rows that are not drawn. */
const Spacer = ({ height }: { height: number }) =>
  height > 0 && (
    <tr aria-hidden className={classes.room} style={{ height }}>
      <td />
    </tr>
  )
