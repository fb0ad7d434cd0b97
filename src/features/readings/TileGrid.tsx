import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { Reading } from '../../../contract/readings.ts'
import { categoriesQuery } from '../../lib/queries/categories.ts'
import { useUnitName } from '../../lib/queries/units.ts'
import { useDrawn } from '../../ui/table/useDrawn.ts'
import { ReadingTile } from './ReadingTile.tsx'
import classes from './TileGrid.module.css'
import { TileSkeletonGrid } from './TileSkeletonGrid.tsx'
import { tileHeight, tileVariables, tileWidth } from './tileSize.ts'

const VirtualRows = lazy(() => import('./VirtualRows.tsx'))

/** So many are seen at once on a phone; elsewhere they are the beginning of the first row. */
const firstSeen = 5
/** Above this many tiles only those near the window are drawn. */
const drawAll = 300

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
  endless: boolean
  /** The reading that stands over the list, which goes along with it. */
  opened?: number | undefined
  /** It was not on the screen before. */
  fresh: boolean
  /** Told which readings are drawn where not all are. */
  onLook: (first: number, last: number) => void
}

/** Tiles of readings, in as many columns as fit. */
export function TileGrid({ label, readings, step, narrow, endless, opened, fresh, onLook }: Props) {
  const drawn = useDrawn(readings, fresh)
  const unitName = useUnitName()
  const { data: categories = [] } = useQuery(categoriesQuery)
  const typeOf = new Map(categories.map(({ id, type }) => [id, type]))
  const tile = (reading: Reading | undefined, index: number) =>
    reading === undefined ? (
      <Skeleton className={classes.skeleton} />
    ) : (
      <ReadingTile
        reading={reading}
        unit={unitName(reading.meter.meter_unit_id)}
        type={typeOf.get(reading.meter.meter_category_id)}
        first={index < firstSeen}
      />
    )
  const whole = readings.length <= drawAll && !endless
  return (
    <div style={tileVariables(step)} data-narrow={narrow || undefined} className={classes.tiles}>
      {whole ? (
        <ul className={classes.row}>
          {drawn.map((reading, index) => (
            <li key={reading?.id ?? -index}>{tile(reading, index)}</li>
          ))}
        </ul>
      ) : (
        <Suspense fallback={<TileSkeletonGrid step={step} narrow={narrow} />}>
          <VirtualRows
            label={label}
            readings={readings}
            width={narrow ? null : tileWidth(step)}
            rowHeight={narrow ? 96 : tileHeight(step) + 120}
            tile={tile}
            opened={opened === undefined ? -1 : readings.findIndex((reading) => reading?.id === opened)}
            onLook={onLook}
          />
        </Suspense>
      )}
    </div>
  )
}
