import type { AlertRule } from '../../../contract/alert-rules/alertRules.ts'
import { type Kind, targetNames } from './ruleForm.ts'

export const kindNames: Record<Kind, string> = {
  limit: '上下限',
  change: '変化量',
  unchanged: '変化なし',
  unreadable: '読取不能',
  backwards: '逆回り',
}

const targetOf = (rule: AlertRule): string =>
  targetNames[rule.meter_id !== null ? 'meter' : rule.meter_group_id !== null ? 'group' : 'category']

/** Why a rule judges no meter, and what to do; null: it does. */
export function problemText(rule: AlertRule, unit: string | undefined): string | null {
  if (rule.problem === 'no_meters')
    return `この${targetOf(rule)}にメーターがないため、見張っていません。メーターを加えるか、対象を変えてください。`
  if (rule.problem === 'unit_changed')
    return `単位が${unit ? ` ${unit} ` : ''}のメーターがなくなったため、見張っていません。編集で単位を選び直してください。`
  return null
}

/** How many meters a rule judges: 「8件（単位が違う2件を除く）」. */
export function meterCountText({ meter_count: meters, other_unit_count: others }: AlertRule): string {
  const count = `${meters.toLocaleString('ja-JP')}件`
  return meters > 0 && others > 0 ? `${count}（単位が違う${others.toLocaleString('ja-JP')}件を除く）` : count
}

/** What becomes of the open cases of a rule that is changed, switched off or deleted; null: there are none. */
export const openCasesText = ({ open_cases: open }: AlertRule): string | null =>
  open === 0 ? null : `発生中のアラート${open.toLocaleString('ja-JP')}件は終わります。`
