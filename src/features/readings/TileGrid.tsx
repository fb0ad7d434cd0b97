import type { Reading } from '../../../contract/readings.ts'
import { nameIn, useMasters } from '../../lib/queries/masters.ts'
import { VirtualList } from '../../ui/table/VirtualList.tsx'
import { ReadingTile } from './ReadingTile.tsx'
import classes from './TileGrid.module.css'
import { tileHeight, tileVariables } from './tileSize.ts'

/** So many are seen at once on a phone; elsewhere they are the beginning of the first row. */
const firstSeen = 5

interface Props {
  /** Of the list, for coming back. */
  label: string
  /** Undefined: not here, as nobody was near it. */
  readings: readonly (Reading | undefined)[]
  /** Step of the size slider. */
  step: number
  /** Below 576 px a tile is as wide as the screen. */
  narrow: boolean
  /** The list has no pages. */
  virtual: boolean
  /** The reading that stands over the list, which goes along with it. */
  opened?: number | undefined
  /** Told which readings are in the viewport where not all are drawn. */
  onViewport: ((first: number, last: number) => void) | undefined
}

/** Tiles of readings, in as many columns as fit. */
export function TileGrid({ label, readings, step, narrow, virtual, opened, onViewport }: Props) {
  const { categories, units } = useMasters('categories', 'units')
  const typeOf = new Map(categories.map(({ id, type }) => [id, type]))
  const tile = (index: number) => {
    const reading = readings[index]
    return (
      reading && (
        <ReadingTile
          reading={reading}
          unit={nameIn(units, reading.meter.meter_unit_id)}
          type={typeOf.get(reading.meter.meter_category_id)}
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
