import { useElementSize } from '@mantine/hooks'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Reading } from '../../../contract/readings.ts'
import { useLooking } from '../../ui/table/useLooking.ts'
import classes from './TileGrid.module.css'
import { textScale } from './tileSize.ts'

/** Distance between tiles, as in the style sheet; in px, like all that follows, beside text of the usual size. */
const usualGap = 12

interface RowsProps {
  /** Of the list, for coming back. */
  label: string
  readings: readonly (Reading | undefined)[]
  /** Of a tile; null: one to a row. */
  width: number | null
  /** A guess, until the row is measured. */
  rowHeight: number
  tile: (reading: Reading | undefined, index: number) => ReactNode
  /** Where the reading stands that is looked at closely; -1: nowhere. */
  opened: number
  onLook: (first: number, last: number) => void
}

/** Rows of tiles of which only those near the window are drawn. */
export default function VirtualRows({ label, readings, width, rowHeight, tile, opened, onLook }: RowsProps) {
  const list = useRef<HTMLDivElement>(null)
  const { ref, width: room } = useElementSize()
  // Larger text changes the room within the page too.
  const scale = useMemo(() => (room > 0 ? textScale() : 1), [room])
  const gap = usualGap * scale
  const columns = width === null ? 1 : Math.max(1, Math.floor((room + gap) / (width * scale + gap)))
  const rows = Math.ceil(readings.length / columns)
  const [top, setTop] = useState(0)
  const virtualizer = useWindowVirtualizer<HTMLUListElement>({
    count: rows,
    estimateSize: () => rowHeight * scale,
    gap,
    overscan: 4,
    scrollMargin: top,
  })
  // What stands above may grow or shrink with any render; an equal number changes nothing. To measure while somebody
  // scrolls would make the browser lay the page out twice a frame.
  useLayoutEffect(() => {
    if (list.current && !virtualizer.isScrolling)
      setTop(Math.round(list.current.getBoundingClientRect().top + window.scrollY))
  })
  // Other rows than before: what was measured is forgotten, and what is drawn already is measured against the guess.
  useLayoutEffect(() => {
    if (columns === 0 || rowHeight === 0 || scale === 0) return
    virtualizer.measure()
    virtualizer.getTotalSize()
    // Not by `measureElement`, which passes over rows that are known to it while somebody scrolls. As soon as the effects
    // are through: a row above the window moves the screen, which is drawn again at once.
    queueMicrotask(() => {
      const drawn = [...(list.current?.querySelectorAll('ul') ?? [])]
      const heights = drawn.map((row) => [Number(row.dataset['index']), row.offsetHeight] as const)
      for (const [index, height] of heights) virtualizer.resizeItem(index, height)
    })
  }, [virtualizer, columns, rowHeight, scale])
  const look = useCallback(
    (first: number, last: number) => onLook(first * columns, (last + 1) * columns - 1),
    [columns, onLook],
  )
  // Whoever goes on from reading to reading finds the list there on coming back. Without its width the columns are not
  // known, and nothing is looked at yet.
  const isLaidOut = room > 0
  useLooking(virtualizer, isLaidOut ? rows : 0, {
    label,
    look,
    opened: isLaidOut ? Math.floor(opened / columns) : -1,
  })
  return (
    <div ref={ref}>
      <div ref={list} className={classes.room} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ key, index, start, size }) => {
          const shown = readings.slice(index * columns, (index + 1) * columns)
          const isHere = !shown.includes(undefined)
          return (
            <ul
              key={key}
              // A row that is not here keeps the height that it had.
              ref={isHere ? virtualizer.measureElement : undefined}
              data-index={index}
              className={classes.row}
              data-virtual
              style={{ transform: `translateY(${start - top}px)`, ...(!isHere && { height: size }) }}
            >
              {shown.map((reading, place) => (
                <li key={reading?.id ?? -place}>{tile(reading, index * columns + place)}</li>
              ))}
            </ul>
          )
        })}
      </div>
    </div>
  )
}
