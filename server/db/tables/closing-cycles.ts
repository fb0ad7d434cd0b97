import { sql } from 'drizzle-orm'
import { check, foreignKey, index, pgTable, smallint, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { type ClosingCheck, initialChecks } from '../../../contract/closing/checks.ts'
import { foldedName } from '../folded-name.ts'
import { createdAt, instant, ownRows, reference, rowId, updatedAt } from './columns.ts'
import { meters } from './meters.ts'
import { organizations } from './organizations.ts'

/** 検針サイクル: when which meters are closed each month. */
export const closingCycles = pgTable(
  'closing_cycles',
  {
    id: rowId(),
    organizationId: reference()
      .notNull()
      .references(() => organizations.id),
    name: text().notNull(),
    /** A month without this day closes on its last one. */
    closingDay: smallint().notNull(),
    /** 24: the end of the day. */
    closingHour: smallint().notNull(),
    deviceToleranceHours: smallint().notNull(),
    roundToleranceDays: smallint().notNull(),
    /** What is checked before a month is closed. */
    checks: text()
      .array()
      .$type<ClosingCheck[]>()
      .notNull()
      .default([...initialChecks]),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    unique('closing_cycles_organization_id').on(table.organizationId, table.id),
    uniqueIndex('closing_cycles_name').on(table.organizationId, foldedName(table.name)),
    check('closing_cycles_day', sql`${table.closingDay} between 1 and 31`),
    check('closing_cycles_hour', sql`${table.closingHour} between 0 and 24`),
    check('closing_cycles_device_tolerance', sql`${table.deviceToleranceHours} between 1 and 240`),
    check('closing_cycles_round_tolerance', sql`${table.roundToleranceDays} between 1 and 10`),
    check(
      'closing_cycles_checks',
      sql`${table.checks} <@ array['previous', 'last_year', 'zero', 'parent', 'backwards', 'estimated_twice', 'verification_expired']`,
    ),
    ownRows(table.organizationId),
  ],
)

/** A meter is in one cycle at most, so that no two of them close the same month of it. */
export const closingCycleMeters = pgTable(
  'closing_cycle_meters',
  {
    meterId: reference().primaryKey(),
    organizationId: reference().notNull(),
    cycleId: reference().notNull(),
  },
  (table) => [
    foreignKey({
      columns: [table.organizationId, table.cycleId],
      foreignColumns: [closingCycles.organizationId, closingCycles.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.organizationId, table.meterId],
      foreignColumns: [meters.organizationId, meters.id],
    }).onDelete('cascade'),
    index('closing_cycle_meters_of_cycle').on(table.cycleId),
    ownRows(table.organizationId),
  ],
)

/** A month was looked at before its closing time, and people were told what it lacks. Calls only read it. */
export const closingReminders = pgTable(
  'closing_reminders',
  {
    id: rowId(),
    organizationId: reference().notNull(),
    cycleId: reference().notNull(),
    /** `YYYY-MM`, of the closing date. */
    month: text().notNull(),
    /** 0: on the last morning before the closing time. */
    daysBefore: smallint().notNull(),
    at: instant().notNull(),
  },
  (table) => [
    foreignKey({
      columns: [table.organizationId, table.cycleId],
      foreignColumns: [closingCycles.organizationId, closingCycles.id],
    }).onDelete('cascade'),
    unique('closing_reminders_of_day').on(table.cycleId, table.month, table.daysBefore),
    check('closing_reminders_month', sql`${table.month} ~ '^\\d{4}-(0[1-9]|1[0-2])$'`),
    check('closing_reminders_days', sql`${table.daysBefore} in (0, 2)`),
    ownRows(table.organizationId),
  ],
)
