import * as z from 'zod/mini'
import { endpoint } from '../calls/endpoint.ts'
import { countParam, id, idParam, instant, text } from '../calls/wire.ts'
import { withDescription } from '../calls/withDescription.ts'
import { importTargets } from './importTargets.ts'
import { repairs } from './parsed.ts'
import { tableLimits, textEncodings } from './table.ts'

/** `draft` can be applied, `applied` can be undone; the others are under way or over. */
export const importStates = ['draft', 'applying', 'applied', 'undoing', 'undone'] as const
export type ImportState = (typeof importStates)[number]

/** What undoing did to a record: `changed`: a person has changed it since, so it was kept; `impossible`: it is in use. */
export const importOutcomes = ['reversed', 'changed', 'impossible'] as const
export type ImportOutcome = (typeof importOutcomes)[number]

/** Rows of a preview in one answer. */
export const previewPageSize = 100

const rowNumber = z.int().check(z.gte(1), z.lte(10_000_000))
const columnIndex = z.int().check(z.gte(0), z.lt(tableLimits.columns))
const key = z.string().check(z.maxLength(50))
const cellText = z.string().check(z.maxLength(10_000))

/** How a person wants the table to be understood. */
const planSchema = z
  .strictObject({
    sheet: withDescription(z.nullable(z.string().check(z.maxLength(100))), 'of a workbook; null: the first'),
    header: withDescription(z.array(rowNumber).check(z.maxLength(2)), 'rows of the header: none, one or two'),
    columns: withDescription(
      z.array(z.nullable(key)).check(z.maxLength(tableLimits.columns)),
      'for each column of the table the key of what it contains; null: it is not imported',
    ),
    kept: withDescription(
      z.array(rowNumber).check(z.maxLength(1000)),
      'rows that look like a total or another header, and are data',
    ),
    repairs: withDescription(
      z.record(key, z.array(z.enum(repairs)).check(z.maxLength(repairs.length))),
      'by the key of the column: how cells with an error are read',
    ),
    edits: withDescription(
      z
        .array(z.strictObject({ row: rowNumber, column: columnIndex, text: cellText }))
        .check(z.maxLength(5000)),
      'cells that a person has changed',
    ),
  })
  .register(z.globalRegistry, { id: 'ImportPlan' })
export type ImportPlan = z.infer<typeof planSchema>

const count = z.int().check(z.nonnegative())

/** What a bulk change does to records that were chosen in a list. */
export const bulkActions = ['change', 'confirm', 'delete', 'shift', 'move'] as const
export type BulkAction = (typeof bulkActions)[number]

export const bulkRefusals = withDescription(
  z.array(z.object({ message: z.string(), count, names: z.array(z.string()) })),
  'why records are not changed, in Japanese, with the first of them',
)
export type BulkRefusals = z.infer<typeof bulkRefusals>

export const importSchema = z
  .object({
    id,
    noun: z.enum(importTargets),
    file_name: withDescription(z.nullable(z.string()), 'null: a paste or a bulk change'),
    bulk: withDescription(
      z.nullable(z.object({ action: z.enum(bulkActions), refusals: bulkRefusals })),
      'a bulk change of a list, with what applying it refused; null: an import',
    ),
    user: withDescription(z.nullable(z.object({ id, username: z.string() })), 'null: no member any more'),
    state: withDescription(
      z.enum(importStates),
      '`draft`: to be applied; `applied`: can be undone; `applying` and `undoing`: a job is at work',
    ),
    progress: z.object({ done: count, total: count }),
    added: count,
    changed: count,
    unchanged: count,
    left_out: withDescription(
      count,
      'rows with errors that were not imported, or records that a bulk change refused',
    ),
    outcomes: withDescription(
      z.nullable(z.object({ reversed: count, changed: count, impossible: count })),
      'records by what undoing did: reversed, kept because they were changed since, impossible; null: not undone',
    ),
    failure: withDescription(
      z.nullable(z.string()),
      'why applying or undoing failed last; nothing was changed',
    ),
    created_at: instant,
    applied_at: z.nullable(instant),
    undone_at: z.nullable(instant),
  })
  .register(z.globalRegistry, { id: 'Import' })
export type Import = z.infer<typeof importSchema>

const tableRow = z.object({ row: z.int(), cells: z.array(z.string()) })
const shown = withDescription(z.nullable(z.string()), 'as lists show it; null: empty')

const previewSchema = z
  .object({
    plan: planSchema,
    sheets: withDescription(z.array(z.string()), 'of a workbook'),
    encoding: withDescription(z.nullable(z.enum(textEncodings)), 'of a text'),
    is_known: withDescription(z.boolean(), 'a table with this header was imported before'),
    head: withDescription(z.array(tableRow), 'the first rows of the table'),
    skipped: z.array(
      z.object({ row: z.int(), reason: z.enum(['above_header', 'header', 'repeated_header', 'total']) }),
    ),
    duplicates: withDescription(
      z.array(z.object({ key: z.string(), columns: z.array(z.int()) })),
      'columns whose headers mean the same, so that a person has to choose one',
    ),
    blanks: withDescription(
      z.array(z.object({ column: z.string(), count })),
      'columns in which most cells are blank, and may mean the text of the row above (`same_as_above`)',
    ),
    counts: z.object({ new: count, changed: count, unchanged: count, error: count }),
    groups: withDescription(
      z.array(
        z.object({
          column: z.nullable(z.string()),
          problem: z.string(),
          message: withDescription(z.nullable(z.string()), 'of a rule of the server'),
          count,
          rows: withDescription(z.array(z.int()), 'the first of them'),
          repairs: z.array(z.enum(repairs)),
          text: withDescription(z.string(), 'the cell of the first of its rows'),
          unknown: withDescription(z.array(z.string()), 'names that no list has, each once, at most 200'),
        }),
      ),
      'errors of one kind in one column, with the repairs that can be chosen for all of them',
    ),
    rows: z.array(
      z.object({
        row: z.int(),
        state: z.enum(['new', 'changed', 'unchanged', 'error']),
        cells: withDescription(z.array(z.string()), 'as the table has them, with the edits'),
        changes: z.array(z.object({ column: z.string(), before: shown, after: shown })),
        errors: z.array(
          z.object({
            column: z.nullable(z.string()),
            problem: z.string(),
            message: z.nullable(z.string()),
            rows: withDescription(z.array(z.int()), 'rows with the same key'),
            month: withDescription(z.nullable(z.string()), 'the closed month'),
          }),
        ),
      }),
    ),
    row_count: withDescription(count, 'rows of the asked state'),
  })
  .register(z.globalRegistry, { id: 'ImportPreview' })
export type ImportPreview = z.infer<typeof previewSchema>

const params = z.object({ id: idParam })

export const importEndpoints = {
  imports: endpoint({
    method: 'GET',
    path: '/api/v1/imports',
    access: 'user',
    summary: 'The latest imports, newest first: one’s own, of everybody for administrators',
    data: z.array(importSchema),
  }),
  uploadImport: endpoint({
    method: 'POST',
    path: '/api/v1/imports',
    access: 'user',
    summary:
      'Upload a table to import: the body is the file’s bytes (CSV, TSV, xlsx). Nothing is imported yet',
    query: z.object({
      noun: withDescription(z.enum(importTargets), 'what the rows of the table are'),
      file_name: withDescription(z.optional(text), 'absent: a paste'),
    }),
    binary: ['application/octet-stream'],
    data: importSchema,
    errors: ['payload_too_large'],
  }),
  import: endpoint({
    method: 'GET',
    path: '/api/v1/imports/{id}',
    access: 'user',
    summary: 'One import with its progress',
    params,
    data: importSchema,
    errors: ['not_found'],
    subject: 'import',
  }),
  planImport: endpoint({
    method: 'PUT',
    path: '/api/v1/imports/{id}',
    access: 'user',
    summary: 'Say how the table of a draft is to be understood',
    params,
    body: planSchema,
    data: importSchema,
    errors: ['not_found', 'import_refused'],
    subject: 'import',
  }),
  importPreview: endpoint({
    method: 'GET',
    path: '/api/v1/imports/{id}/preview',
    access: 'user',
    summary: `What applying a draft would do, with ${previewPageSize} of its rows`,
    params,
    query: z.object({
      state: withDescription(
        z.optional(z.enum(['new', 'changed', 'unchanged', 'error'])),
        'absent: all rows',
      ),
      skip: z.optional(countParam),
    }),
    data: previewSchema,
    errors: ['not_found', 'import_refused'],
    subject: 'import',
  }),
  importErrors: endpoint({
    method: 'GET',
    path: '/api/v1/imports/{id}/errors',
    access: 'user',
    summary:
      'The rows of a draft that have errors, with the reasons, as a CSV file that can be imported again',
    params,
    data: null,
    media: 'text/csv',
    errors: ['not_found', 'import_refused'],
    subject: 'import',
  }),
  applyImport: endpoint({
    method: 'POST',
    path: '/api/v1/imports/{id}/apply',
    access: 'user',
    summary: 'Have a job apply a draft, in one transaction',
    params,
    body: z.strictObject({
      leaves_out_errors: withDescription(
        z.boolean(),
        'rows with errors are left out; false: with such a row nothing is imported',
      ),
    }),
    data: importSchema,
    errors: ['not_found', 'import_refused'],
    subject: 'import',
  }),
  undoImport: endpoint({
    method: 'POST',
    path: '/api/v1/imports/{id}/undo',
    access: 'user',
    summary: 'Have a job undo an import: what was changed since is kept, as is what is in use',
    params,
    data: importSchema,
    errors: ['not_found', 'import_refused'],
    subject: 'import',
  }),
  deleteImport: endpoint({
    method: 'DELETE',
    path: '/api/v1/imports/{id}',
    access: 'user',
    summary: 'Delete a draft with its file',
    params,
    data: z.object({ id }),
    errors: ['not_found', 'import_refused'],
    subject: 'import',
  }),
}
