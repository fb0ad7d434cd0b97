import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  doublePrecision,
  foreignKey,
  index,
  jsonb,
  pgTable,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { RefusedRow } from '../../../contract/device-api.ts'
import { instant, ownRows, reference, rowId } from './columns.ts'
import { devices } from './devices.ts'
import { pictures } from './pictures.ts'

/** What a device has reported («device history» of the documents). Append-only. */
export const deviceReports = pgTable(
  'device_reports',
  {
    id: rowId(),
    organizationId: reference().notNull(),
    deviceId: reference().notNull(),
    kind: text().$type<'register' | 'picture' | 'analog' | 'heartbeat'>().notNull(),
    /** When it was measured, by the best clock known. */
    createdAt: instant().notNull(),
    receivedAt: instant().notNull(),
    dbm: smallint(),
    batteryPer: smallint(),
    runningTime: bigint({ mode: 'number' }),
    wakeupReason: smallint().$type<0 | 1 | 2>(),
    /** How far the device’s clock was ahead, where that was more than it may be. */
    clockOffsetMs: bigint({ mode: 'number' }),
    /** For people: what the server noticed of the report. */
    other: text(),
    logs: text(),
    pictureSha256: text(),
    channel: smallint(),
    /** What an analog input measured, in V or mA; null for other reports and for those of earlier versions. */
    measured: doublePrecision(),
    idempotencyKey: text(),
    /** Hash of the first request with this key; a repeat must match. */
    fingerprint: text(),
    /** Rows of the call that were refused, so that a repeat gets the same answer; with the key only. */
    refusedRows: jsonb().$type<RefusedRow[]>(),
  },
  (table) => [
    unique('device_reports_organization_id').on(table.organizationId, table.id),
    foreignKey({
      columns: [table.organizationId, table.deviceId],
      foreignColumns: [devices.organizationId, devices.id],
    }),
    foreignKey({
      columns: [table.organizationId, table.pictureSha256],
      foreignColumns: [pictures.organizationId, pictures.sha256],
    }),
    // The last two for the graph of the signal: it is drawn from the index alone.
    index('device_reports_of_device').on(
      table.deviceId,
      table.createdAt,
      table.id,
      table.organizationId,
      table.dbm,
    ),
    // Between two pictures many reports only say that the device lives.
    index('device_reports_with_picture')
      .on(table.deviceId, table.createdAt, table.id)
      .where(sql`${table.pictureSha256} is not null`),
    // The last to arrive: a backlog is older than what arrived before it.
    index('device_reports_of_arrival').on(table.deviceId, table.receivedAt, table.id),
    // An analog call has one key for all of its measurements: only the first row carries it.
    uniqueIndex('device_reports_idempotency_key')
      .on(table.organizationId, table.deviceId, table.idempotencyKey)
      .where(sql`${table.idempotencyKey} is not null`),
    check('device_reports_measured', sql`${table.measured} is null or ${table.kind} = 'analog'`),
    check('device_reports_key', sql`(${table.idempotencyKey} is null) = (${table.fingerprint} is null)`),
    ownRows(table.organizationId),
  ],
)

export const deviceErrors = pgTable(
  'device_errors',
  {
    id: rowId(),
    organizationId: reference().notNull(),
    deviceId: reference().notNull(),
    reportId: reference(),
    errorMessage: text().notNull(),
    createdAt: instant().notNull(),
  },
  (table) => [
    foreignKey({
      columns: [table.organizationId, table.deviceId],
      foreignColumns: [devices.organizationId, devices.id],
    }),
    foreignKey({
      columns: [table.organizationId, table.reportId],
      foreignColumns: [deviceReports.organizationId, deviceReports.id],
    }),
    index('device_errors_of_organization').on(table.organizationId, table.createdAt, table.id),
    index('device_errors_of_device').on(table.deviceId, table.createdAt, table.id),
    index('device_errors_of_report').on(table.reportId),
    ownRows(table.organizationId),
  ],
)
