import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  doublePrecision,
  foreignKey,
  index,
  jsonb,
  pgTable,
  smallint,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import type { Pins } from '../../../contract/meters.ts'
import { createdAt, ownRows, reference, rowId, updatedAt } from './columns.ts'
import { devices } from './devices.ts'
import { categories, units } from './masters.ts'
import { organizations } from './organizations.ts'
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
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    unique('inspections_organization_id').on(table.organizationId, table.id),
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
    deviceId: reference(),
    meterUnitId: reference()
      .notNull()
      .references(() => units.id),
    meterCategoryId: reference()
      .notNull()
      .references(() => categories.id),
    meterGroupId: reference(),
    inspectionId: reference(),
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
    /** From a counter’s figures to what was consumed. */
    multiplier: doublePrecision().notNull().default(1),
    pictureSha256: text(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    unique('meters_organization_id').on(table.organizationId, table.id),
    index('meters_of_organization').on(table.organizationId, table.name),
    check('meters_range', sql`(${table.startValue} is null) = (${table.endValue} is null)`),
    check(
      'meters_emergency_range',
      sql`(${table.emergencyStartValue} is null) = (${table.emergencyEndValue} is null)`,
    ),
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
      columns: [table.organizationId, table.pictureSha256],
      foreignColumns: [pictures.organizationId, pictures.sha256],
    }),
    ownRows(table.organizationId),
  ],
)
