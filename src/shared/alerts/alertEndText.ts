import type { Alert, EndReason } from '../../../contract/alerts.ts'

const texts: Record<EndReason, string> = {
  value: '正常値に復帰',
  range: '異常範囲の変更により終了',
  correction: '値の修正・削除により終了',
  rule: 'アラートルールの変更・削除により終了',
}

/** Returns why an alert ended; null: it has not, or it was confirmed before. */
export function alertEndText({
  end_reason: reason,
  rule,
}: Pick<Alert, 'end_reason' | 'rule'>): string | null {
  if (rule && reason === 'value') return '解消'
  if (rule && reason === 'correction') return '修正後は正常'
  return reason && texts[reason]
}
