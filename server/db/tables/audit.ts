import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instant, ownRows, reference, rowId } from './columns.ts'
import { users } from './organizations.ts'

/**
 * Who did what to which thing, with its changed fields before and after, beside `meter_changes`, `reading_changes` and
 * `alert_changes`. Append-only: a trigger refuses changes, also the owner’s.
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: rowId(),
    /** The organization of the thing; null: of none, as plans, categories and units. */
    organizationId: reference(),
    userId: reference()
      .notNull()
      .references(() => users.id),
    /** The API key that acted as this user. */
    keyId: reference(),
    at: instant().notNull(),
    noun: text().notNull(),
    /** No foreign key: the thing may be deleted, its history stays. */
    subjectId: reference().notNull(),
    /** The thing’s name at that time. */
    subjectName: text().notNull(),
    action: text().$type<'create' | 'update' | 'delete' | 'restore' | 'reset' | 'test'>().notNull(),
    before: jsonb().$type<Record<string, unknown>>().notNull(),
    after: jsonb().$type<Record<string, unknown>>().notNull(),
  },
  (table) => [
    index('audit_entries_of_organization').on(table.organizationId, table.at, table.id),
    index('audit_entries_of_user').on(table.organizationId, table.userId, table.at, table.id),
    index('audit_entries_of_noun').on(table.organizationId, table.noun, table.at, table.id),
    index('audit_entries_of_subject').on(table.noun, table.subjectId, table.at, table.id),
    ownRows(table.organizationId),
  ],
)
