import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  doublePrecision,
  foreignKey,
  index,
  jsonb,
  pgTable,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { Pins } from '../../../contract/meters.ts'
import type { RoundSchedule } from '../../../contract/rounds.ts'
import type { Rounding } from '../../../contract/usage/rounding.ts'
import type { CumulativeMode } from '../../../contract/values/cumulative.ts'
import type { ValueMode } from '../../../contract/values/deviceValues.ts'
import { foldedName } from '../folded-name.ts'
import { createdAt, instant, ownRows, reference, rowId, updatedAt } from './columns.ts'
import { devices } from './devices.ts'
import { categories, units } from './masters.ts'
import { memberships, organizations } from './organizations.ts'
import { pictures } from './pictures.ts'

export const groups = pgTable(
  'groups',
  {
    id: rowId(),
    organizationId: reference()
      .notNull()
      .references(() => organizations.id),
    name: text().notNull(),
    description: text().notNull().default(''),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    unique('groups_organization_id').on(table.organizationId, table.id),
    ownRows(table.organizationId),
  ],
)

export const inspections = pgTable(
  'inspections',
  {
    id: rowId(),
    organizationId: reference()
      .notNull()
      .references(() => organizations.id),
    name: text().notNull(),
    /** The order in which its meters are visited. Of other meters’ numbers nothing is taken; those left out follow. */
    route: bigint({ mode: 'number' }).array().notNull().default(sql`'{}'::bigint[]`),
    schedule: jsonb().$type<RoundSchedule>(),
    /** When the schedule was set: what would have been due before is not. */
    scheduleFrom: instant(),
    /** From then on what is due is not stored yet. */
    roundsFrom: instant(),
    /** In charge of its rounds. */
    assigneeUserId: reference(),
    /** Whom an inspector calls about an abnormal value: name and telephone. */
    contact: text().notNull().default(''),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    unique('inspections_organization_id').on(table.organizationId, table.id),
    // Who leaves the organization is no longer in charge: `SET NULL (assignee_user_id)` in migration 0024.
    foreignKey({
      columns: [table.assigneeUserId, table.organizationId],
      foreignColumns: [memberships.userId, memberships.organizationId],
    }).onDelete('set null'),
    index('inspections_of_assignee').on(table.assigneeUserId).where(sql`${table.assigneeUserId} is not null`),
    check(
      'inspections_schedule',
      sql`${table.schedule} is null or coalesce(${table.schedule} ->> 'time' ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'
        and case ${table.schedule} ->> 'every'
          when 'day' then jsonb_typeof(${table.schedule} -> 'weekdays') = 'array'
            and ${table.schedule} -> 'weekdays' <> '[]' and ${table.schedule} -> 'weekdays' <@ '[0,1,2,3,4,5,6]'
          when 'week' then jsonb_typeof(${table.schedule} -> 'weekday') = 'number'
            and ${table.schedule} -> 'weekday' <@ '[0,1,2,3,4,5,6]'
          when 'month' then jsonb_path_exists(${table.schedule}, '$.day ? (@ >= 1 && @ <= 31 && @ == @.floor())')
        end, false)`,
    ),
    check(
      'inspections_schedule_from',
      sql`num_nonnulls(${table.schedule}, ${table.scheduleFrom}, ${table.roundsFrom}) in (0, 3)`,
    ),
    check('inspections_contact', sql`char_length(${table.contact}) <= 100`),
    ownRows(table.organizationId),
  ],
)

/** 負担先: who bears the cost of what a meter counts. */
export const costBearers = pgTable(
  'cost_bearers',
  {
    id: rowId(),
    organizationId: reference()
      .notNull()
      .references(() => organizations.id),
    name: text().notNull(),
    /** As of categories. */
    status: smallint().$type<0 | 1>().notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    unique('cost_bearers_organization_id').on(table.organizationId, table.id),
    uniqueIndex('cost_bearers_name').on(table.organizationId, foldedName(table.name)),
    check('cost_bearers_status', sql`${table.status} in (0, 1)`),
    ownRows(table.organizationId),
  ],
)

export const meters = pgTable(
  'meters',
  {
    id: rowId(),
    organizationId: reference()
      .notNull()
      .references(() => organizations.id),
    name: text().notNull(),
    /** 管理番号: in half width and without invisible characters. */
    code: text(),
    /** How an inspector finds it. */
    placeNote: text().notNull().default(''),
    deviceId: reference(),
    meterUnitId: reference()
      .notNull()
      .references(() => units.id),
    meterCategoryId: reference()
      .notNull()
      .references(() => categories.id),
    meterGroupId: reference(),
    inspectionId: reference(),
    costBearerId: reference(),
    /** Of the contract or customer. */
    customerNumber: text().notNull().default(''),
    /** The meter through which this one is supplied. A trigger refuses cycles (migration 0052). */
    parentMeterId: reference(),
    /** The last day of its verification (検定). */
    verificationExpiresOn: date(),
    startValue: doublePrecision(),
    endValue: doublePrecision(),
    emergencyStartValue: doublePrecision(),
    emergencyEndValue: doublePrecision(),
    useAiBoost: boolean().notNull().default(false),
    digitNumber: smallint(),
    decimalPoint: smallint(),
    readLineIndex: smallint(),
    settings: text(),
    area: text(),
    pins: jsonb().$type<Pins>(),
    analogSettings: text(),
    /** Null: by whether it has reading settings. */
    valueMode: text().$type<ValueMode>(),
    /** Whether a display counts up. */
    cumulativeMode: text().$type<CumulativeMode>().notNull().default('auto'),
    rounding: text().$type<Rounding>().notNull().default('none'),
    /** From the digits of a cumulative meter to what was consumed. */
    multiplier: doublePrecision().notNull().default(1),
    pictureSha256: text(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    unique('meters_organization_id').on(table.organizationId, table.id),
    index('meters_of_organization').on(table.organizationId, table.name),
    uniqueIndex('meters_code').on(table.organizationId, foldedName(table.code)),
    check('meters_code_length', sql`char_length(${table.code}) between 1 and 100`),
    check('meters_customer_number', sql`char_length(${table.customerNumber}) <= 100`),
    check('meters_rounding', sql`${table.rounding} in ('none', 'integer')`),
    check('meters_range', sql`(${table.startValue} is null) = (${table.endValue} is null)`),
    check(
      'meters_emergency_range',
      sql`(${table.emergencyStartValue} is null) = (${table.emergencyEndValue} is null)`,
    ),
    check('meters_value_mode', sql`${table.valueMode} in ('device', 'picture', 'compare')`),
    check('meters_cumulative_mode', sql`${table.cumulativeMode} in ('auto', 'yes', 'no')`),
    check('meters_multiplier', sql`${table.multiplier} > 0`),
    check('meters_range_order', sql`${table.startValue} <= ${table.endValue}`),
    check('meters_emergency_range_order', sql`${table.emergencyStartValue} <= ${table.emergencyEndValue}`),
    // Composite keys: a meter cannot reference a row of another organization.
    foreignKey({
      columns: [table.organizationId, table.deviceId],
      foreignColumns: [devices.organizationId, devices.id],
    }),
    foreignKey({
      columns: [table.organizationId, table.meterGroupId],
      foreignColumns: [groups.organizationId, groups.id],
    }),
    foreignKey({
      columns: [table.organizationId, table.inspectionId],
      foreignColumns: [inspections.organizationId, inspections.id],
    }),
    foreignKey({
      columns: [table.organizationId, table.costBearerId],
      foreignColumns: [costBearers.organizationId, costBearers.id],
    }),
    foreignKey({
      columns: [table.organizationId, table.parentMeterId],
      foreignColumns: [table.organizationId, table.id],
    }),
    foreignKey({
      columns: [table.organizationId, table.pictureSha256],
      foreignColumns: [pictures.organizationId, pictures.sha256],
    }),
    ownRows(table.organizationId),
  ],
)
