import { sql } from 'drizzle-orm'
import { check, foreignKey, index, numeric, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import type { AllocationMethod } from '../../../contract/usage/allocationMethods.ts'
import { ownRows, reference, rowId } from './columns.ts'
import { costBearers, meters } from './meters.ts'

/** 按分の方法: how the usage of a meter is allocated from a month on, until its next row. */
export const meterAllocations = pgTable(
  'meter_allocations',
  {
    id: rowId(),
    organizationId: reference().notNull(),
    meterId: reference().notNull(),
    /** `YYYY-MM` */
    fromMonth: text().notNull(),
    method: text().$type<AllocationMethod>().notNull(),
  },
  (table) => [
    foreignKey({
      columns: [table.organizationId, table.meterId],
      foreignColumns: [meters.organizationId, meters.id],
    }).onDelete('cascade'),
    unique('meter_allocations_month').on(table.meterId, table.fromMonth),
    unique('meter_allocations_organization_id').on(table.organizationId, table.id),
    check('meter_allocations_from_month', sql`${table.fromMonth} ~ '^(19|2\\d)\\d{2}-(0[1-9]|1[0-2])$'`),
    check('meter_allocations_method', sql`${table.method} in ('none', 'usage', 'shares')`),
    ownRows(table.organizationId),
  ],
)

/** Fixed shares of cost bearers. A deferred trigger has them add up to 100 (migration `allocations`). */
export const meterAllocationShares = pgTable(
  'meter_allocation_shares',
  {
    allocationId: reference().notNull(),
    organizationId: reference().notNull(),
    costBearerId: reference().notNull(),
    percent: numeric({ precision: 7, scale: 4, mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.allocationId, table.costBearerId] }),
    foreignKey({
      columns: [table.organizationId, table.allocationId],
      foreignColumns: [meterAllocations.organizationId, meterAllocations.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.organizationId, table.costBearerId],
      foreignColumns: [costBearers.organizationId, costBearers.id],
    }),
    index('meter_allocation_shares_of_cost_bearer').on(table.costBearerId),
    check('meter_allocation_shares_percent', sql`${table.percent} > 0 and ${table.percent} <= 100`),
    ownRows(table.organizationId),
  ],
)
