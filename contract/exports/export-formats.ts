import * as z from 'zod/mini'
import { endpoint } from '../calls/endpoint.ts'
import { isUnique } from '../calls/isUnique.ts'
import { id, idParam, oneLine, organizationId, requiredText } from '../calls/wire.ts'
import { withDescription } from '../calls/withDescription.ts'

/** Columns that a file may have, in the order in which the console offers them. */
export const exportColumns = {
  usages: [
    'name',
    'code',
    'group',
    'bearer',
    'customer_number',
    'unit',
    'usage',
    'marks',
    'previous',
    'yearly',
    'total',
    'total_marks',
  ],
  closings: [
    'month',
    'version',
    'cycle',
    'name',
    'code',
    'group',
    'bearer',
    'customer_number',
    'unit',
    'usage',
    'marks',
    'adjustment',
    'days',
    'start',
    'start_at',
    'end',
    'end_at',
    'state',
    'closed_as',
    'difference',
    'remarks',
    'reason',
  ],
} as const

/** What a file contains: 使用量, or a closed month of 締め. */
export const exportTargets = ['usages', 'closings'] as const
export type ExportTarget = (typeof exportTargets)[number]
export type ExportColumn<T extends ExportTarget = ExportTarget> = (typeof exportColumns)[T][number]

const allColumns = [...new Set<ExportColumn>([...exportColumns.usages, ...exportColumns.closings])]

export const exportEncodings = ['utf-8', 'cp932'] as const

/** Characters, with the marks that belong to them, and what takes their place; at most so long. */
export const maxReplacementLength = 50
const part = z.string().check(z.maxLength(maxReplacementLength), oneLine)

const replacements = withDescription(
  z.array(z.strictObject({ character: part.check(z.minLength(1)), text: part })).check(z.maxLength(1000)),
  'what a person decided to write in CP932 for characters that it lacks',
)

const fields = {
  name: requiredText,
  target: withDescription(z.enum(exportTargets), 'what the file contains: usages, or a closed month'),
  encoding: withDescription(z.enum(exportEncodings), '`utf-8`: with a byte order mark'),
  columns: withDescription(
    z.array(z.enum(allColumns)).check(z.minLength(1), z.refine(isUnique, '列が重複しています')),
    'in the order of the file; those of `usages` from `usage` to `yearly` are repeated for each period',
  ),
  replacements,
}

/** 出力形式: the columns and the encoding of a CSV file. */
const exportFormatSchema = z.object({ id, ...fields }).register(z.globalRegistry, { id: 'ExportFormat' })
export type ExportFormat = z.infer<typeof exportFormatSchema>

const body = z.strictObject({ ...fields, organization_id: organizationId }).check(
  z.refine(
    ({ target, columns }) => {
      const known: readonly string[] = exportColumns[target]
      return columns.every((column) => known.includes(column))
    },
    { error: 'この出力にはない列があります', path: ['columns'] },
  ),
)
export type ExportFormatFields = Omit<z.infer<typeof body>, 'organization_id'>

const params = z.object({ id: idParam })

export const exportFormatEndpoints = {
  exportFormats: endpoint({
    method: 'GET',
    path: '/api/v1/export-formats',
    access: 'user',
    summary: 'Formats of CSV files of the organization, by name',
    data: z.array(exportFormatSchema),
  }),
  createExportFormat: endpoint({
    method: 'POST',
    path: '/api/v1/export-formats',
    access: 'user',
    summary: 'Add a format of CSV files',
    body,
    data: exportFormatSchema,
  }),
  updateExportFormat: endpoint({
    method: 'PUT',
    path: '/api/v1/export-formats/{id}',
    access: 'user',
    summary: 'Change a format of CSV files',
    params,
    body,
    data: exportFormatSchema,
    errors: ['not_found'],
    subject: 'export-format',
  }),
  deleteExportFormat: endpoint({
    method: 'DELETE',
    path: '/api/v1/export-formats/{id}',
    access: 'user',
    summary: 'Delete a format of CSV files',
    params,
    data: z.object({ id }),
    errors: ['not_found'],
    subject: 'export-format',
  }),
}
