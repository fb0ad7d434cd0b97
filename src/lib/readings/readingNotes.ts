import type { Reading } from '../../../contract/readings.ts'
import { isTimeReason } from '../../../contract/time/timeReasons.ts'
import { isUnread } from '../../../contract/values/abnormal.ts'
import { isAdjusted } from '../../../contract/values/prior.ts'
import { formatCurrent } from '../../../text/formatNumber.ts'
import { adviceTexts, reasonText } from './reasons.ts'

/**
 * Why the value is missing or doubtful. The influence of earlier readings is shown next to the value, and reasons to doubt
 * the time next to the time.
 */
export function readingNotes(
  reading: Reading,
  gap: string | null,
  written: (value: number) => string,
): string[] {
  const { read_state: state, read_value: value, reasons, loop_current: current, advice } = reading
  const unread = value === null && state !== null && !isUnread(state)
  return [
    ...reasons.filter((reason) => !isTimeReason(reason)).map(reasonText),
    ...(current === undefined ? [] : [`測定した電流 ${formatCurrent(current)}`]),
    ...(unread && gap !== null ? [gap] : []),
    ...(isAdjusted({ value, advice }) ? [] : adviceTexts({ value, advice }, written)),
  ]
}
