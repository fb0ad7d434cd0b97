import { sql } from 'drizzle-orm'
import { check, doublePrecision, foreignKey, pgTable, text, unique } from 'drizzle-orm/pg-core'
import type { estimateBases } from '../../../contract/usage/estimates.ts'
import { createdAt, instant, ownRows, reference, rowId } from './columns.ts'
import { meters } from './meters.ts'
import { users } from './organizations.ts'

/** 認定: what a counter is taken to have shown at a moment when nobody read it. */
export const meterEstimates = pgTable(
  'meter_estimates',
  {
    id: rowId(),
    organizationId: reference().notNull(),
    meterId: reference().notNull(),
    at: instant().notNull(),
    value: doublePrecision().notNull(),
    basis: text().$type<(typeof estimateBases)[number]>().notNull(),
    reason: text().notNull(),
    userId: reference()
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
  },
  (table) => [
    foreignKey({
      columns: [table.organizationId, table.meterId],
      foreignColumns: [meters.organizationId, meters.id],
    }).onDelete('cascade'),
    unique('meter_estimates_at').on(table.meterId, table.at),
    check('meter_estimates_value', sql`${table.value} >= 0 and ${table.value} <= 1e15`),
    check('meter_estimates_basis', sql`${table.basis} in ('last_year', 'previous', 'mean', 'typed')`),
    check('meter_estimates_reason', sql`${table.reason} <> ''`),
    ownRows(table.organizationId),
  ],
)
