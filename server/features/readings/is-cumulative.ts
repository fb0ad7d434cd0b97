import type { CategoryType } from '../../../contract/categories.ts'
import { isCumulative } from '../../../contract/values/cumulative.ts'
import type { MeterRecord } from '../../db/meter-lock.ts'
import { measuringRangeOf } from './picture-state.ts'

interface CumulativeFields extends Pick<MeterRecord, 'cumulativeMode' | 'startValue' | 'endValue'> {
  categoryType: CategoryType
  /** Its name. */
  unit: string
}

/** Returns whether a meter counts up. */
export const isCumulativeMeter = (meter: CumulativeFields): boolean =>
  isCumulative(meter.categoryType, {
    mode: meter.cumulativeMode,
    unit: meter.unit,
    range: measuringRangeOf(meter),
  })
