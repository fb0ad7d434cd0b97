import type { Reading } from '../../../contract/readings.ts'
import { nameIn, useMasters } from '../../lib/queries/masters.ts'
import { VirtualList } from '../../ui/table/VirtualList.tsx'
import { HeldTile } from './HeldTile.tsx'
import { ReadingTile } from './ReadingTile.tsx'
import classes from './TileGrid.module.css'
import { tileHeight, tileVariables } from './tileSize.ts'
import type { HeldOfMeter } from './useHeldTiles.ts'

/** Tiles visible at first on a phone; elsewhere part of the first row. They load eagerly. */
const firstSeen = 5

interface Props {
  /** Key for scroll restoration. */
  label: string
  /** Undefined: not loaded. */
  readings: readonly (Reading | undefined)[]
  /** What only this phone has, above the readings. */
  held?: readonly HeldOfMeter[]
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

export function TileGrid({ label, readings, held = [], step, narrow, virtual, opened, onViewport }: Props) {
  const { categories, units } = useMasters('categories', 'units')
  const categoryOf = new Map(categories.map((category) => [category.id, category]))
  const tile = (index: number) => {
    const own = held[index]
    if (own) {
      return (
        <HeldTile
          {...own}
          unit={nameIn(units, own.meter.meter_unit_id)}
          category={categoryOf.get(own.meter.meter_category_id)}
        />
      )
    }
    const reading = readings[index - held.length]
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
  const place = readings.findIndex((reading) => opened !== undefined && reading?.id === opened)
  return (
    <div style={tileVariables(step)} data-narrow={narrow || undefined} className={classes.tiles}>
      <VirtualList
        className={classes.row}
        label={label}
        count={held.length + readings.length}
        item={tile}
        keyOf={(index) => held[index]?.held.id ?? readings[index - held.length]?.id ?? held.length - index}
        rowHeight={narrow ? 96 : tileHeight(step) + 120}
        virtual={virtual}
        opened={place < 0 ? -1 : place + held.length}
        onViewport={
          onViewport && ((first, last) => onViewport(Math.max(first - held.length, 0), last - held.length))
        }
      />
    </div>
  )
}
