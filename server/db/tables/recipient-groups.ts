import { foreignKey, index, pgTable, primaryKey, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { foldedName } from '../folded-name.ts'
import { createdAt, ownRows, reference, rowId, updatedAt } from './columns.ts'
import { memberships, organizations } from './organizations.ts'

/** 通知先グループ: whom alert rules notify. */
export const recipientGroups = pgTable(
  'recipient_groups',
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
    unique('recipient_groups_organization_id').on(table.organizationId, table.id),
    uniqueIndex('recipient_groups_name').on(table.organizationId, foldedName(table.name)),
    ownRows(table.organizationId),
  ],
)

/** Who leaves the organization is in none of its groups any more. */
export const recipientGroupMembers = pgTable(
  'recipient_group_members',
  {
    groupId: reference().notNull(),
    organizationId: reference().notNull(),
    userId: reference().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.groupId, table.userId] }),
    foreignKey({
      columns: [table.organizationId, table.groupId],
      foreignColumns: [recipientGroups.organizationId, recipientGroups.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.userId, table.organizationId],
      foreignColumns: [memberships.userId, memberships.organizationId],
    }).onDelete('cascade'),
    index('recipient_group_members_of_user').on(table.userId, table.organizationId),
    ownRows(table.organizationId),
  ],
)
