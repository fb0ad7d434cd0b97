import type { ImportColumn, ReferenceList } from '../../../contract/import/columns.ts'
import type { ImportTarget } from '../../../contract/import/importTargets.ts'
import { importNouns } from '../../../contract/import/nouns.ts'

/** What columns refer to, by the names that can be chosen. */
export type TemplateLists = Readonly<Partial<Record<ReferenceList, readonly string[]>>>

/** An example of each column that explains itself by one. */
const examples: Record<ImportTarget, Readonly<Record<string, string>>> = {
  meters: {
    code: 'W-001',
    name: '1階 受水槽',
    place_note: '機械室の右奥',
    verification_expires_on: '2030/3/31',
    multiplier: '1',
    digit_number: '6',
    decimal_point: '1',
  },
  readings: { code: 'W-001', name: '1階 受水槽', time: '2026/4/1 9:00', value: '1234.5' },
  replacements: {
    code: 'W-001',
    name: '1階 受水槽',
    time: '2026/4/1 9:00',
    old_end_value: '1234.5',
    new_start_value: '0',
    note: '検定満期による交換',
  },
  groups: { name: '給水設備', description: '受水槽とポンプ' },
  inspections: { name: '朝の巡回', contact: '設備課 03-1234-5678' },
  cost_bearers: { name: '1階 テナント', status: '有効' },
  devices: { serial_number: 'CAM-0001', name: '機械室カメラ', type: 'WiFiカメラ' },
  users: {
    email: 'taro.yamada@example.com',
    name: '山田太郎',
    role: '一般ユーザー',
    is_alert_mail: '受け取る',
  },
}

/** What can be chosen in a column, once each. */
function choicesOf({ reference, words }: ImportColumn, lists: TemplateLists): readonly string[] {
  if (reference) return lists[reference] ?? []
  // Several words can mean the same.
  const byValue = Map.groupBy(Object.entries(words ?? {}), ([, value]) => value)
  return [...byValue.values()].flatMap(([first]) => first?.[0] ?? [])
}

/** As texts, so that spreadsheets keep codes such as 001. */
const textCells = (texts: readonly string[]) =>
  texts.map((value) => (value === '' ? null : { value, format: '@' }))

/** Returns a workbook with the titles that an import knows, a row as an example, and a sheet of what can be chosen. */
export async function importTemplate(noun: ImportTarget, lists: TemplateLists): Promise<Blob> {
  const { columns } = importNouns[noun]
  const exampleOf = (column: ImportColumn) =>
    examples[noun][column.key] ?? (column.isRequired ? (choicesOf(column, lists)[0] ?? '') : '')
  const table = [columns.map(({ label }) => label), columns.map(exampleOf)]
  const chosen = columns
    .map((column) => ({ title: column.label, choices: choicesOf(column, lists) }))
    .filter(({ choices }) => choices.length > 0)
  const height = Math.max(0, ...chosen.map(({ choices }) => choices.length))
  const rows = Array.from({ length: height }, (_, index) => chosen.map(({ choices }) => choices[index] ?? ''))
  const sheetOf = (sheet: string, cells: readonly (readonly string[])[]) => ({
    sheet,
    data: cells.map(textCells),
    columns: (cells[0] ?? []).map(() => ({ width: 18 })),
    stickyRowsCount: 1,
  })
  const { default: writeWorkbook } = await import('write-excel-file/browser')
  const sheets = [
    sheetOf('取り込み', table),
    ...(chosen.length > 0 ? [sheetOf('選択肢', [chosen.map(({ title }) => title), ...rows])] : []),
  ]
  return writeWorkbook(sheets).toBlob()
}
