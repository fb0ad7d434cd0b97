import type { Alert } from '../../../contract/alerts.ts'
import { isTimeReason } from '../../../contract/time/timeReasons.ts'
import { isDeviceReason, isLoopFault } from '../../../contract/values/abnormal.ts'
import { reasonText } from '../../lib/readings/reasons.ts'

/**
 * What the device reported, and why there is no value, apart from the fault of a loop, which is shown in place of the
 * value.
 */
export function causesOf({
  value,
  reasons = [],
  device_errors: errors,
}: Pick<Alert['meter_value'], 'value' | 'reasons' | 'device_errors'>): string[] {
  const causes = reasons.filter((reason) =>
    value === null ? !isTimeReason(reason) && !isLoopFault(reason) : isDeviceReason(reason),
  )
  return [...causes.map(reasonText), ...(errors ? [`端末のエラー: ${errors.join('、')}`] : [])]
}
