import type { Alert } from '../../../contract/alerts.ts'
import { rangeText } from '../../../contract/ranges.ts'
import { numberText } from '../../ui/numberText.ts'

type Judged = Pick<Alert, 'emergency_start_value' | 'emergency_end_value'>

/**
 * The abnormal range that an alert is judged by, start 〜 end, with the unit where it has no
 * column of its own.
 */
export function boundsText(
  { emergency_start_value: start, emergency_end_value: end }: Judged,
  decimals: number | null,
  unit = '',
): string {
  if (start === null || end === null) return '未登録'
  return `${rangeText(numberText(start, decimals), numberText(end, decimals))} ${unit}`.trimEnd()
}
