import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgPolicy,
  pgTable,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { EndReason, RuleOfAlert } from '../../../contract/alerts.ts'
import type { ValueFormat } from '../../../contract/values/valueFormat.ts'
import { alertRuleCases } from './alert-rules.ts'
import { applicationRole, createdAt, currentUser, instant, ownRows, reference, rowId } from './columns.ts'
import { meters } from './meters.ts'
import { memberships, organizations, users } from './organizations.ts'
import { readings } from './readings.ts'
import { sessions } from './sessions.ts'

/**
 * One run of a meter’s abnormal readings, derived from the readings until a person confirms it, and unchanged from then
 * on. With a rule, it is derived from the rule's case in the same way, by triggers of the case.
 */
export const alerts = pgTable(
  'alerts',
  {
    id: rowId(),
    organizationId: reference().notNull(),
    meterId: reference().notNull(),
    isAlert: boolean().notNull(),
    isAlerted: boolean().notNull(),
    /** When the first reading of the run was measured. */
    createdAt: instant().notNull(),
    firstReadingId: reference().notNull(),
    latestAt: instant().notNull(),
    readingId: reference().notNull(),
    /** When the run ended; while it goes on, when its latest reading was measured. */
    updatedAt: instant().notNull(),
    /**
     * Why it ended; null while it occurs, and if it was confirmed before it ended. An alert that was ended by a range or a
     * correction no longer follows readings.
     */
    endReason: text().$type<EndReason>(),
    confirmAt: instant(),
    confirmedByUserId: reference().references(() => users.id),
    /** The value that who confirmed it saw; null: there was none. */
    confirmedValue: doublePrecision(),
    comment: text(),
    /** When its author last changed the comment after the confirmation; null: never. */
    commentEditedAt: instant(),
    /** Who works on it, or did until it was confirmed. Until then a member: migration 0077 has the triggers. */
    assigneeUserId: reference().references(() => users.id),
    /** Since when the assignee has it. */
    takenAt: instant(),
    /** When people were first told of it; null: not yet, or by a version without this column. */
    toldAt: instant(),
    /** When a group was told as well, because nobody had confirmed it. */
    escalatedAt: instant(),
    /** That group by its name then, with the members that were told; null: it was empty, and everybody was told. */
    escalatedTo: jsonb().$type<{ name: string; userIds: number[] }>(),
    /** When people were last told again, because nobody had confirmed it. */
    repeatedAt: instant(),
    /**
     * The abnormal range that it is judged by: the meter’s when it opened, or the one by which it was rejudged while it
     * occurred. Alerts older than these columns have the range of the migration’s day.
     */
    emergencyStartValue: doublePrecision(),
    emergencyEndValue: doublePrecision(),
    /** The alert rule that opened it, as it was then, with the worst level so far; null: the abnormal range did. */
    rule: jsonb().$type<RuleOfAlert>(),
    /** Null: there is no rule, or it has been deleted. */
    ruleCaseId: reference(),
  },
  (table) => [
    foreignKey({
      columns: [table.organizationId, table.meterId],
      foreignColumns: [meters.organizationId, meters.id],
    }),
    // Only `rule_case_id` becomes null.
    foreignKey({
      columns: [table.organizationId, table.ruleCaseId],
      foreignColumns: [alertRuleCases.organizationId, alertRuleCases.id],
    }).onDelete('set null'),
    foreignKey({
      columns: [table.organizationId, table.firstReadingId],
      foreignColumns: [readings.organizationId, readings.id],
    }),
    foreignKey({
      columns: [table.organizationId, table.readingId],
      foreignColumns: [readings.organizationId, readings.id],
    }),
    check('alerts_occurring', sql`not ${table.isAlert} or ${table.isAlerted}`),
    check('alerts_end_reason', sql`${table.endReason} in ('value', 'range', 'correction', 'rule')`),
    check('alerts_rule', sql`${table.ruleCaseId} is null or ${table.rule} is not null`),
    check('alerts_ended', sql`not ${table.isAlerted} or ${table.isAlert} = (${table.endReason} is null)`),
    check('alerts_confirmed', sql`${table.isAlerted} = (${table.confirmAt} is null)`),
    check('alerts_confirmed_by', sql`(${table.confirmAt} is null) = (${table.confirmedByUserId} is null)`),
    check('alerts_confirmed_value', sql`${table.confirmedValue} is null or ${table.confirmAt} is not null`),
    check('alerts_comment', sql`${table.comment} is null or ${table.confirmAt} is not null`),
    check('alerts_taken', sql`(${table.assigneeUserId} is null) = (${table.takenAt} is null)`),
    check('alerts_escalated', sql`${table.escalatedTo} is null or ${table.escalatedAt} is not null`),
    check(
      'alerts_told',
      sql`${table.toldAt} is not null or (${table.escalatedAt} is null and ${table.repeatedAt} is null)`,
    ),
    check('alerts_comment_edited', sql`${table.commentEditedAt} is null or ${table.confirmAt} is not null`),
    check(
      'alerts_stretch',
      sql`(${table.createdAt}, ${table.firstReadingId}) <= (${table.latestAt}, ${table.readingId})`,
    ),
    uniqueIndex('alerts_occurring_of_meter')
      .on(table.meterId)
      .where(sql`${table.isAlert} and ${table.rule} is null`),
    uniqueIndex('alerts_of_rule_case').on(table.ruleCaseId).where(sql`${table.ruleCaseId} is not null`),
    unique('alerts_organization_id').on(table.organizationId, table.id),
    index('alerts_of_meter').on(table.meterId, table.latestAt),
    // One index for each order of a state’s list.
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
    index('alerts_of_assignee')
      .on(table.organizationId, table.assigneeUserId)
      .where(sql`${table.assigneeUserId} is not null`),
    // Those of which people may have to be told again.
    index('alerts_unconfirmed')
      .on(table.organizationId, table.toldAt)
      .where(sql`${table.isAlert} and ${table.toldAt} is not null`),
    index('alerts_by_number').on(table.organizationId, table.isAlerted, table.isAlert, table.id),
    ownRows(table.organizationId),
    pgPolicy('confirmed_stays', {
      as: 'restrictive',
      for: 'update',
      to: applicationRole,
      // Who confirmed it may undo that for a moment: the service says how long; a screen’s clock may be off by two
      // minutes. Later the author changes the comment by the function `set_alert_comment`.
      using: sql`${table.confirmAt} is null or (${table.confirmedByUserId} = ${currentUser}
        and ${table.confirmAt} > now() - interval '3 minutes')`,
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

/** Who confirmed an alert, undid that, changed the comment or said who works on it. Append-only. */
export const alertChanges = pgTable(
  'alert_changes',
  {
    id: rowId(),
    organizationId: reference().notNull(),
    meterId: reference().notNull(),
    /** No foreign key: the alert may be deleted, its history stays. */
    alertId: reference().notNull(),
    /** The run as the person saw it. */
    firstAt: instant().notNull(),
    latestAt: instant().notNull(),
    emergencyStartValue: doublePrecision(),
    emergencyEndValue: doublePrecision(),
    /** How the range was shown; null: not recorded. */
    valueFormat: jsonb().$type<ValueFormat>(),
    userId: reference()
      .notNull()
      .references(() => users.id),
    at: instant().notNull().defaultNow(),
    action: text().$type<'confirm' | 'undo' | 'comment' | 'assign'>().notNull(),
    comment: text(),
    /** The comment that `comment` replaced. */
    previousComment: text(),
    /** The name of who works on it from then on; null: nobody. */
    assignee: text(),
    previousAssignee: text(),
  },
  (table) => [
    foreignKey({
      columns: [table.organizationId, table.meterId],
      foreignColumns: [meters.organizationId, meters.id],
    }),
    index('alert_changes_of_organization').on(table.organizationId, table.at, table.id),
    index('alert_changes_of_user').on(table.organizationId, table.userId, table.at, table.id),
    index('alert_changes_of_meter').on(table.meterId, table.at),
    index('alert_changes_of_alert').on(table.alertId, table.id),
    check('alert_changes_action', sql`${table.action} in ('confirm', 'undo', 'comment', 'assign')`),
    check(
      'alert_changes_previous_comment',
      sql`${table.previousComment} is null or ${table.action} = 'comment'`,
    ),
    check(
      'alert_changes_assignee',
      sql`${table.action} = 'assign' or (${table.assignee} is null and ${table.previousAssignee} is null)`,
    ),
    ownRows(table.organizationId),
  ],
)

/** A confirmed alert got worse by so much that people are told again; once for each step. */
export const alertWorsenings = pgTable(
  'alert_worsenings',
  {
    id: rowId(),
    organizationId: reference().notNull(),
    alertId: reference().notNull(),
    /** The reading that shows it. */
    readingId: reference().notNull(),
    /** Its value at that time. */
    value: doublePrecision().notNull(),
    /** The value that people knew; null: there was none. */
    previousValue: doublePrecision(),
    at: instant().notNull(),
  },
  (table) => [
    foreignKey({
      columns: [table.organizationId, table.alertId],
      foreignColumns: [alerts.organizationId, alerts.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.organizationId, table.readingId],
      foreignColumns: [readings.organizationId, readings.id],
    }).onDelete('cascade'),
    index('alert_worsenings_of_alert').on(table.alertId, table.id),
    index('alert_worsenings_of_reading').on(table.readingId),
    ownRows(table.organizationId),
  ],
)

/**
 * Alerts that are still to be announced: inserted with the alert or its worsening, deleted when mails and notifications
 * are enqueued.
 */
export const alertAnnouncements = pgTable(
  'alert_announcements',
  {
    alertId: reference()
      .primaryKey()
      .references(() => alerts.id, { onDelete: 'cascade' }),
    organizationId: reference().notNull(),
    /** The worsening to announce; null: the alert itself. */
    worseningId: reference().references(() => alertWorsenings.id, { onDelete: 'cascade' }),
    /** Whether the end of a rule's case is to be announced. */
    isEnd: boolean().notNull().default(false),
    /** Whether nothing has been announced of the alert yet. */
    isFirst: boolean().notNull().default(true),
    failures: integer().notNull().default(0),
  },
  (table) => [ownRows(table.organizationId)],
)

/** A notice that is sent, with others, when the quiet hours are over. */
export const heldNotices = pgTable(
  'held_notices',
  {
    id: rowId(),
    organizationId: reference()
      .notNull()
      .references(() => organizations.id),
    subject: text().notNull(),
    /** Row of the subject. */
    subjectId: reference().notNull(),
    at: instant().notNull(),
  },
  (table) => [
    unique('held_notices_subject').on(table.organizationId, table.subject, table.subjectId),
    ownRows(table.organizationId),
  ],
)

/** What was held in one stretch of quiet hours. Deleted once nothing tries to send it any more. */
export const noticeDigests = pgTable(
  'notice_digests',
  {
    id: rowId(),
    organizationId: reference()
      .notNull()
      .references(() => organizations.id),
    items: jsonb().$type<{ subject: string; id: number }[]>().notNull(),
    /** When the first was held, and when they were sent. */
    fromAt: instant().notNull(),
    at: instant().notNull(),
  },
  (table) => [
    index('notice_digests_of_organization').on(table.organizationId, table.at),
    ownRows(table.organizationId),
  ],
)

/** A browser that gets a user’s alerts as notifications while its session lasts. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: rowId(),
    organizationId: reference().notNull(),
    userId: reference().notNull(),
    sessionId: reference()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    /** One browser notifies one person of one organization, the last that asked. */
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
