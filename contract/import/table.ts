/** A table that a person brings: a sheet of a workbook, a CSV file or a paste. Rows without any text are left out. */
export interface Table {
  rows: TableRow[]
}

export interface TableRow {
  /** Of the sheet, or the line of the text on which the row begins; from 1. */
  number: number
  /** Texts as the spreadsheet shows them, trimmed at the end of the row; dates as `YYYY-MM-DD HH:mm:ss`. */
  cells: string[]
}

/** Encodings of texts, as `TextDecoder` calls them; `shift_jis` is CP932. */
export const textEncodings = ['utf-8', 'shift_jis', 'utf-16le', 'utf-16be'] as const
export type TextEncoding = (typeof textEncodings)[number]

export const tableLimits = {
  bytes: 5 * 1024 * 1024,
  /** Below the header. */
  rows: 20_000,
  columns: 300,
  /** Rows at the top among which the header is looked for. */
  headerRows: 20,
} as const

/** Why a file or paste is refused as a whole. */
export type TableRefusalReason =
  | 'too_large'
  | 'too_many_rows'
  | 'too_many_columns'
  | 'empty'
  /** Bytes that are no text. */
  | 'not_text'
  /** Neither UTF-8, UTF-16 nor CP932. */
  | 'encoding'
  /** A quotation mark without its end. */
  | 'open_quote'
  /** Named .xlsx, but another file. */
  | 'not_xlsx'
  | 'old_xls'
  | 'encrypted'
  | 'damaged'
  /** Its parts unpack to far more than the file. */
  | 'zip_ratio'
  | 'sheet_unknown'
  /** A formula whose result the file does not contain. */
  | 'formula_without_value'

export interface TableRefusal {
  reason: TableRefusalReason
  /** Line of a text, from 1. */
  line?: number
  /** Cell of a sheet, such as C12. */
  cell?: string
}

/** Returns the letters of a column, counted from 0: A, Z, AA. */
export function columnName(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26))
  return column < 26 ? letter : columnName(Math.floor(column / 26) - 1) + letter
}

/** Returns a cell as spreadsheets name it. `row`: from 1; `column`: from 0. */
export const cellName = (row: number, column: number): string => `${columnName(column)}${row}`
