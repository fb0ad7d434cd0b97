import type { Meter } from '../../../contract/meters.ts'
import { lastKnown } from '../../lib/lastKnown.ts'
import { PlainTime } from '../../ui/text/PlainTime.tsx'
import { ValueText } from '../../ui/text/ValueText.tsx'
import classes from './StopRow.module.css'

/** The last value of a meter that is left, to compare with. */
export function LastOfStop({ meter, unit }: { meter: Meter; unit: string | undefined }) {
  const { known } = lastKnown(meter)
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
