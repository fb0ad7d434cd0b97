import { sql } from 'drizzle-orm'
import { check, foreignKey, integer, pgTable } from 'drizzle-orm/pg-core'
import { instant, ownRows, reference } from './columns.ts'
import { organizations } from './organizations.ts'
import { recipientGroups } from './recipient-groups.ts'

/** 確認されないアラート: when people are told again of an alert that nobody confirms. Without a row: never. */
export const alertReminders = pgTable(
  'alert_reminders',
  {
    organizationId: reference()
      .primaryKey()
      .references(() => organizations.id),
    /** Minutes after which a group is told as well; null: none is. */
    escalationMinutes: integer(),
    escalationGroupId: reference(),
    /** When it was switched on. Alerts that were told before are left out, else all of them would be told at once. */
    escalationFrom: instant(),
    /** Hours after which people are told again, each time; null: never. */
    repeatHours: integer(),
    /** As `escalationFrom`. */
    repeatFrom: instant(),
  },
  (table) => [
    foreignKey({
      columns: [table.organizationId, table.escalationGroupId],
      foreignColumns: [recipientGroups.organizationId, recipientGroups.id],
    }),
    check(
      'alert_reminders_escalation',
      sql`num_nulls(${table.escalationMinutes}, ${table.escalationGroupId}, ${table.escalationFrom}) in (0, 3)`,
    ),
    check('alert_reminders_minutes', sql`${table.escalationMinutes} between 5 and 1440`),
    check('alert_reminders_repeat', sql`(${table.repeatHours} is null) = (${table.repeatFrom} is null)`),
    check('alert_reminders_hours', sql`${table.repeatHours} between 1 and 72`),
    ownRows(table.organizationId),
  ],
)
