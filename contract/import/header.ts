import { isPlainAscii } from '../../text/plainText.ts'
import { searchText } from '../../text/searchText.ts'
import type { ImportColumn, ImportNoun } from './columns.ts'
import { type TableRow, tableLimits } from './table.ts'

/** How the rows and columns of a table are understood: found by `findLayout`, shown, and changed by a person. */
export interface Layout {
  /** Rows of the header by their numbers: none, one, or two below each other. */
  header: number[]
  /** For each column of the table the key of what it contains; null: it is not imported. */
  columns: (string | null)[]
  /** Rows that are no data, by their numbers. */
  skipped: { row: number; reason: SkipReason }[]
}

/** Above the header, the header itself, its repetition further down, or a line with a total. */
export type SkipReason = 'above_header' | 'header' | 'repeated_header' | 'total'

/** Columns of a table whose headers mean the same, so that a person has to choose one. */
export interface DuplicateHeader {
  key: string
  /** From 0. */
  columns: number[]
}

/** Notes that headers have next to the name of their column. */
const notes = /[（([［【].*?[）)\]］】]|[※*＊:：]|必須|任意/g

const normalized = (title: string): string => searchText(title.replace(notes, '')).replace(/[\s._-]/g, '')

const total = /^(?:総?合?計|小計|累計|平均)$/
const saysTotal = (text: string): boolean =>
  !isPlainAscii(text) && total.test(text.normalize('NFKC').replace(/\s/g, ''))

/** A row with a key of its own is data, whatever its other cells are called. */
function isTotal({ cells }: TableRow, keyColumn: number): boolean {
  const key = cells[keyColumn] ?? ''
  return key.trim() === '' ? cells.some(saysTotal) : saysTotal(key)
}

/** Finds columns by the names in their headers. */
function finderOf(noun: ImportNoun): (title: string) => ImportColumn | undefined {
  const known = new Map<string, ImportColumn>()
  for (const column of noun.columns)
    for (const name of [column.label, ...column.synonyms]) {
      const key = normalized(name)
      if (!known.has(key)) known.set(key, column)
    }
  return (title) => known.get(normalized(title))
}

/** What a header of one or two rows says of each column. */
function titlesOf(rows: readonly TableRow[]): string[][] {
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length))
  return Array.from({ length: width }, (_, column) => {
    const parts = rows.map(({ cells }) => cells[column] ?? '').filter((part) => part.trim() !== '')
    // The names of both rows together, else the lower one, else the upper one.
    return [...new Set([parts.join(' '), ...parts.toReversed()])]
  })
}

interface FoundHeader {
  header: readonly TableRow[]
  columns: (string | null)[]
  duplicates: DuplicateHeader[]
}

/** Finds the header of a table among its first rows by the known names of columns. Without a known name there is none. */
export function findHeader(rows: readonly TableRow[], noun: ImportNoun): FoundHeader {
  const find = finderOf(noun)
  const matchesOf = (header: readonly TableRow[]) =>
    titlesOf(header).map((titles) => titles.map(find).find((column) => column !== undefined)?.key ?? null)
  const first = rows.slice(0, tableLimits.headerRows)
  const pairs = first.slice(1).flatMap((row, index) => {
    const above = first[index]
    return above === undefined ? [] : [[above, row]]
  })
  let best: { header: TableRow[]; keys: (string | null)[]; score: number } = {
    header: [],
    keys: titlesOf(first).map(() => null),
    score: 0,
  }
  for (const header of [...first.map((row) => [row]), ...pairs]) {
    const keys = matchesOf(header)
    const score = new Set(keys.filter((key) => key !== null)).size
    if (score > best.score) best = { header, keys, score }
  }
  const duplicates = duplicatesOf(best.keys)
  const unclear = new Set(duplicates.flatMap(({ columns }) => columns))
  const columns = best.keys.map((key, column) => (unclear.has(column) ? null : key))
  return { header: best.header, columns, duplicates }
}

/**
 * Finds the header of a table, and the rows that are no data: lines above the header, the header where it is repeated,
 * and lines with a total. Without a header every row is data.
 */
export function findLayout(
  rows: readonly TableRow[],
  noun: ImportNoun,
): { layout: Layout; duplicates: DuplicateHeader[] } {
  const { header, columns, duplicates } = findHeader(rows, noun)
  const skipped = skippedRows(rows, header, columns.indexOf(noun.key))
  return { layout: { header: header.map(({ number }) => number), columns, skipped }, duplicates }
}

/** Returns what the columns below a header contain, as its titles say; null also where several mean the same. */
export function findColumns(header: readonly TableRow[], noun: ImportNoun): (string | null)[] {
  const find = finderOf(noun)
  const keys = titlesOf(header).map(
    (titles) => titles.map(find).find((found) => found !== undefined)?.key ?? null,
  )
  const unclear = new Set(duplicatesOf(keys).flatMap(({ columns }) => columns))
  return keys.map((key, column) => (unclear.has(column) ? null : key))
}

/** Returns the layout with the header and the columns that a person chose. `kept`: rows that are data, whatever they look like. */
export function chosenLayout(
  rows: readonly TableRow[],
  noun: ImportNoun,
  { header, columns, kept }: Pick<Layout, 'header' | 'columns'> & { kept: readonly number[] },
): Layout {
  const titles = rows.filter(({ number }) => header.includes(number))
  const skipped = skippedRows(rows, titles, columns.indexOf(noun.key))
  return { header, columns, skipped: skipped.filter(({ row }) => !kept.includes(row)) }
}

function skippedRows(
  rows: readonly TableRow[],
  header: readonly TableRow[],
  keyColumn: number,
): Layout['skipped'] {
  const own = new Set(header.map(({ number }) => number))
  const [top] = header
  const titles = header.map(({ cells }) => cells.map(normalized))
  const isRepeated = ({ cells }: TableRow) =>
    titles.some(
      (each) =>
        each.length === cells.length && cells.every((cell, index) => normalized(cell) === each[index]),
    )
  const reasonOf = (row: TableRow): SkipReason | null => {
    if (top !== undefined && row.number < top.number) return 'above_header'
    if (own.has(row.number)) return 'header'
    if (isRepeated(row)) return 'repeated_header'
    return isTotal(row, keyColumn) ? 'total' : null
  }
  return rows.flatMap((row) => {
    const reason = reasonOf(row)
    return reason === null ? [] : [{ row: row.number, reason }]
  })
}

/** Returns the keys that several columns have. */
export function duplicatesOf(keys: readonly (string | null)[]): DuplicateHeader[] {
  const columns = Map.groupBy(keys.keys(), (column) => keys[column] ?? null)
  return [...columns].flatMap(([key, all]) => (key === null || all.length < 2 ? [] : [{ key, columns: all }]))
}
