import { plainText } from '../../text/plainText.ts'
import { searchText } from '../../text/searchText.ts'
import type { ImportColumn, ImportNoun, ImportValue, ReferenceList } from './columns.ts'
import type { Layout } from './header.ts'
import { type CellProblem, isClearing, isParsed, type Proposal, type Repair, repaired } from './parsed.ts'
import type { TableRow } from './table.ts'

/** Why a row cannot be imported, besides what its cells say. */
export type RowProblem =
  | 'required'
  | 'not_clearable'
  /** There is a row of this name, but the file does not say its key. */
  | 'key_missing'
  /** Several rows of the file have the same key; `rows` names all of them. */
  | 'duplicate_key'
  | 'unknown_reference'
  | 'ambiguous_reference'
  /** Other values are stored for this meter and time. */
  | 'conflict'
  /** `month` names the closed month. */
  | 'closed_month'
  /** A rule of the server, which `message` says in Japanese. */
  | 'refused'

export interface RowError {
  /** Key of the column; null: of the whole row. */
  column: string | null
  problem: CellProblem | RowProblem
  text: string
  proposals: readonly Proposal<ImportValue>[]
  /** Numbers of the rows with the same key. */
  rows?: number[]
  /** `YYYY-MM`. */
  month?: string
  message?: string
}

export interface CellChange {
  column: string
  before: ImportValue
  after: ImportValue
}

/** What the import of a row would do. */
export interface PreviewRow {
  row: number
  state: 'new' | 'changed' | 'unchanged' | 'error'
  /** Of the stored row; null for new ones and where it is not known. */
  id: number | null
  /** References are ids; a meter that the file adds is its row’s number, negative. */
  cells: CellChange[]
  errors: RowError[]
}

/** Errors of one kind in one column, with what repairs all of them that can be read so. */
export interface ErrorGroup {
  column: string | null
  problem: RowError['problem']
  message?: string | undefined
  rows: number[]
  repairs: Repair[]
  /** Of its first row. */
  text: string
}

export interface Preview {
  rows: PreviewRow[]
  counts: Record<PreviewRow['state'], number>
  groups: ErrorGroup[]
}

/** The repairs that a person has chosen, by the key of the column. */
export type ChosenRepairs = Readonly<Record<string, readonly Repair[]>>

export interface Reference {
  id: number
  name: string
  code?: string | null
}
export type References = Readonly<Partial<Record<ReferenceList, readonly Reference[]>>>

/** A table with how it is understood. */
export interface Imported {
  noun: ImportNoun
  rows: readonly TableRow[]
  layout: Layout
  repairs: ChosenRepairs
  references: References
}

/** A row of the table: what its cells say. A cell that is empty, or has an error, says nothing; null clears. */
export interface ReadRow {
  row: number
  values: Map<string, ImportValue>
  texts: Map<string, string>
  errors: RowError[]
}

/** Codes are compared without width and letter case, as they are unique in the database. */
export const keyText = (value: ImportValue | undefined): string =>
  plainText(String(value ?? ''))
    .trim()
    .toLowerCase()

export const errorOf = (
  read: ReadRow,
  column: string | null,
  problem: RowError['problem'],
  more: Partial<RowError> = {},
): RowError => ({ column, problem, text: (column && read.texts.get(column)) ?? '', proposals: [], ...more })

/** Parses the rows of data, with the repairs that were chosen. References are still texts. */
export function readRows({ noun, rows, layout, repairs }: Imported): ReadRow[] {
  const skipped = new Set(layout.skipped.map(({ row }) => row))
  const columns = layout.columns.map((key) => noun.columns.find((column) => column.key === key))
  return rows
    .filter(({ number }) => !skipped.has(number))
    .map(({ number, cells }) => {
      const read: ReadRow = { row: number, values: new Map(), texts: new Map(), errors: [] }
      columns.forEach((column, index) => {
        if (column) readCell(read, column, cells[index] ?? '', repairs[column.key] ?? [])
      })
      return read
    })
}

function readCell(read: ReadRow, column: ImportColumn, text: string, chosen: readonly Repair[]): void {
  const { key } = column
  if (text.trim() === '') return
  read.texts.set(key, text)
  if (isClearing(text)) {
    if (column.isClearable) read.values.set(key, null)
    else read.errors.push(errorOf(read, key, 'not_clearable'))
    return
  }
  const parsed = repaired(column.parse(text), chosen)
  if (!isParsed(parsed)) read.errors.push(errorOf(read, key, parsed.problem, { proposals: parsed.proposals }))
  // A repair may say that there is no value, which is an empty cell.
  else if (parsed.value !== null) read.values.set(key, parsed.value)
}

/** Finds the rows of a list by what a cell says. */
export interface ReferenceFinder {
  /** By 管理番号 or name. */
  find: (text: string) => readonly Reference[]
  /** Rows whose names differ in width, kana or forms of kanji only. */
  similar: (text: string) => readonly Reference[]
}

export function referenceFinder(list: readonly Reference[]): ReferenceFinder {
  const byCode = Map.groupBy(list, ({ code }) => keyText(code))
  const byName = Map.groupBy(list, ({ name }) => name)
  const bySearch = Map.groupBy(list, ({ name }) => searchText(name))
  return {
    find: (text) =>
      keyText(text) === ''
        ? []
        : [...new Set([...(byCode.get(keyText(text)) ?? []), ...(byName.get(text) ?? [])])],
    similar: (text) => bySearch.get(searchText(text)) ?? [],
  }
}

/** Counts the rows and groups their errors. */
export function previewOf(rows: PreviewRow[]): Preview {
  const counts = { new: 0, changed: 0, unchanged: 0, error: 0 }
  const groups = new Map<string, ErrorGroup>()
  for (const { row, state, errors } of rows) {
    counts[state]++
    for (const { column, problem, message, text, proposals } of errors) {
      const key = `${column} ${problem} ${message ?? ''}`
      const group = groups.get(key) ?? { column, problem, message, rows: [], repairs: [], text }
      groups.set(key, group)
      if (group.rows.at(-1) !== row) group.rows.push(row)
      for (const { repair } of proposals) if (!group.repairs.includes(repair)) group.repairs.push(repair)
    }
  }
  return { rows, counts, groups: [...groups.values()] }
}

/** Makes the rows errors that a rule of the server refuses. `refusalsOf` is asked about new and changed rows. */
export function refuseRows(
  { rows }: Preview,
  refusalsOf: (row: PreviewRow) => { column: string | null; message: string }[],
): Preview {
  return previewOf(
    rows.map((row) => {
      const refusals = row.state === 'new' || row.state === 'changed' ? refusalsOf(row) : []
      if (refusals.length === 0) return row
      const errors = refusals.map((refusal) => ({
        ...refusal,
        problem: 'refused' as const,
        text: '',
        proposals: [],
      }))
      return { ...row, state: 'error', errors }
    }),
  )
}
