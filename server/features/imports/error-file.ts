import { stringify } from 'csv-stringify/sync'
import { importNouns } from '../../../contract/import/nouns.ts'
import type { RowError } from '../../../contract/import/preview.ts'
import { problemTexts } from '../../../contract/import/problemTexts.ts'
import { escapeFormula, unescapeFormula } from '../../../text/formulaText.ts'
import { monthText } from '../../../text/monthText.ts'
import type { Previewed } from './service.ts'

/** The rows with errors as they were brought, with the reasons behind them, under titles that an import knows. */
export function errorFile({ record, table, layout, preview }: Previewed): string {
  const noun = importNouns[record.noun]
  const labelOf = (key: string | null) => noun.columns.find((column) => column.key === key)?.label
  const titles = table.rows.findLast(({ number }) => layout.header.includes(number))?.cells ?? []
  const width = Math.max(layout.columns.length, ...table.rows.map(({ cells }) => cells.length))
  const columns = Array.from({ length: width }, (_, index) => index)
  const byNumber = new Map(table.rows.map((row) => [row.number, row]))
  const reasonOf = ({ column, problem, message, rows, month }: RowError) => {
    const label = labelOf(column)
    const place = label === undefined ? '' : `${label}: `
    const more = rows ? `（${rows.join('、')} 行目）` : month ? `（${monthText(month)}）` : ''
    return place + (message ?? problemTexts[problem]) + more
  }
  const lines = preview.rows
    .filter(({ state }) => state === 'error')
    .map(({ row, errors }) => [
      ...columns.map((index) => byNumber.get(row)?.cells[index] ?? ''),
      row,
      errors.map(reasonOf).join('、'),
    ])
  const head = columns.map((index) => labelOf(layout.columns[index] ?? null) ?? titles[index] ?? '')
  return stringify([[...head, '行', '取り込めない理由'], ...lines], {
    bom: true,
    record_delimiter: 'windows',
    quote_record_delimiter: true,
    // Cells of a file may be escaped already.
    cast: { string: (text) => escapeFormula(unescapeFormula(text)) },
  })
}
