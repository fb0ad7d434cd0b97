import { sql } from 'drizzle-orm'
import {
  check,
  date,
  doublePrecision,
  foreignKey,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import type { FailedCheck } from '../../../contract/closing/checks.ts'
import type { OpenState } from '../../../contract/closing/closings.ts'
import type { Allocation } from '../../../contract/usage/allocation.ts'
import type { UsageMark } from '../../../contract/usage/usage.ts'
import { closingCycles } from './closing-cycles.ts'
import { instant, ownRows, reference, rowId } from './columns.ts'
import { meters } from './meters.ts'
import { users } from './organizations.ts'

/** An index in a snapshot; `at` in milliseconds since 1970. */
export interface SnapshotIndex {
  value: number
  at: number
  readingIds: number[]
  pictureSha256: string | null
}

/** A stretch on one meter with one multiplier; `at` in milliseconds since 1970. */
export interface SnapshotSegment {
  from: { at: number; value: number }
  to: { at: number; value: number }
  multiplier: number
}

/** 締め: a closed month of a cycle. Append-only: a trigger refuses changes, also the owner’s (migration 0057). */
export const closings = pgTable(
  'closings',
  {
    id: rowId(),
    organizationId: reference().notNull(),
    cycleId: reference().notNull(),
    /** `YYYY-MM`, of the closing date. */
    month: text().notNull(),
    version: smallint().notNull(),
    /** The day that `month` is named by. */
    closingDate: date().notNull(),
    /** The closing time of the month before. */
    fromAt: instant().notNull(),
    /** The closing time. */
    toAt: instant().notNull(),
    deviceToleranceHours: smallint().notNull(),
    roundToleranceDays: smallint().notNull(),
    /** The version of the rules by which closing readings and usages were found. */
    rules: smallint().notNull(),
    /** Rows in `closing_meters`; the database takes no further ones. */
    meterCount: integer().notNull(),
    closedAt: instant().notNull(),
    userId: reference()
      .notNull()
      .references(() => users.id),
    /** Why it was closed again. */
    reason: text(),
  },
  (table) => [
    unique('closings_of_month').on(table.cycleId, table.month, table.version),
    unique('closings_organization_id').on(table.organizationId, table.id, table.month, table.version),
    foreignKey({
      columns: [table.organizationId, table.cycleId],
      foreignColumns: [closingCycles.organizationId, closingCycles.id],
    }),
    check('closings_month', sql`${table.month} ~ '^\\d{4}-(0[1-9]|1[0-2])$'`),
    check('closings_version', sql`${table.version} >= 1`),
    check('closings_period', sql`${table.fromAt} <= ${table.toAt}`),
    check('closings_reason', sql`(${table.version} > 1) = (${table.reason} is not null)`),
    ownRows(table.organizationId),
  ],
)

/** What a meter was closed with. Append-only, as `closings`. */
export const closingMeters = pgTable(
  'closing_meters',
  {
    closingId: reference().notNull(),
    organizationId: reference().notNull(),
    meterId: reference().notNull(),
    month: text().notNull(),
    version: smallint().notNull(),
    /** As it was called then. */
    meterName: text().notNull(),
    /** The closing time of the month before; of a meter that comes from another cycle, that of its last month there. */
    fromAt: instant().notNull(),
    state: text().$type<OpenState>().notNull(),
    mark: text().$type<UsageMark>().notNull(),
    /** Null: unknown. */
    usage: doublePrecision(),
    /** The part of the usage that settles earlier months. */
    adjustment: doublePrecision().notNull(),
    /** Null: unknown. */
    days: doublePrecision(),
    start: jsonb().$type<SnapshotIndex>(),
    end: jsonb().$type<SnapshotIndex>(),
    segments: jsonb().$type<SnapshotSegment[]>().notNull(),
    checks: jsonb().$type<FailedCheck[]>().notNull(),
    /** How the usage was allocated; null: not. */
    allocation: jsonb().$type<Allocation>(),
    /** Why it was closed although it was open or failed a check. */
    reason: text(),
  },
  (table) => [
    primaryKey({ columns: [table.closingId, table.meterId] }),
    unique('closing_meters_of_month').on(table.meterId, table.month, table.version),
    foreignKey({
      columns: [table.organizationId, table.closingId, table.month, table.version],
      foreignColumns: [closings.organizationId, closings.id, closings.month, closings.version],
    }),
    foreignKey({
      columns: [table.organizationId, table.meterId],
      foreignColumns: [meters.organizationId, meters.id],
    }),
    check('closing_meters_state', sql`${table.state} in ('missing', 'review', 'estimated', 'confirmed')`),
    check('closing_meters_mark', sql`${table.mark} in ('exact', 'estimated', 'unknown')`),
    check('closing_meters_usage', sql`(${table.usage} is null) = (${table.mark} = 'unknown')`),
    check(
      'closing_meters_reason',
      sql`${table.reason} is not null or ${table.state} in ('estimated', 'confirmed') and ${table.checks} = '[]'::jsonb`,
    ),
    ownRows(table.organizationId),
  ],
)
