import type { ExportColumn } from '../../../contract/exports/export-formats.ts'
import { formatForInput } from '../../../text/formatNumber.ts'
import { monthText } from '../../../text/monthText.ts'
import { columnNames } from '../../shared/exports/exportNames.ts'
import type { Column } from '../../ui/table/column.ts'
import { formatFullTime } from '../../ui/text/formatTime.ts'
import { remarksOf } from './boardColumns.tsx'
import { type BoardMeter, stateNames } from './boardRows.ts'

interface Options {
  month: string
  version: number
  cycle: string
  zone: string
  groupOf: (row: BoardMeter) => string | undefined
  bearerOf: (row: BoardMeter) => string | undefined
}

/** Without a format. */
export const usualColumns: readonly ExportColumn[] = [
  'month',
  'version',
  'code',
  'name',
  'unit',
  'usage',
  'marks',
  'adjustment',
  'days',
  'start',
  'start_at',
  'end',
  'end_at',
  'state',
  'closed_as',
  'difference',
  'reason',
]

const numberText = (value: number | null | undefined) => (value == null ? '' : formatForInput(value, null))

/** The columns of a closed month for spreadsheets: numbers as closed, their marks and the version in columns of their own. */
export function boardCsvColumns(
  keys: readonly ExportColumn[],
  { month, version, cycle, zone, groupOf, bearerOf }: Options,
): Column<BoardMeter>[] {
  const timeText = (index: BoardMeter['end']) => index && formatFullTime(Date.parse(index.at), zone)
  const texts: Partial<Record<ExportColumn, Column<BoardMeter>['text']>> = {
    month: () => monthText(month),
    version: () => String(version),
    cycle: () => cycle,
    name: ({ name }) => name,
    code: ({ meter }) => meter?.code,
    group: groupOf,
    bearer: bearerOf,
    customer_number: ({ meter }) => meter?.customer_number,
    unit: ({ unit }) => unit,
    usage: ({ usage }) => (usage === null ? '不明' : numberText(usage)),
    marks: ({ mark }) => (mark === 'estimated' ? '認定' : ''),
    adjustment: ({ adjustment }) => numberText(adjustment),
    days: ({ days }) => numberText(days),
    start: ({ start }) => numberText(start?.value),
    start_at: ({ start }) => timeText(start),
    end: ({ end }) => numberText(end?.value),
    end_at: ({ end }) => timeText(end),
    state: ({ state }) => stateNames[state],
    closed_as: ({ closed_as: state }) => state && stateNames[state],
    difference: ({ difference }) => numberText(difference),
    remarks: (row) => remarksOf(row).join('、'),
    reason: ({ reason }) => reason,
  }
  return keys.map((key) => ({ key, title: columnNames[key], text: texts[key] ?? (() => '') }))
}
