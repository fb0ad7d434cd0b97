import type { ReplayAnswer } from '../../../contract/alert-rules/alertRules.ts'
import type { Kind } from './ruleForm.ts'

const week = 7 * 86_400_000

/** A week of 試算 and the cases that opened in it. */
export interface Week {
  /** Milliseconds since 1970. */
  from: number
  count: number
}

/** The weeks until now, the oldest first; the first one may be shorter. */
export function weeksOf({ from, to, cases }: Pick<ReplayAnswer, 'from' | 'to' | 'cases'>): Week[] {
  const [first, last] = [Date.parse(from), Date.parse(to)]
  const opened = cases.map(({ opened_at: at }) => Date.parse(at))
  return Array.from({ length: Math.ceil((last - first) / week) }, (_, index) => {
    const end = last - index * week
    const count = opened.filter((at) => at > end - week && at <= end).length
    return { from: Math.max(first, end - week), count }
  }).reverse()
}

const perWeek = (count: number): string => count.toLocaleString('ja-JP', { maximumFractionDigits: 1 })

/** How many cases 試算 found: 「6件（警報4件、夜間1件）、1週間に0.5件」. */
export function countText({
  cases,
  alarms,
  cases_at_night: night,
  cases_per_week: weekly,
}: ReplayAnswer): string {
  if (cases.length === 0) return '0件'
  const parts = [
    ...(alarms > 0 ? [`警報${alarms}件`] : []),
    ...(alarms < cases.length ? [`注意${cases.length - alarms}件`] : []),
    ...(night > 0 ? [`夜間${night}件`] : []),
  ]
  return `${cases.length.toLocaleString('ja-JP')}件（${parts.join('、')}）、1週間に${perWeek(weekly)}件`
}

/** What makes a rule quieter. */
export const quieterText = (kind: Kind): string =>
  kind === 'limit'
    ? '不感帯を広げるか、続く回数を増やしてください。'
    : kind === 'unreadable'
      ? '続く回数を増やしてください。'
      : '値を見直すか、続く回数を増やしてください。'
