import type { CategoryType } from '../../../contract/categories.ts'
import type { ReaderSettings } from '../../../reader/node/index.ts'
import type { MeterRecord } from '../../db/meter-lock.ts'

type Described = Pick<
  MeterRecord,
  'settings' | 'area' | 'pins' | 'digitNumber' | 'decimalPoint' | 'startValue' | 'endValue'
>

/** The reader’s settings of a meter; `boost` is the reading’s. */
export function readerSettingsOf(meter: Described, type: CategoryType, boost: boolean): ReaderSettings {
  const { settings, area, pins, digitNumber, decimalPoint, startValue, endValue } = meter
  return {
    type,
    settings,
    area,
    axis: pins?.axis ?? null,
    radius: pins?.radius ?? null,
    digitNumber,
    decimalPoint,
    range: startValue === null || endValue === null ? null : { start: startValue, end: endValue },
    boost,
  }
}
