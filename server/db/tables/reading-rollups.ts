import {
  date,
  doublePrecision,
  foreignKey,
  index,
  integer,
  numeric,
  type PgColumnBuilderBase,
  pgTable,
  primaryKey,
} from 'drizzle-orm/pg-core'
import { ownRows, reference } from './columns.ts'
import { meters } from './meters.ts'

const counts = () =>
  ({
    organizationId: reference().notNull(),
    meterId: reference().notNull(),
    readings: integer().notNull(),
    abnormal: integer().notNull(),
    pictures: integer().notNull(),
    abnormalPictures: integer().notNull(),
  }) satisfies Record<string, PgColumnBuilderBase>

/**
 * Rollup of a meter’s readings by local day. Triggers on `readings` keep it in the same transaction (migration 0006);
 * nothing else writes it. Counts may be zero.
 */
export const readingDays = pgTable(
  'reading_days',
  {
    ...counts(),
    day: date().notNull(),
    /** Abnormal readings without a value. */
    gaps: integer().notNull(),
    /** Values that graphs show, without those of an unconfirmed time, and their sum. */
    measured: integer().notNull().default(0),
    total: numeric().notNull().default('0'),
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

export const readingMonths = pgTable('reading_months', { ...counts(), month: date().notNull() }, (table) => [
  primaryKey({ columns: [table.meterId, table.month] }),
  foreignKey({
    columns: [table.organizationId, table.meterId],
    foreignColumns: [meters.organizationId, meters.id],
  }),
  index('reading_months_of_organization').on(table.organizationId, table.month),
  ownRows(table.organizationId),
])
