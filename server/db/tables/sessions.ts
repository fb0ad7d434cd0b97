import { sql } from 'drizzle-orm'
import { boolean, index, pgPolicy, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { applicationRole, createdAt, instant, ownRows, reference, rowId } from './columns.ts'
import { organizations, users } from './organizations.ts'

export const sessions = pgTable(
  'sessions',
  {
    id: rowId(),
    userId: reference()
      .notNull()
      .references(() => users.id),
    organizationId: reference()
      .notNull()
      .references(() => organizations.id),
    createdAt: createdAt(),
    lastUsedAt: instant().notNull().defaultNow(),
    /** Of the browser that signed in, for the list of signed-in devices. */
    userAgent: text(),
    /** The address that signed in. */
    address: text(),
    revokedAt: instant(),
    revokedReason: text(),
    /** The refresh token last exchanged, until a token it was exchanged for is used. */
    unconfirmedTokenId: reference(),
  },
  (table) => [
    index('sessions_user').on(table.userId),
    ownRows(table.organizationId),
    pgPolicy('ended_stays', {
      as: 'restrictive',
      for: 'update',
      to: applicationRole,
      using: sql`${table.revokedAt} is null`,
      withCheck: sql`true`,
    }),
  ],
)

export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    id: rowId(),
    sessionId: reference()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    tokenHash: text().notNull().unique(),
    createdAt: createdAt(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
  },
  (table) => [index('refresh_tokens_session').on(table.sessionId)],
).enableRLS()

export const confirmationCodes = pgTable(
  'confirmation_codes',
  {
    id: rowId(),
    userId: reference()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    codeHash: text().notNull(),
    createdAt: createdAt(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
  },
  (table) => [index('confirmation_codes_user').on(table.userId, table.createdAt)],
).enableRLS()

/** A new e-mail address that its owner has still to confirm by a mail to it. */
export const emailChanges = pgTable(
  'email_changes',
  {
    id: rowId(),
    userId: reference()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The organization whose address is in the mail’s link. */
    organizationId: reference()
      .notNull()
      .references(() => organizations.id),
    requestedByUserId: reference()
      .notNull()
      .references(() => users.id),
    email: text().notNull(),
    tokenHash: text().notNull().unique(),
    createdAt: createdAt(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
  },
  (table) => [index('email_changes_user').on(table.userId, table.createdAt), ownRows(table.organizationId)],
)

/** Which user signed in on which device: attempts from it are counted apart from its network. */
export const deviceMarks = pgTable(
  'device_marks',
  {
    markHash: text().notNull(),
    userId: reference()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    signedInAt: instant().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.markHash, table.userId] })],
).enableRLS()

/** Sign-in attempts for throttling, by name, user and address or device. */
export const signInAttempts = pgTable(
  'sign_in_attempts',
  {
    id: rowId(),
    account: text().notNull(),
    /** Null where the name is nobody’s, or where the attempt was masked. */
    userId: reference(),
    address: text().notNull(),
    succeeded: boolean().notNull(),
    at: instant().notNull().defaultNow(),
  },
  (table) => [
    index('sign_in_attempts_account').on(table.account, table.at),
    index('sign_in_attempts_address').on(table.address, table.at),
    index('sign_in_attempts_user').on(table.userId, table.at),
  ],
).enableRLS()

/** One row: the key by which the database verifies a call’s organization (`organization_of_call`). */
export const callKeys = pgTable('call_keys', { key: text().notNull() }).enableRLS()
