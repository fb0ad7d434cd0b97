import { useElementSize } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Reading } from '../../../contract/readings.ts'
import { categoriesQuery } from '../../lib/queries/categories.ts'
import { useUnitName } from '../../lib/queries/units.ts'
import { ReadingTile } from './ReadingTile.tsx'
import classes from './TileGrid.module.css'
import { tileHeight, tileVariables, tileWidth } from './tileSize.ts'

/** Above this many tiles only those near the window are drawn. */
const drawAll = 300
/** Distance between tiles in px; equal to the gap in the style sheet. */
const gap = 12

interface Props {
  readings: readonly Reading[]
  /** Step of the size slider. */
  step: number
  /** Below 576 px a tile is as wide as the screen. */
  narrow: boolean
  /** The list has no pages. */
  endless: boolean
  /** More rows can be had; called when their place comes near. */
  onNearEnd: (() => void) | undefined
}

/** Tiles of readings, in as many columns as fit. */
export function TileGrid({ readings, step, narrow, endless, onNearEnd }: Props) {
  const unitName = useUnitName()
  const { data: categories = [] } = useQuery(categoriesQuery)
  const typeOf = new Map(categories.map(({ id, type }) => [id, type]))
  const tile = (reading: Reading) => (
    <ReadingTile
      reading={reading}
      unit={unitName(reading.meter.meter_unit_id)}
      type={typeOf.get(reading.meter.meter_category_id)}
    />
  )
  const whole = readings.length <= drawAll && !endless
  return (
    <div style={tileVariables(step)} data-narrow={narrow || undefined} className={classes.tiles}>
      {whole ? (
        <ul className={classes.row}>
          {readings.map((reading) => (
            <li key={reading.id}>{tile(reading)}</li>
          ))}
        </ul>
      ) : (
        <VirtualRows
          readings={readings}
          width={narrow ? null : tileWidth(step)}
          rowHeight={narrow ? 96 : tileHeight(step) + 120}
          tile={tile}
          onNearEnd={onNearEnd}
        />
      )}
    </div>
  )
}

interface RowsProps {
  readings: readonly Reading[]
  /** Of a tile in px; null: one to a row. */
  width: number | null
  /** A guess in px, until the row is measured. */
  rowHeight: number
  tile: (reading: Reading) => ReactNode
  onNearEnd: (() => void) | undefined
}

function VirtualRows({ readings, width, rowHeight, tile, onNearEnd }: RowsProps) {
  const list = useRef<HTMLDivElement>(null)
  const { ref, width: room } = useElementSize()
  const columns = width === null ? 1 : Math.max(1, Math.floor((room + gap) / (width + gap)))
  const rows = Math.ceil(readings.length / columns)
  const [top, setTop] = useState(0)
  const virtualizer = useWindowVirtualizer({
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
  useLayoutEffect(() => {
    if (columns > 0 && rowHeight > 0) virtualizer.measure()
  }, [virtualizer, columns, rowHeight])
  const drawn = virtualizer.getVirtualItems()
  const last = drawn.at(-1)?.index ?? 0
  useEffect(() => {
    if (rows > 0 && last >= rows - 3) onNearEnd?.()
  }, [last, rows, onNearEnd])
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
            {readings.slice(row.index * columns, (row.index + 1) * columns).map((reading) => (
              <li key={reading.id}>{tile(reading)}</li>
            ))}
          </ul>
        ))}
      </div>
    </div>
  )
}
