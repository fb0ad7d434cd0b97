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
  move: { verb: '移動', will: '移動します', done: '移動しました' },
}

/** Counts records of a noun. */
export const countedText = (noun: Import['noun'], count: number): string =>
  `${countText(count)}${counterOf[noun] ?? '件'}`
const counterOf: Partial<Record<Import['noun'], string>> = { devices: '台', users: '人' }

/** What a bulk change did. */
export const bulkResultText = (
  action: BulkAction,
  {
    noun,
    changed,
    unchanged,
    left_out: leftOut,
  }: Pick<Import, 'noun' | 'changed' | 'unchanged' | 'left_out'>,
): string =>
  [
    `${countedText(noun, changed)}を${bulkVerbs[action].done}`,
    ...(unchanged > 0 ? [`${countedText(noun, unchanged)}は変わりません`] : []),
    ...(leftOut > 0 ? [`${countedText(noun, leftOut)}は${bulkVerbs[action].verb}できませんでした`] : []),
  ].join('。')

/** What undoing did. */
export const undoneText = (
  noun: Import['noun'],
  { reversed, changed, impossible }: NonNullable<Import['outcomes']>,
): string =>
  [
    `${countedText(noun, reversed)}を元に戻しました`,
    ...(changed > 0 ? [`${countedText(noun, changed)}は、その後に変更されたため残しました`] : []),
    ...(impossible > 0
      ? [
          `${countedText(noun, impossible)}は、${noun === 'users' ? '自分自身の' : '使用中か締め済みの'}ため元に戻せませんでした`,
        ]
      : []),
  ].join('。')

/** How many records would change, stay or be refused. */
export const countsText = (
  action: BulkAction,
  { batch: { noun }, counts: { changed, unchanged, refused } }: Pick<BulkPreview, 'batch' | 'counts'>,
): string =>
  [
    `${countedText(noun, changed)}を${bulkVerbs[action].will}`,
    ...(unchanged > 0 ? [`${countedText(noun, unchanged)}は変わりません`] : []),
    ...(refused > 0 ? [`${countedText(noun, refused)}は${bulkVerbs[action].verb}できません`] : []),
  ].join('。')
