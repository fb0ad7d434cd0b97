import {
  date,
  doublePrecision,
  foreignKey,
  index,
  integer,
  type PgColumnBuilderBase,
  pgTable,
  primaryKey,
} from 'drizzle-orm/pg-core'
import { ownRows, reference } from './columns.ts'
import { meters } from './meters.ts'

/** How many of a meter’s readings there are: deleted ones nowhere, every other in `readings`. */
const tallies = () =>
  ({
    organizationId: reference().notNull(),
    meterId: reference().notNull(),
    readings: integer().notNull(),
    abnormal: integer().notNull(),
    pictures: integer().notNull(),
    abnormalPictures: integer().notNull(),
  }) satisfies Record<string, PgColumnBuilderBase>

/**
 * A meter’s readings of one local day of the organization’s zone. Triggers of the readings’ table keep these rows in
 * the transaction that changes a reading (migration 0006); nothing else writes them. A row may count none.
 */
export const readingDays = pgTable(
  'reading_days',
  {
    ...tallies(),
    day: date().notNull(),
    /** Abnormal ones without a value: gaps of a graph. */
    gaps: integer().notNull(),
    lowest: doublePrecision(),
    lowestId: reference(),
    highest: doublePrecision(),
    highestId: reference(),
  },
  (table) => [
    primaryKey({ columns: [table.meterId, table.day] }),
    foreignKey({
      columns: [table.organizationId, table.meterId],
      foreignColumns: [meters.organizationId, meters.id],
    }),
    index('reading_days_of_organization').on(table.organizationId, table.day),
    ownRows(table.organizationId),
  ],
)

/** The same by local month, named by its first day: counts of years read a few rows a meter. */
export const readingMonths = pgTable('reading_months', { ...tallies(), month: date().notNull() }, (table) => [
  primaryKey({ columns: [table.meterId, table.month] }),
  foreignKey({
    columns: [table.organizationId, table.meterId],
    foreignColumns: [meters.organizationId, meters.id],
  }),
  index('reading_months_of_organization').on(table.organizationId, table.month),
  ownRows(table.organizationId),
])
