import { createHash } from 'node:crypto'
import { type DuplicateHeader, duplicatesOf, findHeader } from '../../../contract/import/header.ts'
import type { ImportPlan } from '../../../contract/import/imports.ts'
import type { ImportTarget } from '../../../contract/import/importTargets.ts'
import { importNouns } from '../../../contract/import/nouns.ts'
import { type TableRow, type TextEncoding, tableLimits } from '../../../contract/import/table.ts'
import { Failure } from '../../api/call.ts'
import type { TableReader } from '../../tables/table-reader.ts'
import { UnreadableTable } from '../../tables/unreadable-table.ts'
import { refusalText } from './refusal-text.ts'

/** A table as it was read, with the cells that a person has changed. */
export interface UnderstoodTable {
  rows: readonly TableRow[]
  sheets: string[]
  encoding: TextEncoding | null
}

/** Reads the table of a file. Throws `validation_failed`, which names the reason. */
export async function understand(
  tables: TableReader,
  file: Uint8Array,
  fileName: string | null,
  { sheet, edits }: Pick<ImportPlan, 'sheet' | 'edits'>,
): Promise<UnderstoodTable> {
  try {
    const read = await tables.read(file, fileName ?? '', sheet ?? undefined)
    const rows = edited(read.table.rows, edits)
    return read.kind === 'xlsx'
      ? { rows, sheets: read.sheets, encoding: null }
      : { rows, sheets: [], encoding: read.encoding }
  } catch (error) {
    if (!(error instanceof UnreadableTable)) throw error
    const message = refusalText(error.refusal)
    throw new Failure('validation_failed', { issues: [{ path: 'file', message }], cause: error })
  }
}

function edited(rows: TableRow[], edits: ImportPlan['edits']): TableRow[] {
  const byRow = Map.groupBy(edits, ({ row }) => row)
  return rows.map((row) => {
    const own = byRow.get(row.number)
    if (own === undefined) return row
    const cells = [...row.cells]
    for (const { column, text } of own) {
      while (cells.length <= column) cells.push('')
      cells[column] = text
    }
    return { ...row, cells }
  })
}

/** The hash of a header, by which its columns are remembered. */
export const signatureOf = (header: readonly TableRow[]): string =>
  createHash('sha256')
    .update(JSON.stringify(header.map(({ cells }) => cells.map((cell) => cell.normalize('NFKC').trim()))))
    .digest('hex')

/** Returns the headers that a table may have, each with its signature. */
export function possibleHeaders(rows: readonly TableRow[]): { header: number[]; signature: string }[] {
  const first = rows.slice(0, tableLimits.headerRows)
  const pairs = first.slice(1).map((row, index) => first.slice(index, index + 1).concat(row))
  return [...first.map((row) => [row]), ...pairs].map((header) => ({
    header: header.map(({ number }) => number),
    signature: signatureOf(header),
  }))
}

/** Returns how a table is understood before anybody has said so. */
export function firstPlan(
  rows: readonly TableRow[],
  noun: ImportTarget,
  known: ReadonlyMap<string, (string | null)[]>,
): ImportPlan {
  const empty = { sheet: null, kept: [], repairs: {}, edits: [] }
  for (const { header, signature } of possibleHeaders(rows)) {
    const columns = known.get(signature)
    if (columns !== undefined) return { ...empty, header, columns }
  }
  const { header, columns } = findHeader(rows, importNouns[noun])
  return { ...empty, header: header.map(({ number }) => number), columns }
}

/** Columns whose headers mean the same and of which none was chosen yet. */
export const openDuplicates = (
  rows: readonly TableRow[],
  noun: ImportTarget,
  { columns }: Pick<ImportPlan, 'columns'>,
): DuplicateHeader[] =>
  findHeader(rows, importNouns[noun]).duplicates.filter(({ key }) => !columns.includes(key))

/** Throws if the columns of a plan are unknown or chosen twice. */
export function assertColumns(noun: ImportTarget, { columns }: Pick<ImportPlan, 'columns'>): void {
  const known = new Set(importNouns[noun].columns.map(({ key }) => key))
  if (columns.some((key) => key !== null && !known.has(key)))
    throw new Failure('validation_failed', {
      issues: [{ path: 'columns', message: '取り込めない項目があります' }],
    })
  if (duplicatesOf(columns).length > 0)
    throw new Failure('validation_failed', {
      issues: [{ path: 'columns', message: '同じ項目が2つの列に選ばれています' }],
    })
}
