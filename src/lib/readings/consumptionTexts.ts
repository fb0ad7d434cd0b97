import type { Reading } from '../../../contract/readings.ts'
import type { ConsumptionNote, Rate } from '../../../contract/values/consumptionSchemas.ts'
import type { Doubt } from '../../../contract/values/doubts.ts'
import { formatNumber } from '../../../text/formatNumber.ts'

type Consumption = NonNullable<Reading['consumption']>

/** Why there is no amount, or what it goes over. */
export const consumptionNoteTexts: Record<ConsumptionNote, string> = {
  unread: '値が読み取れていません',
  backwards: '前の値より小さくなっています',
  old_end_unknown: '交換前のメーターの最終値がありません',
  rolled_over: '表示が一周しました',
  replaced: 'メーターの交換をまたいでいます',
  duplicate_replacement: '同じ交換が2回登録されているようです。1回分だけ計算しています',
}

/** Short, for lists. */
export const consumptionMarks: Record<ConsumptionNote, string> = {
  unread: '—',
  backwards: '逆行',
  old_end_unknown: '交換',
  rolled_over: '一周',
  replaced: '交換',
  duplicate_replacement: '交換の重複',
}

/** With the meter's decimals; multiplied by a fraction it may have more. */
export const amountText = (amount: number, decimals: number | null): string =>
  formatNumber(amount, decimals !== null && Number(amount.toFixed(decimals)) === amount ? decimals : null)

/** `12.3 m³`; null: not known. */
export const consumptionText = (
  { amount }: Pick<Consumption, 'amount'>,
  decimals: number | null,
  unit: string | undefined,
): string | null => (amount === null ? null : `${amountText(amount, decimals)} ${unit ?? ''}`.trimEnd())

/** A rate by the counter's figures, with one decimal more than it shows, at most 3 places. */
export const rateText = (figure: number, decimals: number | null, unit: string): string =>
  `${formatNumber(Number(figure.toPrecision(3)), figure >= 100 ? decimals : null)} ${unit}`.trimEnd()

export const usualText = ({ usual }: Pick<Rate, 'usual'>, decimals: number | null, unit: string): string =>
  `1日あたり ${rateText(usual, decimals, unit)}`

/** What a person confirmed a value against. */
export const doubtNames: Record<Doubt, string> = {
  not_as_read: '写真の読取値と違う値',
  other_meter: '別のメーターのような写真',
  same_picture: '前と同じ写真',
  abnormal: '異常範囲の値',
  out_of_range: '測定範囲の外の値',
  backwards: '前回より小さい値',
  above_next: '次回より大きい値',
  too_fast: 'ふだんより速い増え方',
  large_change: '前後の値からの大きな変化',
  unusual_month: '先月や前年と大きく違う使用量',
}
