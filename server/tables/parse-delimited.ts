import { CsvError, parse } from 'csv-parse/sync'
import { type Table, tableLimits } from '../../contract/import/table.ts'
import { TableRows } from './table-rows.ts'
import { UnreadableTable } from './unreadable-table.ts'

/** A number or code that was written as a formula, so that spreadsheets keep its zeros. */
const textFormula = /^="(.*)"$/s
const lineBreaks = /\r\n|\r|\n/g

/**
 * Parses CSV, or tab-separated text as spreadsheets copy it. Quoted cells may contain line breaks; a quotation mark
 * inside other text is kept. Throws `UnreadableTable`.
 */
export function parseDelimited(text: string): Table {
  if (text.length > tableLimits.bytes) throw new UnreadableTable('too_large')
  const table = new TableRows()
  let line = 1
  let counted = 0
  try {
    parse(emptied(text), {
      delimiter: delimiterOf(text),
      record_delimiter: ['\r\n', '\n', '\r'],
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      on_record: (cells: string[], { lines }) => {
        const breaks = cells.flatMap((cell) => cell.match(lineBreaks) ?? [])
        // The parser counts a CR and LF inside of quotes as two lines.
        counted += breaks.filter((each) => each === '\r\n').length
        const end = lines - counted
        table.add(
          end - breaks.length,
          cells.map((cell) => textFormula.exec(cell)?.[1] ?? cell),
        )
        line = end + 1
        return null
      },
    })
  } catch (error) {
    if (error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED')
      throw new UnreadableTable('open_quote', { line })
    throw error
  }
  return table
}

/** Empties the rows of long texts that have separators only: the parser takes 100 times as long for them. */
const emptied = (text: string): string =>
  text.split('\n', tableLimits.rows).length < tableLimits.rows ? text : text.replace(/^[,\t \u3000]+$/gm, '')

/** Tabs, if the first lines have more of them than commas, which figures and names contain too. */
function delimiterOf(text: string): string {
  const head = text.split('\n', tableLimits.headerRows).join('\n')
  return head.split('\t').length > head.split(',').length ? '\t' : ','
}
