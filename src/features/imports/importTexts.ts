import type { Import, ImportPreview } from '../../../contract/import/imports.ts'
import { importNouns } from '../../../contract/import/nouns.ts'
import type { Repair } from '../../../contract/import/parsed.ts'
import type { RowError } from '../../../contract/import/preview.ts'
import { problemTexts } from '../../../contract/import/problemTexts.ts'
import type { TextEncoding } from '../../../contract/import/table.ts'
import { monthText } from '../../../text/monthText.ts'
import type { RowState } from '../../lib/queries/imports/imports.ts'
import { bulkResultText, bulkVerbs, countedText, undoneText } from '../../shared/bulk/bulkTexts.ts'

export const countText = (count: number): string => count.toLocaleString('ja-JP')

export const rowStateNames: Record<RowState, string> = {
  new: '新規',
  changed: '更新',
  unchanged: '変更なし',
  error: 'エラー',
}

/** What is decided for all cells of a column by one press. */
export const repairNames: Record<Repair, string> = {
  excel_1900: 'Excelの日付（1900年から）として読む',
  excel_1904: 'Excelの日付（1904年から）として読む',
  two_digit_year: '西暦20○○年として読む',
  reiwa_year: '令和の年として読む',
  month_first: '月/日/年として読む',
  day_first: '日/月/年として読む',
  next_era: '次の元号の年として読む',
  start_of_day: '0:00とする',
  noon: '12:00とする',
  end_of_day: '24:00とする',
  without_unit: '単位を除いて読む',
  decimal_comma: 'カンマを小数点として読む',
  without_commas: 'カンマを除いて読む',
  parentheses_negative: 'かっこをマイナスとして読む',
  exponent: '指数として読む',
  no_value: '空欄とする',
  similar_name: '似た名前のものとする',
  match_by_name: '名前が同じものとする',
  same_as_above: '空欄は上の行と同じにする',
}

/** Encodings as the dialogs of spreadsheets call them. */
export const encodingNames: Record<TextEncoding, string> = {
  'utf-8': 'UTF-8',
  shift_jis: 'Shift_JIS',
  'utf-16le': 'Unicode',
  'utf-16be': 'Unicode',
}

/** What is to be known of an import before it is begun. */
export const importNotes: Partial<Record<Import['noun'], string>> = {
  replacements: '取り込みを元に戻せるのは管理者だけです。',
  devices: 'カメラは毎日15:00に測定する設定で登録します。',
  users: '新しいユーザーには招待メールを送信します。パスワードは本人が決めます。',
}

/** What a column contains, as lists call it. */
export const columnLabel = (noun: Import['noun'], key: string | null): string | undefined =>
  importNouns[noun].columns.find((column) => column.key === key)?.label

/** The words that a column can contain, each meaning once; null: any text. */
export function choicesText(noun: Import['noun'], key: string | null): string | null {
  const words = importNouns[noun].columns.find((column) => column.key === key)?.words
  if (words === undefined) return null
  const byValue = Map.groupBy(Object.entries(words), ([, value]) => value)
  return [...byValue.values()].flatMap(([first]) => first?.[0] ?? []).join('、')
}

const isProblem = (problem: string): problem is RowError['problem'] => problem in problemTexts

/** What is wrong, without the column. */
export function problemText({
  problem,
  message,
}: Pick<ImportPreview['groups'][number], 'problem' | 'message'>): string {
  if (message !== null) return message
  return isProblem(problem) ? problemTexts[problem] : problem
}

export function errorText(error: ImportPreview['rows'][number]['errors'][number]): string {
  const { rows, month } = error
  const more =
    rows.length > 0 ? `（${rows.join('、')}行目）` : month === null ? '' : `（${monthText(month)}）`
  return problemText(error) + more
}

/** What an import or bulk change did, or undid. */
export function resultText(batch: Import): string {
  const { state, noun, bulk, added, changed, left_out: leftOut, outcomes } = batch
  if (state === 'undone' && outcomes) return undoneText(noun, outcomes)
  if (bulk) return bulkResultText(bulk.action, batch)
  return [
    `新規${countedText(noun, added)}、更新${countedText(noun, changed)}を取り込みました`,
    ...(leftOut > 0 ? [`エラーの${countText(leftOut)}行は取り込んでいません`] : []),
  ].join('。')
}

/** What a batch is called in lists. */
export const batchName = ({ bulk, file_name: name }: Import): string =>
  bulk ? `まとめて${bulkVerbs[bulk.action].verb}` : (name ?? '貼り付け')
