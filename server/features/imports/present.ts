import type { ImportColumn, ImportValue } from '../../../contract/import/columns.ts'
import { type Import, type ImportPreview, previewPageSize } from '../../../contract/import/imports.ts'
import { importNouns } from '../../../contract/import/nouns.ts'
import type { PreviewRow } from '../../../contract/import/preview.ts'
import { countRepeatedCells } from '../../../contract/import/repeatedCells.ts'
import { type TableRow, tableLimits } from '../../../contract/import/table.ts'
import type { Session } from '../../api/call.ts'
import type { BulkPlan } from '../../db/schema.ts'
import { isoInZone } from '../../time-zone.ts'
import type { ImportSummary } from './repository.ts'
import type { Previewed } from './service.ts'
import { openDuplicates } from './understand.ts'

/** Rows that a group of errors names. */
const namedRows = 20

export function presentImport(summary: ImportSummary, { timeZone }: Pick<Session, 'timeZone'>): Import {
  const { import: row, username, reversed, kept, impossible } = summary
  return {
    id: row.id,
    noun: row.noun,
    file_name: row.fileName,
    bulk: row.bulk && { action: actionOf(row.bulk), refusals: row.bulk.refusals },
    user: username === null ? null : { id: row.userId, username },
    state: row.state,
    progress: { done: row.done, total: row.total },
    added: row.added,
    changed: row.changed,
    unchanged: row.unchanged,
    left_out: row.leftOut,
    outcomes: row.state === 'undone' ? { reversed, changed: kept, impossible } : null,
    failure: row.failure,
    created_at: isoInZone(timeZone, row.createdAt),
    applied_at: row.appliedAt && isoInZone(timeZone, row.appliedAt),
    undone_at: row.undoneAt && isoInZone(timeZone, row.undoneAt),
  }
}

const actionOf = ({ change }: Pick<BulkPlan, 'change'>) => ('action' in change ? change.action : 'change')

interface Asked {
  state?: PreviewRow['state'] | undefined
  skip?: number | undefined
}

/** A preview with a page of its rows, references by their names. `isKnown`: the header was imported before. */
export function presentPreview(
  { record, table, layout, preview, references }: Previewed,
  { state, skip = 0 }: Asked,
  isKnown: boolean,
): ImportPreview {
  const noun = importNouns[record.noun]
  const asked = state === undefined ? preview.rows : preview.rows.filter((row) => row.state === state)
  const page = asked.slice(skip, skip + previewPageSize)
  // Of 20,000 rows only those of the page are shown, and the ones that it refers to.
  const numbers = new Set(
    page.flatMap(({ row, cells }) => [row, ...cells.map(({ after }) => -Number(after))]),
  )
  const byNumber = new Map(
    table.rows.filter(({ number }) => numbers.has(number)).map((row) => [row.number, row]),
  )
  const nameColumn = layout.columns.indexOf('name')
  const shown = (column: ImportColumn | undefined, value: ImportValue): string | null => {
    if (value === null || value === '') return null
    if (column?.words !== undefined)
      return Object.entries(column.words).find(([, each]) => each === value)?.[0] ?? String(value)
    const isReference =
      column?.reference !== undefined || (record.noun === 'readings' && column?.key === 'code')
    if (!isReference || typeof value !== 'number') return String(value)
    if (value < 0) return byNumber.get(-value)?.cells[nameColumn] ?? null
    const list = references[column?.reference ?? 'meters'] ?? []
    return list.find(({ id }) => id === value)?.name ?? null
  }
  const columnOf = (key: string) => noun.columns.find((column) => column.key === key)
  return {
    plan: record.plan,
    sheets: table.sheets,
    encoding: table.encoding,
    is_known: isKnown,
    head: table.rows.slice(0, tableLimits.headerRows).map(presentRow),
    skipped: layout.skipped,
    duplicates: openDuplicates(table.rows, record.noun, record.plan),
    blanks: countRepeatedCells(table.rows, noun, layout),
    counts: preview.counts,
    groups: preview.groups.map(({ rows, message = null, ...group }) => ({
      ...group,
      message,
      count: rows.length,
      rows: rows.slice(0, namedRows),
    })),
    rows: page.map((row) => ({
      row: row.row,
      state: row.state,
      cells: byNumber.get(row.row)?.cells ?? [],
      changes: row.cells.map(({ column, before, after }) => ({
        column,
        before: shown(columnOf(column), before),
        after: shown(columnOf(column), after),
      })),
      errors: row.errors.map(({ column, problem, message = null, rows = [], month = null }) => ({
        column,
        problem,
        message,
        rows: [...rows],
        month,
      })),
    })),
    row_count: asked.length,
  }
}

const presentRow = ({ number, cells }: TableRow) => ({ row: number, cells })
