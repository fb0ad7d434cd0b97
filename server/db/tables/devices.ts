import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgPolicy,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { OutageCause } from '../../../contract/devices.ts'
import { applicationRole, createdAt, instant, ownRows, reference, rowId, updatedAt } from './columns.ts'
import { mapPins } from './maps.ts'
import { organizations } from './organizations.ts'

export const devices = pgTable(
  'devices',
  {
    id: rowId(),
    organizationId: reference()
      .notNull()
      .references(() => organizations.id),
    name: text().notNull(),
    serialNumber: text(),
    /** Whether another live device already had the same serial number in other letter case when case came to be ignored. */
    isSerialCaseSensitive: boolean().notNull().default(false),
    type: smallint().$type<0 | 1 | 2 | 3 | 4 | 5>().notNull(),
    status: smallint().$type<0 | 1 | 2 | 3 | 5>().notNull().default(0),
    resolutionType: smallint().$type<0 | 1 | 2>(),
    /** Pictures and measurements in all; equals the rows of `device_reports`, one for each measurement. */
    count: integer().notNull().default(0),
    runningTime: bigint({ mode: 'number' }),
    heartbeatTime: integer(),
    isNextAf: boolean().notNull().default(false),
    isBuzzer: boolean().notNull().default(false),
    isFlash: boolean().notNull().default(false),
    allowTimeDrift: integer().notNull().default(180),
    intervalCrons: text(),
    parentDeviceId: reference(),
    accessHash: text(),
    mapPinId: reference(),
    batteryPer: smallint(),
    lastDbmRecorded: smallint(),
    lastRecordedAt: instant(),
    lastCommunicatedAt: instant(),
    /** When its clock was last off by more than it may be: how far it was ahead. */
    clockOffsetMs: bigint({ mode: 'number' }),
    /** First scheduled time after its last report. */
    nextDueAt: instant(),
    /** When that counts as missed: with retry time and drift. Null without a schedule, and while an outage is open. */
    missedAt: instant(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: instant(),
  },
  (table) => [
    unique('devices_organization_id').on(table.organizationId, table.id),
    uniqueIndex('devices_serial_number').on(table.serialNumber).where(sql`${table.deletedAt} is null`),
    uniqueIndex('devices_folded_serial_number')
      .on(sql`lower(${table.serialNumber})`)
      .where(sql`${table.deletedAt} is null and not ${table.isSerialCaseSensitive}`),
    // Finds whoever is silent, each minute.
    index('devices_missed').on(table.missedAt).where(sql`${table.missedAt} is not null`),
    check('devices_type', sql`${table.type} between 0 and 5`),
    check('devices_status', sql`${table.status} in (0, 1, 2, 3, 5)`),
    check('devices_battery', sql`${table.batteryPer} between 0 and 100`),
    check('devices_heartbeat_time', sql`${table.heartbeatTime} between 3600 and 86400`),
    check('devices_time_drift', sql`${table.allowTimeDrift} between 60 and 86400`),
    check('devices_parent', sql`${table.parentDeviceId} <> ${table.id}`),
    foreignKey({
      columns: [table.organizationId, table.parentDeviceId],
      foreignColumns: [table.organizationId, table.id],
    }),
    foreignKey({
      columns: [table.organizationId, table.mapPinId],
      foreignColumns: [mapPins.organizationId, mapPins.id],
    }),
    index('devices_of_map_pin').on(table.mapPinId).where(sql`${table.mapPinId} is not null`),
    ownRows(table.organizationId),
  ],
)

/** Which schedule held from when on; null: none, or deleted. Arrivals of a day follow the schedule of that day. */
export const deviceSchedules = pgTable(
  'device_schedules',
  {
    id: rowId(),
    organizationId: reference().notNull(),
    deviceId: reference().notNull(),
    from: instant().notNull(),
    intervalCrons: text(),
  },
  (table) => [
    foreignKey({
      columns: [table.organizationId, table.deviceId],
      foreignColumns: [devices.organizationId, devices.id],
    }),
    index('device_schedules_of_device').on(table.deviceId, table.from),
    ownRows(table.organizationId),
  ],
)

/** An interval in which a device was silent. */
export const deviceOutages = pgTable(
  'device_outages',
  {
    id: rowId(),
    organizationId: reference().notNull(),
    deviceId: reference().notNull(),
    /** The first due time that was missed. */
    since: instant().notNull(),
    noticedAt: instant().notNull(),
    cause: text().$type<OutageCause>().notNull(),
    endedAt: instant(),
    /** Due times without a report; known when it ends. */
    missing: integer(),
    /** Null until people have been told. */
    announcedAt: instant(),
    /** Null until people have been told that it is over. */
    recoveryAnnouncedAt: instant(),
  },
  (table) => [
    foreignKey({
      columns: [table.organizationId, table.deviceId],
      foreignColumns: [devices.organizationId, devices.id],
    }),
    uniqueIndex('device_outages_open').on(table.deviceId).where(sql`${table.endedAt} is null`),
    index('device_outages_of_device').on(table.deviceId, table.since),
    index('device_outages_to_announce').on(table.id).where(sql`${table.announcedAt} is null`),
    index('device_outages_ended_to_announce')
      .on(table.id)
      .where(sql`${table.endedAt} is not null and ${table.recoveryAnnouncedAt} is null`),
    check('device_outages_interval', sql`${table.since} <= ${table.noticedAt}`),
    ownRows(table.organizationId),
  ],
)

/** An interval in which a device reported errors, or a low battery. */
export const deviceTroubles = pgTable(
  'device_troubles',
  {
    id: rowId(),
    organizationId: reference().notNull(),
    deviceId: reference().notNull(),
    kind: text().$type<'error' | 'battery'>().notNull(),
    /** The first error message; null for a battery. */
    message: text(),
    since: instant().notNull(),
    endedAt: instant(),
    /** Null until it is mailed. */
    announcedAt: instant(),
    /** Whether it is not mailed at present because the device had too many troubles. */
    isMuted: boolean().notNull().default(false),
    /** Null until its end is mailed, or until it is over without having been mailed. */
    recoveryAnnouncedAt: instant(),
  },
  (table) => [
    foreignKey({
      columns: [table.organizationId, table.deviceId],
      foreignColumns: [devices.organizationId, devices.id],
    }),
    uniqueIndex('device_troubles_open').on(table.deviceId, table.kind).where(sql`${table.endedAt} is null`),
    index('device_troubles_of_device').on(table.deviceId, table.kind, table.id),
    index('device_troubles_to_announce').on(table.id).where(sql`${table.recoveryAnnouncedAt} is null`),
    check('device_troubles_kind', sql`${table.kind} in ('error', 'battery')`),
    check('device_troubles_message', sql`(${table.kind} = 'error') = (${table.message} is not null)`),
    check('device_troubles_interval', sql`${table.since} <= ${table.endedAt}`),
    ownRows(table.organizationId),
  ],
)

/**
 * What was due on a local day that is over, and what came of it, by the zone and allowances of the row: with others of
 * them it counts for nothing. Triggers delete what a new report or schedule may change (migration 0022); a job writes it.
 */
export const deviceDays = pgTable(
  'device_days',
  {
    organizationId: reference().notNull(),
    deviceId: reference().notNull(),
    day: date().notNull(),
    zone: text().notNull(),
    retrySeconds: integer().notNull(),
    driftSeconds: integer().notNull(),
    arrived: integer().notNull(),
    late: integer().notNull(),
    missing: integer().notNull(),
    /** Measured from then on, and before `servedBefore`, a report may serve a due time of the day. Null: none was due. */
    servedFrom: instant(),
    /** Infinity: nothing is due behind it. */
    servedBefore: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.deviceId, table.day] }),
    // It goes with its device.
    foreignKey({
      columns: [table.organizationId, table.deviceId],
      foreignColumns: [devices.organizationId, devices.id],
    }).onDelete('cascade'),
    index('device_days_served').on(table.deviceId, table.servedBefore),
    // Finds what no list shows any more.
    index('device_days_of_day').on(table.day),
    check('device_days_served_both', sql`(${table.servedFrom} is null) = (${table.servedBefore} is null)`),
    ownRows(table.organizationId),
  ],
)

/** Intervals in which no server ran: due times in them are forgiven. Of no organization: everybody reads them. */
export const downtimes = pgTable(
  'downtimes',
  {
    id: rowId(),
    from: instant().notNull(),
    to: instant().notNull(),
  },
  (table) => [
    index('downtimes_to').on(table.to),
    check('downtimes_interval', sql`${table.from} < ${table.to}`),
    pgPolicy('everybody_reads', { for: 'select', to: applicationRole, using: sql`true` }),
  ],
)

/** One row: when silence was last checked for. A gap is a downtime. */
export const silenceChecks = pgTable('silence_checks', {
  id: smallint().primaryKey(),
  at: instant().notNull(),
}).enableRLS()
