import { type TableRefusal, type TableRefusalReason, tableLimits } from '../../../contract/import/table.ts'

const texts: Record<TableRefusalReason, string> = {
  too_large: 'ファイルが大きすぎます（5 MB まで）',
  too_many_rows: `行が多すぎます（${tableLimits.rows.toLocaleString('en-US')} 行まで）。ファイルを分けて取り込んでください`,
  too_many_columns: `列が多すぎます（${tableLimits.columns} 列まで）`,
  empty: '表に行がありません',
  not_text: 'CSV でも Excel でもないファイルです',
  encoding: '文字コードを読み取れません。UTF-8 か Shift_JIS で保存してください',
  open_quote: '引用符（"）が閉じられていません',
  not_xlsx: '名前は Excel のファイルですが、中身が違います',
  old_xls: '古い形式の Excel ファイル（.xls）です。.xlsx で保存してください',
  encrypted: 'パスワードで保護されています。保護を外して保存してください',
  damaged: 'ファイルが壊れています',
  zip_ratio: '展開すると大きすぎるファイルです',
  sheet_unknown: 'このシートはありません',
  formula_without_value: '計算結果のない数式があります。Excel で開いて保存し直してください',
}

/** Says why a file cannot be read, and where. */
export function refusalText({ reason, line, cell }: TableRefusal): string {
  const place = cell !== undefined ? `セル ${cell}: ` : line !== undefined ? `${line} 行目: ` : ''
  return place + texts[reason]
}
