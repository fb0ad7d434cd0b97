import { sql } from 'drizzle-orm'
import { check, doublePrecision, foreignKey, pgTable, smallint, unique } from 'drizzle-orm/pg-core'
import { instant, ownRows, reference, rowId } from './columns.ts'
import { meters } from './meters.ts'

/**
 * How a meter counts, by the date from which it applies. Triggers add the first row of each meter and keep the newest one
 * equal to the meter's own columns (migration 0051).
 */
export const meterTerms = pgTable(
  'meter_terms',
  {
    id: rowId(),
    organizationId: reference().notNull(),
    meterId: reference().notNull(),
    /** Null: from the beginning. */
    validFrom: instant(),
    digitNumber: smallint(),
    decimalPoint: smallint(),
    multiplier: doublePrecision().notNull(),
  },
  (table) => [
    foreignKey({
      columns: [table.organizationId, table.meterId],
      foreignColumns: [meters.organizationId, meters.id],
    }).onDelete('cascade'),
    unique('meter_terms_valid_from').on(table.meterId, table.validFrom).nullsNotDistinct(),
    check('meter_terms_digits', sql`${table.digitNumber} between 1 and 12`),
    check('meter_terms_decimals', sql`${table.decimalPoint} between 0 and least(${table.digitNumber}, 11)`),
    check('meter_terms_multiplier', sql`${table.multiplier} > 0 and ${table.multiplier} <= 1000000`),
    ownRows(table.organizationId),
  ],
)
