import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgPolicy,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { BlindPercent } from '../../../contract/review/blind.ts'
import type { QuietHours } from '../../../contract/time/quietHours.ts'
import { applicationRole, createdAt, instant, ownRows, reference, rowId, updatedAt } from './columns.ts'

/** What an organization may use. Of no organization: everybody reads them. */
export const plans = pgTable(
  'plans',
  {
    id: rowId(),
    name: text().notNull().unique(),
    /** Trial 0, Basic 1, Premium 2, Expert 3, Unlimited 99. */
    type: smallint().$type<0 | 1 | 2 | 3 | 99>().notNull(),
    aiApiMaxCount: integer(),
    aiApiFreeCount: integer(),
    limitMobileCount: integer(),
    allowDevices: boolean().notNull().default(true),
    allowApps: boolean().notNull().default(true),
    allowApis: boolean().notNull().default(true),
    allowMobiles: boolean().notNull().default(true),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    check('plans_type', sql`${table.type} in (0, 1, 2, 3, 99)`),
    check(
      'plans_limits',
      sql`${table.aiApiMaxCount} >= 0 and ${table.aiApiFreeCount} >= 0 and ${table.limitMobileCount} >= 0`,
    ),
    // Also true where one of them is null.
    check('plans_free_within_max', sql`${table.aiApiFreeCount} <= ${table.aiApiMaxCount}`),
    pgPolicy('everybody_reads', { for: 'select', to: applicationRole, using: sql`true` }),
  ],
)

export const organizations = pgTable(
  'organizations',
  {
    id: rowId(),
    name: text().notNull().unique(),
    code: text().notNull().unique(),
    planId: reference()
      .notNull()
      .default(1)
      .references(() => plans.id),
    status: smallint().$type<0 | 1 | 2>().notNull().default(0),
    expireAt: instant(),
    timeZone: text().notNull().default('Asia/Tokyo'),
    useAiBoost: boolean().notNull().default(false),
    /** Days after which originals of pictures are deleted; null: never. */
    imageKeepDuration: integer(),
    /** When notices are held, in the organization’s zone; null: never. */
    quietHours: jsonb().$type<QuietHours>(),
    /** Percent of the readings of which the reader was sure that come to 要確認 without their value. */
    blindSamplePercent: real().$type<BlindPercent>().notNull().default(1),
    demoEnabled: boolean().notNull().default(false),
    protected: boolean().notNull().default(false),
    /** While the demonstration is being filled: as of when, and how many days are done. */
    filling: jsonb().$type<{ at: string; done: number; total: number }>(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    ownRows(table.id),
    check('organizations_status', sql`${table.status} in (0, 1, 2)`),
    check('organizations_blind_sample_percent', sql`${table.blindSamplePercent} between 0 and 2`),
    check('organizations_image_keep_duration', sql`${table.imageKeepDuration} > 0`),
    check(
      'organizations_quiet_hours',
      sql`${table.quietHours} is null or coalesce(
        ${table.quietHours} ->> 'from' ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'
        and ${table.quietHours} ->> 'to' ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'
        and ${table.quietHours} -> 'from' <> ${table.quietHours} -> 'to'
        and jsonb_typeof(${table.quietHours} -> 'weekdays') = 'array'
        and ${table.quietHours} -> 'weekdays' <> '[]' and ${table.quietHours} -> 'weekdays' <@ '[0,1,2,3,4,5,6]', false)`,
    ),
  ],
)

/** The application role sees names and addresses of its organization’s members, never a password hash. */
export const users = pgTable(
  'users',
  {
    id: rowId(),
    username: text().notNull(),
    email: text().notNull(),
    /** When a mail to the present address proved that its owner uses this account; null: never. */
    emailConfirmedAt: instant(),
    passwordHash: text().notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('users_username').on(sql`lower(${table.username})`),
    uniqueIndex('users_email').on(sql`lower(${table.email})`),
    pgPolicy('own_organization', {
      for: 'select',
      to: applicationRole,
      using: sql`exists (select 1 from memberships where memberships.user_id = ${table.id})`,
    }),
  ],
)

export const memberships = pgTable(
  'memberships',
  {
    id: rowId(),
    userId: reference()
      .notNull()
      .references(() => users.id),
    organizationId: reference()
      .notNull()
      .references(() => organizations.id),
    role: smallint().$type<0 | 1 | 2>().notNull(),
    isAlertMail: boolean().notNull().default(false),
    /** Wants to be told what is missing before a closing. */
    isClosingNotice: boolean().notNull().default(true),
    /** IP addresses or CIDR ranges the user may come from; null: any. */
    whiteIps: text().array(),
    createdAt: createdAt(),
  },
  (table) => [
    unique('memberships_user_organization').on(table.userId, table.organizationId),
    index('memberships_organization').on(table.organizationId),
    check('memberships_role', sql`${table.role} in (0, 1, 2)`),
    ownRows(table.organizationId),
  ],
)

/** A membership that takes effect when the link in the mail is opened. Until then nothing else knows of it. */
export const invitations = pgTable(
  'invitations',
  {
    id: rowId(),
    organizationId: reference()
      .notNull()
      .references(() => organizations.id),
    email: text().notNull(),
    /** Of the user that the link creates; null: the address had an account. */
    username: text(),
    role: smallint().$type<0 | 1 | 2>().notNull(),
    isAlertMail: boolean().notNull().default(false),
    whiteIps: text().array(),
    invitedByUserId: reference()
      .notNull()
      .references(() => users.id),
    tokenHash: text().notNull().unique(),
    /** When the mail was sent: each mail is a row, so that mails can be counted. */
    createdAt: createdAt(),
    expiresAt: instant().notNull(),
    /** When it was accepted, withdrawn or replaced by another mail. */
    endedAt: instant(),
  },
  (table) => [
    uniqueIndex('invitations_open')
      .on(table.organizationId, sql`lower(${table.email})`)
      .where(sql`${table.endedAt} is null`),
    index('invitations_email').on(sql`lower(${table.email})`, table.createdAt),
    index('invitations_organization').on(table.organizationId, table.createdAt),
    check('invitations_role', sql`${table.role} in (0, 1, 2)`),
    ownRows(table.organizationId),
  ],
)

/** AI boost calls of a calendar month in the organization’s zone. */
export const aiBoostCounts = pgTable(
  'ai_boost_counts',
  {
    organizationId: reference()
      .notNull()
      .references(() => organizations.id),
    /** Its first day. */
    month: date({ mode: 'string' }).notNull(),
    calls: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.month] }),
    check('ai_boost_counts_calls', sql`${table.calls} >= 0`),
    ownRows(table.organizationId),
  ],
)

/** Initialisation of an organization’s data, one at a time; the last one stays. */
export const dataResets = pgTable(
  'data_resets',
  {
    organizationId: reference()
      .primaryKey()
      .references(() => organizations.id),
    startedByUserId: reference()
      .notNull()
      .references(() => users.id),
    startedAt: instant().notNull(),
    /** What is being done: deleting rows and pictures, or filling the demonstration anew. */
    step: text().$type<'delete' | 'fill'>().notNull().default('delete'),
    done: integer().notNull().default(0),
    total: integer().notNull().default(0),
    finishedAt: instant(),
    /** Why it ended without success. */
    failure: text(),
  },
  (table) => [ownRows(table.organizationId)],
)
