import type { NoiseSource, QuieterRule } from '../../../contract/alert-rules/noise.ts'
import type { Judging } from '../../../contract/alert-rules/rule.ts'
import { formatNumber } from '../../../text/formatNumber.ts'
import { rangeDecimals } from '../../../text/rangeText.ts'

const countText = (count: number): string => `${count.toLocaleString('ja-JP')}件`

/** How often a source notified people, and what they did. */
export function factsOf(source: NoiseSource): string[] {
  const weekly = source.alerts_per_week.toLocaleString('ja-JP', { maximumFractionDigits: 1 })
  const commented = source.commented === 0 ? '' : `（コメントあり${countText(source.commented)}）`
  return [
    `アラート${countText(source.alerts)}`,
    `1週間に${weekly}件`,
    `夜間${countText(source.alerts_at_night)}`,
    `確認${countText(source.confirmed)}${commented}`,
    `確認されないまま終了${countText(source.ended_unconfirmed)}`,
  ]
}

/** What a quieter rule changes: 「不感帯を0.02 MPaに広げ、続く回数を3回に増やす」. */
export function changeText(rule: Judging, quieter: Judging, unit: string): string {
  const shown = (value: number) => `${formatNumber(value, rangeDecimals(value, value))} ${unit}`.trim()
  const [before, after] = [rule.condition, quieter.condition]
  const parts: { going: string; done: string }[] = []
  if (before.kind === 'limit' && after.kind === 'limit' && before.closing_limit !== after.closing_limit) {
    const band = Math.abs((after.warning ?? after.alarm ?? 0) - after.closing_limit)
    const text = `不感帯を${shown(band)}に広げ`
    parts.push({ going: text, done: `${text}る` })
  }
  if (before.kind === 'change' && after.kind === 'change' && before.amount !== after.amount) {
    const text = `変化量を${shown(after.amount)}に上げ`
    parts.push({ going: text, done: `${text}る` })
  }
  if (before.kind === 'unchanged' && after.kind === 'unchanged' && before.hours !== after.hours)
    parts.push({ going: `${after.hours}時間に延ばし`, done: `変化なしの時間を${after.hours}時間に延ばす` })
  if (before.kind === 'backwards' && after.kind === 'backwards' && before.tolerance !== after.tolerance) {
    const text = `許容する変化を${shown(after.tolerance)}に広げ`
    parts.push({ going: text, done: `${text}る` })
  }
  if (rule.open_after !== quieter.open_after) {
    const text = `続く回数を${quieter.open_after}回に増や`
    parts.push({ going: `${text}し`, done: `${text}す` })
  }
  return parts.map(({ going, done }, index) => (index === parts.length - 1 ? done : going)).join('、')
}

/** 試算 before and after: 「12件 → 2件」, and of how many meters if a rule has more. */
export function trialText({ rule, cases, proposed, meters }: QuieterRule, source: NoiseSource): string {
  const side =
    source.rule_id !== null || rule.condition.kind !== 'limit'
      ? ''
      : rule.condition.direction === 'above'
        ? '上限を超えたアラートは'
        : '下限を下回ったアラートは'
  const some = source.meter_count > meters ? `（アラートの多いメーター${countText(meters)}）` : ''
  const after = proposed === null ? '' : ` → ${countText(proposed.cases)}`
  return `過去90日の試算${some}で${side}${countText(cases)}${after}`
}

export const problemTexts: Record<NonNullable<QuieterRule['problem']>, string> = {
  no_readings: '過去90日に判定できる測定値がないため、試算できません。',
  no_cases: '今の測定値で試算すると、アラートは開きません。測定値が修正または削除されています。',
  not_quieter: '続く回数や不感帯を変えても、アラートは半分になりません。値を見直してください。',
}
