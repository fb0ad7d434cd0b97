import { levelLabel } from '../../../contract/alert-rules/levels.ts'
import type { Alert } from '../../../contract/alerts.ts'
import { RangeText } from '../ranges/RangeText.tsx'

interface Props {
  alert: Pick<Alert, 'rule' | 'emergency_start_value' | 'emergency_end_value'>
  decimals: number | null
  unit?: string | undefined
  /** Where a heading says 異常範囲. */
  isHeaded?: boolean
}

/** By what an alert was judged: the abnormal range, or an alert rule with its level and sentence. */
export function AlertJudgement({ alert, decimals, unit, isHeaded = false }: Props) {
  const { rule, emergency_start_value: start, emergency_end_value: end } = alert
  if (rule === undefined)
    return (
      <>
        {!isHeaded && '異常範囲 '}
        <RangeText start={start} end={end} decimals={decimals} unit={unit} />
      </>
    )
  return (
    <span className="break-anywhere">
      <strong>{levelLabel[rule.level]}</strong> {rule.name}: {rule.sentence}
    </span>
  )
}
