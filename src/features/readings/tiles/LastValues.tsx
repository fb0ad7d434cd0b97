import { IconCloudOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Category } from '../../../../contract/categories.ts'
import type { Meter } from '../../../../contract/meters.ts'
import { nameIn, useMasters } from '../../../lib/queries/masters.ts'
import { CategoryIcon } from '../../../shared/categories/CategoryIcon.tsx'
import { ValueText } from '../../../shared/readings/ValueText.tsx'
import { Thumbnail } from '../../../ui/stage/Thumbnail.tsx'
import { VirtualList } from '../../../ui/table/VirtualList.tsx'
import { PlainTime } from '../../../ui/text/PlainTime.tsx'
import { StatusPill } from '../../../ui/text/StatusPill.tsx'
import { HeldTile } from './HeldTile.tsx'
import classes from './LastValues.module.css'
import tileClasses from './ReadingTile.module.css'
import gridClasses from './TileGrid.module.css'
import { tileHeight, tileVariables } from './tileSize.ts'
import type { LastOfMeter } from './useLastValues.ts'

interface Props {
  lasts: readonly LastOfMeter[]
  /** Of the meters, milliseconds since 1970. */
  fetchedAt: number
  /** Position of the size slider. */
  step: number
  narrow: boolean
}

/** Without the list that was asked for: the newest value of each meter that this phone knows. */
export default function LastValues({ lasts, fetchedAt, step, narrow }: Props) {
  const { categories, units } = useMasters('categories', 'units')
  const categoryOf = new Map(categories.map((category) => [category.id, category]))
  const tile = (index: number) => {
    const one = lasts[index]
    if (one === undefined) return undefined
    const of = {
      unit: nameIn(units, one.meter.meter_unit_id),
      category: categoryOf.get(one.meter.meter_category_id),
    }
    return one.held ? <HeldTile held={one.held} meter={one.meter} {...of} /> : <LastTile {...one} {...of} />
  }
  return (
    <>
      <p className={classes.note} role="status">
        <IconCloudOff size={18} aria-hidden />
        <span>
          この期間のデータは端末にありません。各メーターの前回の値です（最終取得{' '}
          <PlainTime time={new Date(fetchedAt).toISOString()} />
          ）。
        </span>
      </p>
      <div style={tileVariables(step)} data-narrow={narrow || undefined} className={gridClasses.tiles}>
        <VirtualList
          className={gridClasses.row}
          label="前回の値"
          count={lasts.length}
          item={tile}
          keyOf={(index) => lasts[index]?.meter.id ?? index}
          rowHeight={narrow ? 96 : tileHeight(step) + 120}
        />
      </div>
    </>
  )
}

interface TileProps {
  meter: Meter
  last: NonNullable<Meter['last_reading']>
  unit: string | undefined
  category: Category | undefined
}

const LastTile = ({ meter, last, unit, category }: TileProps) => (
  <Link
    to="/meters/$id"
    params={{ id: String(meter.id) }}
    className={tileClasses.tile}
    data-abnormal={last.is_abnormal || undefined}
    data-unsure={last.is_unsure || undefined}
  >
    <span className={tileClasses.picture}>
      <Thumbnail src={last.thumbnail} fallback={category && <CategoryIcon category={category} size={40} />} />
    </span>
    <span className={tileClasses.body}>
      <span className={tileClasses.name}>{meter.name}</span>
      <span className={tileClasses.value}>
        <ValueText
          value={last.value}
          unit={unit}
          decimals={meter.decimal_point}
          state={last.read_state}
          type={category?.type}
          reasons={last.reasons}
          size="inherit"
          wraps
        />
      </span>
      <span className={tileClasses.foot}>
        {last.is_abnormal && <StatusPill tone="abnormal">異常</StatusPill>}
        <span className={tileClasses.time}>
          前回 <PlainTime time={last.created_at} />
        </span>
      </span>
    </span>
  </Link>
)
