import type { Column } from './column.ts'

/** Spreadsheets take what begins so for a formula, but for a negative number. */
const formula = /^(?!-\d+(\.\d+)?$)[=+\-@\t\r]/

function cellOf(text: string): string {
  const safe = formula.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** What the columns say of the rows, for spreadsheets: with a byte order mark and CRLF. */
export function csvOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const written = columns.filter(({ text }) => text !== undefined)
  const lines = [
    written.map(({ title }) => title),
    ...rows.map((row) => written.map(({ text }) => text?.(row) ?? '')),
  ]
  return `\uFEFF${lines.map((line) => `${line.map(cellOf).join(',')}\r\n`).join('')}`
}
