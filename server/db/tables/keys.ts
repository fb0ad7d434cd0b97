import { sql } from 'drizzle-orm'
import {
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { createdAt, instant, ownRows, reference, rowId, updatedAt } from './columns.ts'
import { deviceReports } from './device-reports.ts'
import { organizations, users } from './organizations.ts'
import { pictures } from './pictures.ts'

export const apiKeys = pgTable(
  'api_keys',
  {
    id: rowId(),
    organizationId: reference()
      .notNull()
      .references(() => organizations.id),
    name: text().notNull(),
    accessKey: text().notNull().unique(),
    /** AES-256-GCM by `server/secrets.ts`, base64: shown again to administrators. */
    secretKey: text().notNull(),
    /** A member when it was made; without the membership the key opens nothing. */
    userId: reference()
      .notNull()
      .references(() => users.id),
    type: smallint().$type<0 | 1>().notNull(),
    expireAt: instant().notNull(),
    whiteIps: text().array(),
    maxCount: integer(),
    /** Calls of the day `countedOn` of the organization’s zone. */
    dailyCount: integer().notNull().default(0),
    countedOn: date({ mode: 'string' }),
    /** AI-on-the-edge-device: meter ids by the names that its webhook sends, where they are not the meters’ own. */
    meterNames: jsonb().$type<Record<string, number>>().notNull().default({}),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: instant(),
  },
  (table) => [
    unique('api_keys_organization_id').on(table.organizationId, table.id),
    check('api_keys_type', sql`${table.type} in (0, 1)`),
    check('api_keys_max_count', sql`${table.maxCount} > 0`),
    ownRows(table.organizationId),
  ],
)

/** Calls with keys, refused ones too. Without an organization: the key was unknown. */
export const accessLogs = pgTable(
  'access_logs',
  {
    id: rowId(),
    organizationId: reference(),
    keyId: reference(),
    accessIp: text().notNull(),
    messages: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    foreignKey({
      columns: [table.organizationId, table.keyId],
      foreignColumns: [apiKeys.organizationId, apiKeys.id],
    }),
    index('access_logs_of_organization').on(table.organizationId, table.createdAt, table.id),
    index('access_logs_age').on(table.createdAt),
    ownRows(table.organizationId),
  ],
)

/**
 * Values and picture that a webhook of AI-on-the-edge-device sends for one time, in two calls, in either order. A picture
 * without a report waits for its values.
 */
export const webhookCalls = pgTable(
  'webhook_calls',
  {
    organizationId: reference().notNull(),
    keyId: reference().notNull(),
    /** As the device calls it: when the value before was read. */
    at: instant().notNull(),
    reportId: reference(),
    pictureSha256: text(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.keyId, table.at] }),
    foreignKey({
      columns: [table.organizationId, table.keyId],
      foreignColumns: [apiKeys.organizationId, apiKeys.id],
    }),
    foreignKey({
      columns: [table.organizationId, table.reportId],
      foreignColumns: [deviceReports.organizationId, deviceReports.id],
    }),
    foreignKey({
      columns: [table.organizationId, table.pictureSha256],
      foreignColumns: [pictures.organizationId, pictures.sha256],
    }),
    ownRows(table.organizationId),
  ],
)
