import { escapeFormula } from '../../../text/formulaText.ts'
import type { Column } from './column.ts'

function cellOf(text: string): string {
  const safe = escapeFormula(text)
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** What the columns say of the rows, below their titles. */
export function csvCells<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string[][] {
  const written = columns.filter(({ text }) => text !== undefined)
  return [
    written.map(({ title }) => title),
    ...rows.map((row) => written.map(({ text }) => text?.(row) ?? '')),
  ]
}

export const csvText = (cells: readonly (readonly string[])[]): string =>
  cells.map((line) => `${line.map(cellOf).join(',')}\r\n`).join('')

/** By it, spreadsheets recognize UTF-8. */
export const byteOrderMark = '\uFEFF'

/** What the columns say of the rows, for spreadsheets. */
export const csvOf = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string =>
  byteOrderMark + csvText(csvCells(columns, rows))
