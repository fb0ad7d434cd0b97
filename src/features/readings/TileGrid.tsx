import type { Reading } from '../../../contract/readings.ts'
import { nameIn, useMasters } from '../../lib/queries/masters.ts'
import { VirtualList } from '../../ui/table/VirtualList.tsx'
import { ReadingTile } from './ReadingTile.tsx'
import classes from './TileGrid.module.css'
import { tileHeight, tileVariables } from './tileSize.ts'

/** Tiles visible at first on a phone; elsewhere part of the first row. They load eagerly. */
const firstSeen = 5

interface Props {
  /** Key for scroll restoration. */
  label: string
  /** Undefined: not loaded. */
  readings: readonly (Reading | undefined)[]
  /** Position of the size slider. */
  step: number
  /** Below 576 px: one column. */
  narrow: boolean
  /** Unpaged. */
  virtual: boolean
  /** The open reading; the list scrolls to it. */
  opened?: number | undefined
  /** Reports the visible indices of an unpaged list. */
  onViewport: ((first: number, last: number) => void) | undefined
}

export function TileGrid({ label, readings, step, narrow, virtual, opened, onViewport }: Props) {
  const { categories, units } = useMasters('categories', 'units')
  const categoryOf = new Map(categories.map((category) => [category.id, category]))
  const tile = (index: number) => {
    const reading = readings[index]
    return (
      reading && (
        <ReadingTile
          reading={reading}
          unit={nameIn(units, reading.meter.meter_unit_id)}
          category={categoryOf.get(reading.meter.meter_category_id)}
          first={index < firstSeen}
        />
      )
    )
  }
  return (
    <div style={tileVariables(step)} data-narrow={narrow || undefined} className={classes.tiles}>
      <VirtualList
        className={classes.row}
        label={label}
        count={readings.length}
        item={tile}
        keyOf={(index) => readings[index]?.id ?? -index}
        rowHeight={narrow ? 96 : tileHeight(step) + 120}
        virtual={virtual}
        opened={opened === undefined ? -1 : readings.findIndex((reading) => reading?.id === opened)}
        onViewport={onViewport}
      />
    </div>
  )
}
