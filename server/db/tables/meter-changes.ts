import { foreignKey, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instant, ownRows, reference, rowId } from './columns.ts'
import { meters } from './meters.ts'
import { users } from './organizations.ts'

/** Who created or changed a meter, with the changed fields before and after. Append-only. */
export const meterChanges = pgTable(
  'meter_changes',
  {
    id: rowId(),
    organizationId: reference().notNull(),
    meterId: reference().notNull(),
    userId: reference()
      .notNull()
      .references(() => users.id),
    at: instant().notNull().defaultNow(),
    action: text().$type<'create' | 'update'>().notNull(),
    before: jsonb().$type<Record<string, unknown>>().notNull(),
    after: jsonb().$type<Record<string, unknown>>().notNull(),
  },
  (table) => [
    foreignKey({
      columns: [table.organizationId, table.meterId],
      foreignColumns: [meters.organizationId, meters.id],
    }),
    index('meter_changes_of_organization').on(table.organizationId, table.at, table.id),
    index('meter_changes_of_user').on(table.organizationId, table.userId, table.at, table.id),
    index('meter_changes_of_meter').on(table.meterId, table.at),
    ownRows(table.organizationId),
  ],
)
