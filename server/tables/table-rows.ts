import { cellName, type TableRow, tableLimits } from '../../contract/import/table.ts'
import { UnreadableTable } from './unreadable-table.ts'

/** Collects the rows of a table that have a text, within the limits. */
export class TableRows {
  readonly rows: TableRow[] = []

  /** Throws `UnreadableTable` if there are too many rows or columns. */
  add(number: number, cells: readonly string[]): void {
    const last = cells.findLastIndex((text) => text.trim() !== '')
    if (last < 0) return
    if (last >= tableLimits.columns)
      throw new UnreadableTable('too_many_columns', { cell: cellName(number, last) })
    if (this.rows.length >= tableLimits.rows + tableLimits.headerRows)
      throw new UnreadableTable('too_many_rows', { line: number })
    this.rows.push({ number, cells: cells.slice(0, last + 1) })
  }
}
