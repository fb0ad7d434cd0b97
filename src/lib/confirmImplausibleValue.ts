import type { CategoryType } from '../../contract/categories.ts'
import type { Meter } from '../../contract/meters.ts'
import { confirm } from '../ui/dialog/confirm.tsx'
import { formatNumber } from '../ui/text/formatNumber.ts'
import { plausibilityWarnings } from './plausibility.ts'

interface Entered {
  value: number
  meter: Pick<
    Meter,
    | 'start_value'
    | 'end_value'
    | 'emergency_start_value'
    | 'emergency_end_value'
    | 'evidence'
    | 'decimal_point'
  >
  type: CategoryType
  unit: string
}

/** Confirms an unexpected value; false: the user wants to check it. */
export function confirmImplausibleValue({ value, meter, type, unit }: Entered): Promise<boolean> {
  const doubts = plausibilityWarnings(value, meter, type)
  if (doubts.length === 0) return Promise.resolve(true)
  const last = meter.evidence[0]?.value
  const compared = last === undefined ? '' : `（前回 ${formatNumber(last, meter.decimal_point)} ${unit}）`
  return confirm({
    title: `${formatNumber(value, meter.decimal_point)} ${unit} で確定しますか`,
    text: `${doubts.join('')}${compared}`,
    confirm: 'この値で確定',
    cancel: '見直す',
  })
}
