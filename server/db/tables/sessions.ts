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
    revokedAt: instant(),
    revokedReason: text(),
    /** The refresh token last exchanged, as long as nothing that it was exchanged for has been used. */
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

/** Who has signed in on which device, so that tries from it are not counted with those of its neighbours. */
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

/** What throttling counts: one row a try, by the name and person tried and by the address or device it came from. */
export const signInAttempts = pgTable(
  'sign_in_attempts',
  {
    id: rowId(),
    account: text().notNull(),
    /** Whose name it is; null where it is nobody’s, or where the try was withheld from them. */
    userId: reference(),
    address: text().notNull(),
    succeeded: boolean().notNull(),
    at: instant().notNull().defaultNow(),
  },
  (table) => [
    index('sign_in_attempts_account').on(table.account, table.at),
    index('sign_in_attempts_address').on(table.address, table.at),
  ],
).enableRLS()

/** One row: by what the database knows that a call’s organization was told by the server (`organization_of_call`). */
export const callKeys = pgTable('call_keys', { key: text().notNull() }).enableRLS()
