import { sql } from 'drizzle-orm'
import { check, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { ExportColumn, ExportFormat } from '../../../contract/exports/export-formats.ts'
import { foldedName } from '../folded-name.ts'
import { createdAt, ownRows, reference, rowId, updatedAt } from './columns.ts'
import { organizations } from './organizations.ts'

/** 出力形式: the columns and the encoding of a CSV file. */
export const exportFormats = pgTable(
  'export_formats',
  {
    id: rowId(),
    organizationId: reference()
      .notNull()
      .references(() => organizations.id),
    name: text().notNull(),
    target: text().$type<ExportFormat['target']>().notNull(),
    encoding: text().$type<ExportFormat['encoding']>().notNull(),
    /** In the order of the file. */
    columns: text().array().$type<ExportColumn[]>().notNull(),
    /** For characters that CP932 lacks. */
    replacements: jsonb().$type<ExportFormat['replacements']>().notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('export_formats_name').on(table.organizationId, foldedName(table.name)),
    check('export_formats_target', sql`${table.target} in ('usages', 'closings')`),
    check('export_formats_encoding', sql`${table.encoding} in ('utf-8', 'cp932')`),
    check('export_formats_columns', sql`cardinality(${table.columns}) >= 1`),
    ownRows(table.organizationId),
  ],
)
