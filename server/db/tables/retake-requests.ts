import { sql } from 'drizzle-orm'
import { check, foreignKey, index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, ownRows, reference, rowId } from './columns.ts'
import { meters } from './meters.ts'
import { users } from './organizations.ts'
import { readings } from './readings.ts'

/** 撮り直しの依頼. Whether it is open follows from later readings and decisions (`open-retake.ts`). */
export const retakeRequests = pgTable(
  'retake_requests',
  {
    id: rowId(),
    organizationId: reference().notNull(),
    meterId: reference().notNull(),
    readingId: reference().notNull(),
    userId: reference()
      .notNull()
      .references(() => users.id),
    at: instant().notNull(),
    /** When who had asked took it back, or somebody asked again after it had ended. */
    withdrawnAt: instant(),
  },
  (table) => [
    foreignKey({
      columns: [table.organizationId, table.meterId],
      foreignColumns: [meters.organizationId, meters.id],
    }),
    foreignKey({
      columns: [table.organizationId, table.readingId],
      foreignColumns: [readings.organizationId, readings.id],
    }).onDelete('cascade'),
    uniqueIndex('retake_requests_of_reading')
      .on(table.organizationId, table.readingId)
      .where(sql`${table.withdrawnAt} is null`),
    index('retake_requests_of_meter').on(table.meterId, table.at).where(sql`${table.withdrawnAt} is null`),
    check('retake_requests_withdrawn', sql`${table.withdrawnAt} >= ${table.at}`),
    ownRows(table.organizationId),
  ],
)
