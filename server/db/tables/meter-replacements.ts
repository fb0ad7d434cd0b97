import { sql } from 'drizzle-orm'
import { check, doublePrecision, foreignKey, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, instant, ownRows, reference, rowId } from './columns.ts'
import { meters } from './meters.ts'
import { users } from './organizations.ts'

/** A meter that was replaced by another at the same place: from `at` on readings are of the new one. */
export const meterReplacements = pgTable(
  'meter_replacements',
  {
    id: rowId(),
    organizationId: reference().notNull(),
    meterId: reference().notNull(),
    at: instant().notNull(),
    /** Null: nobody read it. */
    oldEndValue: doublePrecision(),
    newStartValue: doublePrecision().notNull(),
    note: text().notNull(),
    userId: reference()
      .notNull()
      .references(() => users.id),
    idempotencyKey: text().notNull(),
    /** Hash of the first request with this key; a repeat must match. */
    fingerprint: text().notNull(),
    createdAt: createdAt(),
    deletedAt: instant(),
    deletedByUserId: reference().references(() => users.id),
  },
  (table) => [
    foreignKey({
      columns: [table.organizationId, table.meterId],
      foreignColumns: [meters.organizationId, meters.id],
    }),
    index('meter_replacements_of_meter').on(table.meterId, table.at, table.id),
    uniqueIndex('meter_replacements_idempotency_key').on(table.organizationId, table.idempotencyKey),
    check(
      'meter_replacements_deleted',
      sql`(${table.deletedAt} is null) = (${table.deletedByUserId} is null)`,
    ),
    ownRows(table.organizationId),
  ],
)

/** How fast a counter counts, by its figures a day; without figures where that is not known. Written by a job. */
export const meterRates = pgTable(
  'meter_rates',
  {
    meterId: reference().primaryKey(),
    organizationId: reference().notNull(),
    usual: doublePrecision(),
    greatest: doublePrecision(),
    /** Known for spans as long as this. */
    days: doublePrecision(),
    learnedAt: instant().notNull(),
  },
  (table) => [
    foreignKey({
      columns: [table.organizationId, table.meterId],
      foreignColumns: [meters.organizationId, meters.id],
    }),
    check('meter_rates_known', sql`num_nulls(${table.usual}, ${table.greatest}, ${table.days}) in (0, 3)`),
    check('meter_rates_positive', sql`${table.usual} >= 0 and ${table.greatest} > 0 and ${table.days} > 0`),
    ownRows(table.organizationId),
  ],
)
