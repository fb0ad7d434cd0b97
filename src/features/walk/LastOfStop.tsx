import type { Meter } from '../../../contract/meters.ts'
import { type HeldReplacement, isStartValue, withReplacements } from '../../lib/heldReplacements.ts'
import { lastKnown } from '../../lib/lastKnown.ts'
import { useCategoryType } from '../../lib/queries/masters.ts'
import { HeldMark } from '../../ui/text/HeldMark.tsx'
import { PlainTime } from '../../ui/text/PlainTime.tsx'
import { emptyText, ValueText } from '../../ui/text/ValueText.tsx'
import classes from './StopRow.module.css'

interface Props {
  meter: Meter
  unit: string | undefined
  /** That this phone holds of it. */
  replacements: readonly HeldReplacement[]
}

/** The last value of a meter that is left, to compare with. */
export function LastOfStop({ meter: told, unit, replacements }: Props) {
  const meter = withReplacements(told, replacements)
  const { known, newer } = lastKnown(meter)
  const type = useCategoryType(meter.meter_category_id)
  const [replacement] = replacements
  return (
    <span className={classes.state}>
      <span className={classes.who}>前回</span>
      {known ? (
        <>
          <ValueText
            value={known.value}
            unit={unit}
            decimals={meter.decimal_point}
            abnormal={known.abnormal}
            wraps
          />
          {replacement && isStartValue(meter, known) && <HeldMark arrived={replacement.arrived} />}
          <span className={classes.who}>
            <PlainTime time={known.created_at} />
          </span>
        </>
      ) : (
        <span className={classes.who}>{emptyText(newer?.read_state ?? null, type)}</span>
      )}
    </span>
  )
}
