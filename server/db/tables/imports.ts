import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import type {
  DeviceBulkChange,
  MeterBulkChange,
  ReadingBulkChange,
  UserBulkChange,
} from '../../../contract/import/bulk.ts'
import type {
  BulkRefusals,
  ImportOutcome,
  ImportPlan,
  ImportState,
} from '../../../contract/import/imports.ts'
import { type ImportTarget, importTargets } from '../../../contract/import/importTargets.ts'
import { bytes, createdAt, instant, ownRows, reference, rowId, updatedAt } from './columns.ts'
import { organizations, users } from './organizations.ts'

const nouns = sql.raw(`(${importTargets.map((noun) => `'${noun}'`).join(', ')})`)

/** What a bulk change does, and to what; applied, it keeps no ids. */
export interface BulkPlan {
  change: MeterBulkChange | ReadingBulkChange | DeviceBulkChange | UserBulkChange
  ids: number[]
  refusals: BulkRefusals
}

/** 取り込み: a table that a person brought, or a bulk change of a list, and what became of it. */
export const imports = pgTable(
  'imports',
  {
    id: rowId(),
    organizationId: reference()
      .notNull()
      .references(() => organizations.id),
    userId: reference()
      .notNull()
      .references(() => users.id),
    noun: text().$type<ImportTarget>().notNull(),
    /** Null: a paste. */
    fileName: text(),
    /** Kept until the batch is applied. */
    file: bytes(),
    plan: jsonb().$type<ImportPlan>().notNull(),
    /** Null: a table; else it has neither file nor plan. */
    bulk: jsonb().$type<BulkPlan>(),
    state: text().$type<ImportState>().notNull().default('draft'),
    /** Rows that the job under way has written, of `total`. */
    done: integer().notNull().default(0),
    total: integer().notNull().default(0),
    /** Rows that were imported, once they are. */
    added: integer().notNull().default(0),
    changed: integer().notNull().default(0),
    unchanged: integer().notNull().default(0),
    /** Rows with errors that were left out. */
    leftOut: integer().notNull().default(0),
    /** In Japanese: why applying or undoing failed last. */
    failure: text(),
    createdAt: createdAt(),
    appliedAt: instant(),
    undoneAt: instant(),
    undoneByUserId: reference().references(() => users.id),
  },
  (table) => [
    unique('imports_organization_id').on(table.organizationId, table.id),
    index('imports_of_organization').on(table.organizationId, table.createdAt, table.id),
    check('imports_noun', sql`${table.noun} in ${nouns}`),
    check('imports_state', sql`${table.state} in ('draft', 'applying', 'applied', 'undoing', 'undone')`),
    check(
      'imports_file',
      sql`(${table.file} is not null) = (${table.bulk} is null and ${table.state} in ('draft', 'applying'))`,
    ),
    check(
      'imports_applied_at',
      sql`(${table.appliedAt} is null) = (${table.state} in ('draft', 'applying'))`,
    ),
    check('imports_undone_at', sql`(${table.undoneAt} is not null) = (${table.state} = 'undone')`),
    ownRows(table.organizationId),
  ],
)

/** What an import did to one record. */
export const importRows = pgTable(
  'import_rows',
  {
    importId: reference().notNull(),
    organizationId: reference().notNull(),
    /** Number of the row in the file. */
    row: integer().notNull(),
    /** What it added or changed; it may be gone since. Of an invitation: negative. */
    subjectId: bigint({ mode: 'number' }).notNull(),
    /** Fields before, by the names of the API; null: the import added it. */
    before: jsonb().$type<Record<string, unknown>>(),
    after: jsonb().$type<Record<string, unknown>>().notNull(),
    /** What undoing did; null: nothing yet. */
    outcome: text().$type<ImportOutcome>(),
  },
  (table) => [
    primaryKey({ columns: [table.importId, table.row] }),
    foreignKey({
      columns: [table.organizationId, table.importId],
      foreignColumns: [imports.organizationId, imports.id],
    }),
    check('import_rows_outcome', sql`${table.outcome} in ('reversed', 'changed', 'impossible')`),
    ownRows(table.organizationId),
  ],
)

/** How the columns of a table were understood that was imported before. */
export const importLayouts = pgTable(
  'import_layouts',
  {
    organizationId: reference()
      .notNull()
      .references(() => organizations.id),
    noun: text().$type<ImportTarget>().notNull(),
    /** Hash of the texts in the header. */
    signature: text().notNull(),
    columns: jsonb().$type<ImportPlan['columns']>().notNull(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.noun, table.signature] }),
    check('import_layouts_noun', sql`${table.noun} in ${nouns}`),
    ownRows(table.organizationId),
  ],
)
