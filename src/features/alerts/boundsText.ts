import type { Alert } from '../../../contract/alerts.ts'
import { numberText } from '../../ui/numberText.ts'

type Bounds = Pick<
  Alert['meter_value']['meter'],
  'emergency_start_value' | 'emergency_end_value' | 'decimal_point'
>

/** The abnormal range as the documents write it: start ~ end, with the unit where it has no column of its own. */
export function boundsText(
  { emergency_start_value: start, emergency_end_value: end, decimal_point: decimals }: Bounds,
  unit = '',
): string {
  if (start === null || end === null) return '未登録'
  return `${numberText(start, decimals)} ~ ${numberText(end, decimals)} ${unit}`.trimEnd()
}
