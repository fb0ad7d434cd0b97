import { isDigital } from '../../../contract/categories.ts'
import { exceedsDigits, exceedsDigitsText } from '../../../contract/values/consumption.ts'
import { Failure } from '../../api/call.ts'
import type { MeterOfCategory } from '../../db/meter-lock.ts'

/** Throws if a typed value has more digits than its counter or display. */
export function refuseExcessDigits(meter: MeterOfCategory, value: number | null): void {
  const { categoryType, digitNumber: digits, decimalPoint: decimals } = meter
  const counting = { digits, decimals }
  if (value === null || !isDigital(categoryType) || !exceedsDigits(value, counting)) return
  throw new Failure('validation_failed', {
    issues: [{ path: 'value', message: exceedsDigitsText(counting) }],
  })
}
