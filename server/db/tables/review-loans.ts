import { foreignKey, index, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { instant, ownRows, reference } from './columns.ts'
import { memberships } from './organizations.ts'
import { readings } from './readings.ts'

/** A reading that one reviewer has before them, so that another one gets the next. It means nothing behind its end. */
export const reviewLoans = pgTable(
  'review_loans',
  {
    organizationId: reference().notNull(),
    readingId: reference().notNull(),
    userId: reference().notNull(),
    until: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.readingId] }),
    foreignKey({
      columns: [table.organizationId, table.readingId],
      foreignColumns: [readings.organizationId, readings.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.userId, table.organizationId],
      foreignColumns: [memberships.userId, memberships.organizationId],
    }).onDelete('cascade'),
    index('review_loans_of_user').on(table.userId, table.organizationId),
    ownRows(table.organizationId),
  ],
)
