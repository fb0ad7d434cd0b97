import { useElementSize } from '@mantine/hooks'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Reading } from '../../../contract/readings.ts'
import classes from './TileGrid.module.css'

/** Distance between tiles in px; equal to the gap in the style sheet. */
const gap = 12
/** So many readings before the end those that follow are asked for. */
const ahead = 200

interface RowsProps {
  readings: readonly Reading[]
  /** Of a tile in px; null: one to a row. */
  width: number | null
  /** A guess in px, until the row is measured. */
  rowHeight: number
  tile: (reading: Reading, index: number) => ReactNode
  onNearEnd: (() => void) | undefined
}

/** Rows of tiles of which only those near the window are drawn. */
export default function VirtualRows({ readings, width, rowHeight, tile, onNearEnd }: RowsProps) {
  const list = useRef<HTMLDivElement>(null)
  const { ref, width: room } = useElementSize()
  const columns = width === null ? 1 : Math.max(1, Math.floor((room + gap) / (width + gap)))
  const rows = Math.ceil(readings.length / columns)
  const [top, setTop] = useState(0)
  const virtualizer = useWindowVirtualizer<HTMLUListElement>({
    count: rows,
    estimateSize: () => rowHeight,
    gap,
    overscan: 4,
    scrollMargin: top,
  })
  // What stands above may grow or shrink with any render; an equal number changes nothing.
  useLayoutEffect(() => {
    if (list.current) setTop(Math.round(list.current.getBoundingClientRect().top + window.scrollY))
  })
  // Other rows than before: what was measured is forgotten, and what is drawn already is measured against the guess.
  useLayoutEffect(() => {
    if (columns === 0 || rowHeight === 0) return
    virtualizer.measure()
    virtualizer.getTotalSize()
    for (const row of list.current?.querySelectorAll('ul') ?? []) virtualizer.measureElement(row)
  }, [virtualizer, columns, rowHeight])
  const drawn = virtualizer.getVirtualItems()
  const last = drawn.at(-1)?.index ?? 0
  useEffect(() => {
    if (rows > 0 && (rows - 1 - last) * columns < ahead) onNearEnd?.()
  }, [last, rows, columns, onNearEnd])
  return (
    <div ref={ref}>
      <div ref={list} className={classes.room} style={{ height: virtualizer.getTotalSize() }}>
        {drawn.map((row) => (
          <ul
            key={row.key}
            ref={virtualizer.measureElement}
            data-index={row.index}
            className={classes.row}
            data-virtual
            style={{ transform: `translateY(${row.start - top}px)` }}
          >
            {readings.slice(row.index * columns, (row.index + 1) * columns).map((reading, index) => (
              <li key={reading.id}>{tile(reading, row.index * columns + index)}</li>
            ))}
          </ul>
        ))}
      </div>
    </div>
  )
}
