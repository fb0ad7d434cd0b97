import { isDisjoint, type Range } from '../../../contract/values/ranges.ts'
import { formatRange } from '../../../text/formatNumber.ts'
import { confirmDoubt } from '../../ui/dialog/confirm.tsx'

const written = ({ start, end }: Range) =>
  start === null || end === null ? '' : formatRange(start, end, null)

/** Confirms an abnormal range outside the measuring range; false: continue editing. */
export async function confirmRangeOutside(abnormal: Range, measuring: Range): Promise<boolean> {
  if (!isDisjoint(abnormal, measuring)) return true
  return confirmDoubt({
    title: '異常範囲が測定範囲の外です',
    text: `異常範囲（${written(abnormal)}）は測定範囲（${written(measuring)}）と重なりません。測定範囲の中の値は異常になりません。`,
    confirm: 'このまま保存',
    correct: '編集に戻る',
  })
}
