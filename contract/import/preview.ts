import { plainText } from '../../text/plainText.ts'
import { remembered } from '../../text/remembered.ts'
import { searchText } from '../../text/searchText.ts'
import type { ImportColumn, ImportNoun, ImportValue, ReferenceList } from './columns.ts'
import type { Layout } from './header.ts'
import {
  type CellProblem,
  failed,
  isClearing,
  isParsed,
  type Proposal,
  type Repair,
  repaired,
} from './parsed.ts'
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
  /** Numbers of the first rows with the same key. */
  rows?: readonly number[]
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
  cells: readonly CellChange[]
  errors: readonly RowError[]
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
  /** Names that no list has, nor one like it; each once. */
  unknown: string[]
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

/** Where the cells of a column are in a row, and its values in what was read of the row. */
interface ReadColumn {
  index: number
  place: number
}

type ReadValues = readonly (ImportValue | undefined)[]

/** A row of the table: what its cells say. */
export class ReadRow {
  readonly row: number
  readonly errors: readonly RowError[]
  readonly #columns: ReadonlyMap<string, ReadColumn>
  readonly #cells: readonly string[]
  readonly #values: ReadValues

  constructor(
    { number, cells }: TableRow,
    columns: ReadonlyMap<string, ReadColumn>,
    values: ReadValues,
    errors: readonly RowError[],
  ) {
    this.row = number
    this.errors = errors
    this.#columns = columns
    this.#cells = cells
    this.#values = values
  }

  /** What a column says: undefined where its cell is empty or has an error; null clears. */
  value(key: string): ImportValue | undefined {
    const column = this.#columns.get(key)
    return column && this.#values[column.place]
  }

  /** The text of a column; empty without one. */
  textOf(key: string): string {
    const column = this.#columns.get(key)
    const text = (column && this.#cells[column.index]) ?? ''
    return text.trim() === '' ? '' : text
  }
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
): RowError => ({ column, problem, text: column === null ? '' : read.textOf(column), proposals: [], ...more })

/** Parses the rows of data, with the repairs that were chosen. References are still texts. */
export function readRows({ noun, rows, layout, repairs }: Imported): ReadRow[] {
  const skipped = new Set(layout.skipped.map(({ row }) => row))
  const columns = layout.columns.flatMap((key, index) => {
    const column = noun.columns.find((each) => each.key === key)
    if (column === undefined) return []
    const chosen = repairs[column.key] ?? []
    return [{ key: column.key, index, read: remembered((text) => readCell(column, text, chosen)) }]
  })
  const byKey = new Map(columns.map(({ key, index }, place) => [key, { index, place }]))
  const readRow = (row: TableRow): ReadRow => {
    const values: (ImportValue | undefined)[] = []
    let errors = noErrors
    for (const { key, index, read } of columns) {
      const text = row.cells[index] ?? ''
      const cell = read(text)
      values.push(cell !== null && 'value' in cell ? cell.value : undefined)
      if (cell !== null && 'problem' in cell) errors = [...errors, { column: key, text, ...cell }]
    }
    return new ReadRow(row, byKey, values, errors)
  }
  return rows.filter(({ number }) => !skipped.has(number)).map(readRow)
}

/** Of the many rows without an error. */
const noErrors: readonly RowError[] = []

type ReadCell =
  /** Undefined: a repair says that there is no value, which is an empty cell. */
  | { value: ImportValue | undefined }
  | { problem: RowError['problem']; proposals: readonly Proposal<ImportValue>[] }
  /** An empty cell. */
  | null

function readCell(column: ImportColumn, text: string, chosen: readonly Repair[]): ReadCell {
  if (text.trim() === '') return null
  if (isClearing(text)) return column.isClearable ? { value: null } : failed('not_clearable')
  const parsed = repaired(column.parse(text), chosen)
  return isParsed(parsed) ? { value: parsed.value ?? undefined } : parsed
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
  let bySearch: Map<string, Reference[]> | undefined
  return {
    find: remembered((text) =>
      keyText(text) === ''
        ? []
        : [...new Set([...(byCode.get(keyText(text)) ?? []), ...(byName.get(text) ?? [])])],
    ),
    similar: (text) => {
      bySearch ??= Map.groupBy(list, ({ name }) => searchText(name))
      return bySearch.get(searchText(text)) ?? []
    },
  }
}

/** Rows with the same key that an error names. */
const namedRows = 20

/** Returns the first rows of each key that several rows have. */
export function repeatedKeys<T extends { row: number }>(
  rows: readonly T[],
  keyOf: (row: T) => string | null,
): ReadonlyMap<string | null, readonly number[]> {
  const first = new Map<string, number>()
  const repeated = new Map<string, number[]>()
  for (const row of rows) {
    const key = keyOf(row)
    if (key === null || key === '') continue
    const before = first.get(key)
    if (before === undefined) first.set(key, row.row)
    else {
      const same = repeated.get(key) ?? [before]
      repeated.set(key, same)
      if (same.length < namedRows) same.push(row.row)
    }
  }
  return repeated
}

/** Names that a group of errors names. */
const namedTexts = 200

/** Counts the rows and groups their errors. */
export function previewOf(rows: PreviewRow[]): Preview {
  const counts = { new: 0, changed: 0, unchanged: 0, error: 0 }
  const groups = new Map<string, ErrorGroup>()
  for (const { row, state, errors } of rows) {
    counts[state]++
    for (const { column, problem, message, text, proposals } of errors) {
      const key = `${column} ${problem} ${message ?? ''}`
      const group = groups.get(key) ?? { column, problem, message, rows: [], repairs: [], text, unknown: [] }
      groups.set(key, group)
      if (group.rows.at(-1) !== row) group.rows.push(row)
      const isUnknown = problem === 'unknown_reference' && proposals.length === 0
      if (isUnknown && group.unknown.length < namedTexts && !group.unknown.includes(text))
        group.unknown.push(text)
      for (const { repair } of proposals) if (!group.repairs.includes(repair)) group.repairs.push(repair)
    }
  }
  return { rows, counts, groups: [...groups.values()] }
}

export interface Refusal {
  column: string | null
  message: string
}

/** Makes the rows errors that a rule of the server refuses. `refusalsOf` is asked about new and changed rows. */
export function refuseRows(preview: Preview, refusalsOf: (row: PreviewRow) => readonly Refusal[]): Preview {
  const refused = new Map<PreviewRow, readonly Refusal[]>()
  for (const row of preview.rows) {
    const refusals = row.state === 'new' || row.state === 'changed' ? refusalsOf(row) : []
    if (refusals.length > 0) refused.set(row, refusals)
  }
  if (refused.size === 0) return preview
  return previewOf(
    preview.rows.map((row) => {
      const refusals = refused.get(row)
      if (refusals === undefined) return row
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
