import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, index, pgPolicy, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { applicationRole, createdAt, instant, ownRows, reference, rowId } from './columns.ts'
import { meters } from './meters.ts'
import { memberships, users } from './organizations.ts'
import { readings } from './readings.ts'
import { sessions } from './sessions.ts'

/**
 * One stretch of a meter’s abnormal readings: what follows from the readings until a person confirms it, and a record
 * that nothing changes from then on.
 */
export const alerts = pgTable(
  'alerts',
  {
    id: rowId(),
    organizationId: reference().notNull(),
    meterId: reference().notNull(),
    isAlert: boolean().notNull(),
    isAlerted: boolean().notNull(),
    /** When the first reading of the stretch was measured, and which it is. */
    createdAt: instant().notNull(),
    firstReadingId: reference().notNull(),
    /** When the latest reading of the stretch was measured, and which it is. */
    latestAt: instant().notNull(),
    readingId: reference().notNull(),
    /** When the stretch ended; as long as it goes on, when its latest reading was measured. */
    updatedAt: instant().notNull(),
    confirmAt: instant(),
    confirmedByUserId: reference().references(() => users.id),
    comment: text(),
  },
  (table) => [
    foreignKey({
      columns: [table.organizationId, table.meterId],
      foreignColumns: [meters.organizationId, meters.id],
    }),
    foreignKey({
      columns: [table.organizationId, table.firstReadingId],
      foreignColumns: [readings.organizationId, readings.id],
    }),
    foreignKey({
      columns: [table.organizationId, table.readingId],
      foreignColumns: [readings.organizationId, readings.id],
    }),
    // Occurring, past or confirmed, and nothing else.
    check('alerts_occurring', sql`not ${table.isAlert} or ${table.isAlerted}`),
    check('alerts_confirmed', sql`${table.isAlerted} = (${table.confirmAt} is null)`),
    check('alerts_confirmed_by', sql`(${table.confirmAt} is null) = (${table.confirmedByUserId} is null)`),
    check('alerts_comment', sql`${table.comment} is null or ${table.confirmAt} is not null`),
    check(
      'alerts_stretch',
      sql`(${table.createdAt}, ${table.firstReadingId}) <= (${table.latestAt}, ${table.readingId})`,
    ),
    uniqueIndex('alerts_occurring_of_meter').on(table.meterId).where(sql`${table.isAlert}`),
    index('alerts_of_meter').on(table.meterId, table.latestAt),
    // One for each order that the lists of a state are asked for in.
    index('alerts_of_organization').on(
      table.organizationId,
      table.isAlerted,
      table.isAlert,
      table.createdAt,
      table.id,
    ),
    index('alerts_by_update').on(
      table.organizationId,
      table.isAlerted,
      table.isAlert,
      table.updatedAt,
      table.id,
    ),
    index('alerts_by_confirmation').on(
      table.organizationId,
      table.isAlerted,
      table.isAlert,
      table.confirmAt,
      table.id,
    ),
    index('alerts_by_number').on(table.organizationId, table.isAlerted, table.isAlert, table.id),
    ownRows(table.organizationId),
    pgPolicy('confirmed_stays', {
      as: 'restrictive',
      for: 'update',
      to: applicationRole,
      using: sql`${table.confirmAt} is null`,
      withCheck: sql`true`,
    }),
    pgPolicy('confirmed_is_kept', {
      as: 'restrictive',
      for: 'delete',
      to: applicationRole,
      using: sql`${table.confirmAt} is null`,
    }),
  ],
)

/** A browser that wants a user’s alerts as notifications, for as long as the session that asked for them lasts. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: rowId(),
    organizationId: reference().notNull(),
    userId: reference().notNull(),
    sessionId: reference()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    /** One browser notifies one person of one organization: whoever asked last. */
    endpoint: text().notNull().unique(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    foreignKey({
      columns: [table.userId, table.organizationId],
      foreignColumns: [memberships.userId, memberships.organizationId],
    }).onDelete('cascade'),
    index('push_subscriptions_of_organization').on(table.organizationId, table.userId),
    index('push_subscriptions_of_session').on(table.sessionId),
    ownRows(table.organizationId),
  ],
)
