import type { BulkPreview } from '../../../contract/import/bulk.ts'
import type { BulkAction, Import } from '../../../contract/import/imports.ts'
import { formatNumber } from '../../../text/formatNumber.ts'

const countText = (count: number): string => formatNumber(count, 0)

/** What is done, as its button says it, and before and after it is. */
export const bulkVerbs: Record<BulkAction, { verb: string; will: string; done: string }> = {
  change: { verb: '変更', will: '変更します', done: '変更しました' },
  confirm: { verb: '確定', will: '確定します', done: '確定しました' },
  delete: { verb: '削除', will: '削除します', done: '削除しました' },
  shift: { verb: '移動', will: '移動します', done: '移動しました' },
}

/** What a bulk change did. */
export const bulkResultText = (
  action: BulkAction,
  { changed, unchanged, left_out: leftOut }: Pick<Import, 'changed' | 'unchanged' | 'left_out'>,
): string =>
  [
    `${countText(changed)}件を${bulkVerbs[action].done}`,
    ...(unchanged > 0 ? [`${countText(unchanged)}件は変わりません`] : []),
    ...(leftOut > 0 ? [`${countText(leftOut)}件は${bulkVerbs[action].verb}できませんでした`] : []),
  ].join('。')

/** What undoing did. */
export const undoneText = ({ reversed, changed, impossible }: NonNullable<Import['outcomes']>): string =>
  [
    `${countText(reversed)}件を元に戻しました`,
    ...(changed > 0 ? [`${countText(changed)}件は、その後に変更されたため残しました`] : []),
    ...(impossible > 0 ? [`${countText(impossible)}件は、使用中か締め済みのため元に戻せませんでした`] : []),
  ].join('。')

/** How many records would change, stay or be refused. */
export const countsText = (
  action: BulkAction,
  { changed, unchanged, refused }: BulkPreview['counts'],
): string =>
  [
    `${countText(changed)}件を${bulkVerbs[action].will}`,
    ...(unchanged > 0 ? [`${countText(unchanged)}件は変わりません`] : []),
    ...(refused > 0 ? [`${countText(refused)}件は${bulkVerbs[action].verb}できません`] : []),
  ].join('。')
