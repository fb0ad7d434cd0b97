import { categoryType } from '../../../contract/categories.ts'
import type { Shown } from '../../../contract/values/consumption.ts'
import { formatNumber } from '../../../text/formatNumber.ts'
import { confirmDoubt } from '../../ui/dialog/confirm.tsx'
import { type CheckedMeter, doubtsOf } from './plausibility.ts'

/** Ranges are judged with readings; an old meter's last value is only compared with its last reading. */
const noRanges = {
  start_value: null,
  end_value: null,
  emergency_start_value: null,
  emergency_end_value: null,
}

/** Asks about an unexpected last value of a meter that was replaced. False: the user wants to check it. */
export async function confirmOldEnd(
  shown: { value: number | null; at: number },
  meter: CheckedMeter,
  unit: string,
): Promise<boolean> {
  if (shown.value === null) return true
  const evidence = meter.evidence.filter(({ created_at }) => Date.parse(created_at) <= shown.at)
  const end: Shown = { value: shown.value, at: shown.at }
  const compared = { ...meter, ...noRanges, evidence }
  const doubts = doubtsOf({ shown: end, meter: compared, type: categoryType.counter, unit })
  if (doubts.length === 0) return true
  const value = `${formatNumber(end.value, meter.decimal_point)} ${unit}`.trimEnd()
  return confirmDoubt({
    title: `旧メーターの最終値を ${value} で登録しますか`,
    text: doubts.map(({ text }) => text).join(''),
    confirm: 'この値で登録',
  })
}
