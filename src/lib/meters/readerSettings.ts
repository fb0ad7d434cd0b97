import type { Category } from '../../../contract/categories.ts'
import type { Meter } from '../../../contract/meters.ts'
import type { ReaderSettings } from '../../../reader/web/index.ts'

export function readerSettingsOf(meter: Meter, type: Category['type']): ReaderSettings {
  const { start_value: start, end_value: end } = meter
  return {
    type,
    settings: meter.settings,
    area: meter.area,
    axis: meter.pins?.axis ?? null,
    radius: meter.pins?.radius ?? null,
    digitNumber: meter.digit_number,
    decimalPoint: meter.decimal_point,
    range: start === null || end === null ? null : { start, end },
    boost: meter.use_ai_boost,
  }
}
