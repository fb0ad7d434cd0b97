import type { AlertRule } from '../../../contract/alert-rules/alertRules.ts'
import type { RecipientGroup } from '../../../contract/alert-rules/recipientGroups.ts'
import { reachProblem } from './recipient-groups/recipientGroupTexts.ts'
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

/** Why a rule does not notify the group that it names; null: it does, or names none. */
export function recipientProblemText({
  recipient_problem: problem,
  recipient_group_name: name,
}: AlertRule): string | null {
  if (problem === 'no_members')
    return `通知先グループ「${name}」にメンバーがいないため、全員に知らせています。`
  if (problem === 'nobody_reached')
    return `通知先グループ「${name}」のメンバー全員が、アラートのメールも通知も受け取らない設定のため、だれにも届きません。`
  return null
}

/** Who is notified of what a rule opens. Undefined: everybody. */
export function tellingText(recipients: RecipientGroup | undefined): string {
  const shown = '開いたアラートは「アラート」に出て、'
  if (recipients === undefined) return `${shown}受け取る設定の全員に、メールと通知で知らせます。`
  const { name, members } = recipients
  if (members.length === 0)
    return `${shown}受け取る設定の全員に知らせます。「${name}」にはメンバーがいません。`
  const problem = reachProblem(recipients)
  if (recipients.reached_count === 0) return `${shown}「${name}」に知らせますが、${problem}`
  return `${shown}「${name}」の${members.length.toLocaleString('ja-JP')}人に、それぞれの設定のとおりメールと通知で知らせます。${problem ?? ''}`
}

/** How many meters a rule judges: 「8件（単位が違う2件を除く）」. */
export function meterCountText({ meter_count: meters, other_unit_count: others }: AlertRule): string {
  const count = `${meters.toLocaleString('ja-JP')}件`
  return meters > 0 && others > 0 ? `${count}（単位が違う${others.toLocaleString('ja-JP')}件を除く）` : count
}

/** What becomes of the open cases of a rule that is changed, switched off or deleted; null: there are none. */
export const openCasesText = ({ open_cases: open }: AlertRule): string | null =>
  open === 0 ? null : `発生中のアラート${open.toLocaleString('ja-JP')}件は終わります。`
