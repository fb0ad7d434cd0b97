import { type CastingContext, stringify } from 'csv-stringify/sync'
import { type CategoryType, isDigital } from '../../../contract/categories.ts'
import type { Consumption } from '../../../contract/values/consumption.ts'
import type { ConsumptionNote } from '../../../contract/values/consumptionSchemas.ts'
import { readingStateText } from '../../../contract/values/readingState.ts'
import type { ReadingState } from '../../../contract/values/readingStates.ts'
import { formatForInput } from '../../../text/formatNumber.ts'
import { escapeFormula } from '../../../text/formulaText.ts'
import type { TimeMark } from './predecessors.ts'

/** A reading in a CSV file: names instead of ids, local times. */
export interface CsvRow {
  meter: string
  value: number | null
  /** Decimal places; null: as many as the value has, at most 6. */
  decimals: number | null
  unit: string
  measuredAt: string
  timeMark: TimeMark
  /** `measuredAt` as it was before a person confirmed or corrected it; null: nobody did. */
  originalTime: string | null
  category: string
  categoryType: CategoryType
  /** Whether the meter counts up. */
  isCumulative: boolean
  group: string | null
  inspection: string | null
  isAbnormal: boolean
  state: ReadingState
  reasons: string[]
  /** By a person, against what spoke against it. */
  isConfirmed: boolean
  /** Null where no person sent it. */
  registeredBy: string | null
  readValue: number | null
  deviceValue: number | null
  ocr: string | null
  degree: number | null
  confidence: number | null
  device: string | null
  /** Since the reading before; null: not a counter, or there is none before. */
  consumption: Consumption | null
  updatedAt: string
  id: number
}

/** As the screens mark them. */
const noteTexts: Record<ConsumptionNote, string | null> = {
  unread: null,
  backwards: '逆行',
  old_end_unknown: '交換',
  rolled_over: '一周',
  replaced: '交換',
  duplicate_replacement: '交換の重複',
}

const timeTexts: Record<NonNullable<TimeMark>, string> = {
  arrival: '受信時刻',
  unconfirmed: '時刻不明',
}

const columns: [title: string, of: (row: CsvRow) => string | number | null][] = [
  ['メーター名', ({ meter }) => meter],
  ['測定値', ({ value }) => value],
  ['単位', ({ unit }) => unit],
  ['測定日時', ({ measuredAt }) => measuredAt],
  ['メーター種別', ({ category }) => category],
  ['メーターグループ', ({ group }) => group],
  ['点検グループ', ({ inspection }) => inspection],
  ['異常', judgementText],
  ['OCR', ({ ocr }) => ocr],
  ['DEGREE', ({ degree }) => degree],
  ['信頼度', ({ confidence }) => confidence],
  ['測定端末', ({ device }) => device],
  ['更新日時', ({ updatedAt }) => updatedAt],
  ['ID', ({ id }) => id],
  ['確認', (row) => (needsCheck(row) ? '要確認' : row.isConfirmed ? '確認済み' : null)],
  ['修正', ({ state }) => (state === 'corrected' ? readingStateText(state) : null)],
  ['登録者', ({ registeredBy }) => registeredBy],
  ['使用量', ({ consumption }) => consumption?.amount ?? null],
  ['使用量の備考', ({ consumption }) => (consumption?.note ? noteTexts[consumption.note] : null)],
  ['読取値', ({ readValue }) => readValue],
  ['端末の値', ({ deviceValue }) => deviceValue],
  ['測定日時の備考', timeNote],
  ['積算', cumulativeText],
  ['状態', stateText],
]

function timeNote({ timeMark, originalTime, measuredAt }: CsvRow): string | null {
  if (timeMark !== null) return timeTexts[timeMark]
  if (originalTime === null) return null
  return originalTime === measuredAt ? '確定済' : `修正済（元 ${originalTime}）`
}

/** As in the list of meters. */
function cumulativeText({ categoryType, isCumulative }: CsvRow): string | null {
  if (!isDigital(categoryType)) return null
  return isCumulative ? 'する' : 'しない'
}

function stateText({ state, categoryType, reasons }: CsvRow): string {
  return readingStateText(state, categoryType, reasons)
}

/** Whether a person should look at its value or time. */
const needsCheck = ({ state, timeMark }: CsvRow): boolean => state === 'unsure' || timeMark === 'unconfirmed'

/** Normal only where it is known. */
function judgementText(row: CsvRow): string {
  if (row.isAbnormal) return '異常'
  if (row.state === 'waiting' || row.state === 'settings') return stateText(row)
  return needsCheck(row) ? '要確認' : '正常'
}

/** Columns with the meter's decimal places. */
const measured = new Set<CastingContext['column']>(
  ['測定値', '読取値', '端末の値'].map((of) => columns.findIndex(([title]) => title === of)),
)

// Line breaks in names, also a lone CR or LF, are quoted.
const settings = {
  record_delimiter: 'windows',
  quote_record_delimiter: true,
} as const

/** The header with a BOM, by which Excel recognizes UTF-8. */
export const csvHead = (): string => stringify([columns.map(([title]) => title)], { ...settings, bom: true })

export function csvLines(rows: readonly CsvRow[]): string {
  const written = (value: number, { column, records }: CastingContext) => {
    const row = measured.has(column) ? rows[records] : undefined
    return row === undefined ? String(value) : formatForInput(value, row.decimals)
  }
  const cells = rows.map((row) => columns.map(([, of]) => of(row)))
  return stringify(cells, { ...settings, cast: { number: written, string: escapeFormula } })
}
