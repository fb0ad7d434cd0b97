import type { Meter } from '../../../contract/meters.ts'
import { isStartValue, useHeldReplacements, withReplacements } from '../../lib/heldReplacements.ts'
import { lastKnown } from '../../lib/lastKnown.ts'
import { HeldMark } from '../../ui/text/HeldMark.tsx'
import { PlainTime } from '../../ui/text/PlainTime.tsx'
import { ValueText } from '../../ui/text/ValueText.tsx'
import classes from './StopRow.module.css'

/** The last value of a meter that is left, to compare with. */
export function LastOfStop({ meter: told, unit }: { meter: Meter; unit: string | undefined }) {
  const replacements = useHeldReplacements(told)
  const meter = withReplacements(told, replacements)
  const { known } = lastKnown(meter)
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
        <span className={classes.who}>データ無し</span>
      )}
    </span>
  )
}
