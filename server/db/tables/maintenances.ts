import { sql } from 'drizzle-orm'
import { check, foreignKey, pgTable, text } from 'drizzle-orm/pg-core'
import { instant, ownRows, reference } from './columns.ts'
import { groups } from './meters.ts'
import { users } from './organizations.ts'

/** 点検中: people work at the meters of a group, whose alerts are not announced as long as the row exists. */
export const maintenances = pgTable(
  'maintenances',
  {
    groupId: reference().primaryKey(),
    organizationId: reference().notNull(),
    reason: text().notNull(),
    startedAt: instant().notNull(),
    startedByUserId: reference()
      .notNull()
      .references(() => users.id),
    /** When a person last said how long it lasts. */
    setAt: instant().notNull(),
    /** When it ends by itself. */
    endsAt: instant().notNull(),
  },
  (table) => [
    foreignKey({
      columns: [table.organizationId, table.groupId],
      foreignColumns: [groups.organizationId, groups.id],
    }).onDelete('cascade'),
    check('maintenances_reason', sql`${table.reason} <> ''`),
    check('maintenances_set', sql`${table.setAt} >= ${table.startedAt}`),
    check(
      'maintenances_ends',
      sql`${table.endsAt} > ${table.setAt} and ${table.endsAt} - ${table.setAt} <= interval '24 hours'`,
    ),
    ownRows(table.organizationId),
  ],
)
