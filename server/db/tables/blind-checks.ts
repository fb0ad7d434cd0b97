import { boolean, doublePrecision, foreignKey, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { instant, ownRows, reference } from './columns.ts'
import { users } from './organizations.ts'
import { readings } from './readings.ts'

/** What a person typed of a reading without having seen its value. */
export const blindChecks = pgTable(
  'blind_checks',
  {
    organizationId: reference().notNull(),
    readingId: reference().notNull(),
    userId: reference()
      .notNull()
      .references(() => users.id),
    at: instant().notNull(),
    typedValue: doublePrecision().notNull(),
    readValue: doublePrecision().notNull(),
    agrees: boolean().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.readingId] }),
    foreignKey({
      columns: [table.organizationId, table.readingId],
      foreignColumns: [readings.organizationId, readings.id],
    }).onDelete('cascade'),
    ownRows(table.organizationId),
  ],
)
