import type { RowError } from './preview.ts'

/** What is wrong with a cell or row, as people are told. */
export const problemTexts: Record<RowError['problem'], string> = {
  not_a_number: '数値ではありません',
  not_an_integer: '整数で入力してください',
  out_of_range: '入力できる範囲を超えています',
  too_precise: '桁数が多すぎます（15桁まで）',
  not_a_date: '日付として読み取れません',
  date_unknown: '実在しない日付か時刻です',
  outside_era: 'この元号にはない年です',
  not_a_choice: '選択肢にない語です',
  text_invalid: '長すぎるか、使えない文字があります',
  spreadsheet_error: '表計算ソフトのエラーが入っています',
  ambiguous: '何通りかに読めるため、選んでください',
  time_missing: '時刻がありません',
  required: '入力が必要です',
  not_clearable: 'この項目は空にできません',
  key_missing: '管理番号がありません（同じ名前のメーターがあります）',
  duplicate_key: 'ファイルの中で重複しています',
  unknown_reference: '登録されていません',
  ambiguous_reference: '同じ名前のものが複数あります',
  conflict: '同じ日時に別の値があります',
  closed_month: '締め済みの月です',
  refused: '登録できません',
}
