import type { EndReason } from '../../../contract/alerts.ts'

/** Why an alert ended. */
export const alertEndTexts: Record<EndReason, string> = {
  value: '正常値に復帰',
  range: '異常範囲の変更により終了',
  correction: '値の修正・削除により終了',
}
