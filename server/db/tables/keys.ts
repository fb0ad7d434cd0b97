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
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { ErrorCode, Issue } from '../../../contract/calls/errors.ts'
import { createdAt, instant, ownRows, reference, rowId, updatedAt } from './columns.ts'
import { deviceReports } from './device-reports.ts'
import { devices } from './devices.ts'
import { meters } from './meters.ts'
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
    /**
     * The user that a Common key acts as; without the membership it opens nothing. For a Device key only a name in lists,
     * and null for a device's own key.
     */
    userId: reference().references(() => users.id),
    type: smallint().$type<0 | 1>().notNull(),
    /** The device that this key is for; null for a Common key, and for a Device key that speaks for all devices. */
    deviceId: reference(),
    /** Null for a device's own key that does not expire. */
    expireAt: instant(),
    /** The expiry that administrators were mailed about, or null. */
    announcedExpiry: instant(),
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
    check(
      'api_keys_device',
      sql`${table.deviceId} is null or (${table.type} = 1 and ${table.userId} is null)`,
    ),
    check('api_keys_user', sql`${table.deviceId} is not null or ${table.userId} is not null`),
    check('api_keys_expiry', sql`${table.deviceId} is not null or ${table.expireAt} is not null`),
    check('api_keys_own_expiry', sql`${table.deviceId} is null or ${table.expireAt} > ${table.createdAt}`),
    check(
      'api_keys_announced_expiry',
      sql`${table.expireAt} is not null or ${table.announcedExpiry} is null`,
    ),
    foreignKey({
      columns: [table.organizationId, table.deviceId],
      foreignColumns: [devices.organizationId, devices.id],
    }),
    uniqueIndex('api_keys_of_device')
      .on(table.deviceId)
      .where(sql`${table.deviceId} is not null and ${table.deletedAt} is null`),
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
 * without a report and without a note waits for its values.
 */
export const webhookCalls = pgTable(
  'webhook_calls',
  {
    organizationId: reference().notNull(),
    keyId: reference().notNull(),
    /**
     * As the device calls it: when the value before was read. If the picture belongs to no values: when it was received.
     */
    at: instant().notNull(),
    reportId: reference(),
    pictureSha256: text(),
    /** When the picture was received. Null if there has been none; also in rows of earlier versions that have values. */
    receivedAt: instant(),
    /** Why the picture belongs to no values, as its answer said it. Null if it belongs to the values of its time. */
    note: text(),
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
    check('webhook_calls_received_at', sql`${table.receivedAt} is not null or ${table.note} is null`),
    ownRows(table.organizationId),
  ],
)

/** The numbers that a device's webhook has sent, and the meters that an administrator has assigned to them. */
export const deviceNumbers = pgTable(
  'device_numbers',
  {
    organizationId: reference().notNull(),
    deviceId: reference().notNull(),
    name: text().notNull(),
    /** Null: the meter of the device with the same name, if there is one. */
    meterId: reference(),
    /** The value as last sent. */
    value: text().notNull(),
    seenAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.deviceId, table.name] }),
    foreignKey({
      columns: [table.organizationId, table.deviceId],
      foreignColumns: [devices.organizationId, devices.id],
    }),
    foreignKey({
      columns: [table.organizationId, table.meterId],
      foreignColumns: [meters.organizationId, meters.id],
    }),
    ownRows(table.organizationId),
  ],
)

/** The last refused call of each kind of a device. */
export const deviceRejections = pgTable(
  'device_rejections',
  {
    organizationId: reference().notNull(),
    deviceId: reference().notNull(),
    /** Name of the endpoint. */
    call: text().notNull(),
    at: instant().notNull(),
    code: text().$type<ErrorCode>().notNull(),
    issues: jsonb().$type<Issue[]>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.deviceId, table.call] }),
    foreignKey({
      columns: [table.organizationId, table.deviceId],
      foreignColumns: [devices.organizationId, devices.id],
    }),
    ownRows(table.organizationId),
  ],
)
