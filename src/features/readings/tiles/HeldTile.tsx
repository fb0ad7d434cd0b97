import { Link } from '@tanstack/react-router'
import type { Category } from '../../../../contract/categories.ts'
import { useTakenPicture } from '../../../lib/readings/useTakenPicture.ts'
import { CategoryIcon } from '../../../shared/categories/CategoryIcon.tsx'
import { HeldMark } from '../../../shared/held/HeldMark.tsx'
import { ValueText } from '../../../shared/readings/ValueText.tsx'
import { Thumbnail } from '../../../ui/stage/Thumbnail.tsx'
import { PlainTime } from '../../../ui/text/PlainTime.tsx'
import { StatusPill } from '../../../ui/text/StatusPill.tsx'
import classes from './ReadingTile.module.css'
import type { HeldOfMeter } from './useHeldTiles.ts'

interface Props extends HeldOfMeter {
  unit: string | undefined
  category: Category | undefined
}

/** The tile of a reading that only this phone has. */
export function HeldTile({ held, meter, unit, category }: Props) {
  const taken = useTakenPicture(held.id)
  return (
    <Link
      to="/meters/$id"
      params={{ id: String(meter.id) }}
      className={classes.tile}
      data-abnormal={held.abnormal || undefined}
      data-unsure={!held.arrived || undefined}
    >
      <span className={classes.picture}>
        <Thumbnail src={taken} first fallback={category && <CategoryIcon category={category} size={40} />} />
      </span>
      <span className={classes.body}>
        <span className={classes.name}>{meter.name}</span>
        <span className={classes.value}>
          {held.value === null ? (
            '読取待ち'
          ) : (
            <ValueText value={held.value} unit={unit} decimals={meter.decimal_point} size="inherit" wraps />
          )}
        </span>
        <span className={classes.foot}>
          <HeldMark arrived={held.arrived} />
          {held.abnormal && <StatusPill tone="abnormal">異常</StatusPill>}
          <span className={classes.time}>
            <PlainTime time={new Date(held.at).toISOString()} />
          </span>
        </span>
      </span>
    </Link>
  )
}
