import { Table, type TableTrProps } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useRef } from 'react'

/** A guess in px, until a row is measured. */
const rowHeight = 57

interface RowParts {
  index: number
  rowProps: TableTrProps
  children: ReactNode
}

/** Draws only those rows of a scrolling table that are near its window; `more` is called when its end comes near. */
export function useEndlessRows<T>(records: T[], more: (() => void) | undefined) {
  const viewport = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLTableRowElement>({
    count: records.length,
    getScrollElement: () => viewport.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  })
  const drawn = virtualizer.getVirtualItems()
  const first = drawn[0]
  const last = drawn.at(-1)
  const end = last?.index ?? -1
  useEffect(() => {
    if (end >= records.length - 20) more?.()
  }, [end, records.length, more])

  const rowFactory = ({ index, rowProps, children }: RowParts) => (
    <>
      {index === 0 && <Spacer height={first?.start ?? 0} />}
      <Table.Tr {...rowProps} ref={virtualizer.measureElement} data-index={(first?.index ?? 0) + index}>
        {children}
      </Table.Tr>
      {index === drawn.length - 1 && <Spacer height={virtualizer.getTotalSize() - (last?.end ?? 0)} />}
    </>
  )
  return {
    // Before the table is laid out, enough to fill it.
    records: first ? records.slice(first.index, end + 1) : records.slice(0, 30),
    rowFactory,
    scrollViewportRef: viewport,
  }
}

/** The room of rows that are not drawn. */
const Spacer = ({ height }: { height: number }) =>
  height > 0 && (
    <tr aria-hidden style={{ height }}>
      <td />
    </tr>
  )
