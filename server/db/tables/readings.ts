import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
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
import type { ReadState } from '../../../contract/values/abnormal.ts'
import type { Doubt } from '../../../contract/values/doubts.ts'
import type { Advice, Frame } from '../../../reader/node/index.ts'
import { mayBeDrawn } from '../blind-sample.ts'
import { mayNeedReview } from '../needs-review.ts'
import { instant, ownRows, reference, rowId, updatedAt } from './columns.ts'
import { deviceReports } from './device-reports.ts'
import { devices } from './devices.ts'
import { meters } from './meters.ts'
import { users } from './organizations.ts'
import { pictures } from './pictures.ts'

export const readings = pgTable(
  'readings',
  {
    id: rowId(),
    organizationId: reference().notNull(),
    meterId: reference().notNull(),
    value: doublePrecision(),
    valueSource: text().$type<'reader' | 'device' | 'accepted' | 'corrected' | 'entered'>().notNull(),
    source: text().$type<'entry' | 'phone' | 'camera' | 'analog' | 'import'>().notNull(),
    isAbnormal: boolean().notNull(),
    /** What spoke against the value when a person confirmed it all the same. */
    confirmedDoubts: text().array().$type<Doubt[]>().notNull().default(sql`'{}'::text[]`),
    readState: smallint().$type<ReadState>(),
    readValue: doublePrecision(),
    /** As the device sent it; never changes. */
    deviceValue: doublePrecision(),
    ocr: text(),
    degree: doublePrecision(),
    confidence: doublePrecision(),
    reasons: text().array().notNull().default(sql`'{}'::text[]`),
    position: doublePrecision(),
    registration: doublePrecision(),
    advice: jsonb().$type<Advice>(),
    frame: jsonb().$type<Frame>(),
    pictureSha256: text(),
    resultSha256: text(),
    wakeupReason: smallint().$type<0 | 1 | 2>(),
    aiBoostEnabled: boolean().notNull().default(false),
    idempotencyKey: text(),
    /** Hash of the first request with this key; a repeat must match. */
    fingerprint: text(),
    createdByUserId: reference().references(() => users.id),
    deviceId: reference(),
    /** The device’s report that it came with. */
    reportId: reference(),
    /** When it was measured, by the best clock known. */
    createdAt: instant().notNull(),
    /**
     * `arrival`: `createdAt` is the time of arrival, because the device’s own time cannot be right. `unconfirmed`: it is
     * the device’s own time, which may be wrong, so the reading does not count until a person confirms or corrects it.
     */
    timeMark: text().$type<'arrival' | 'unconfirmed'>(),
    capturedAt: instant(),
    /** How far the phone’s clock was ahead of the server’s when it sent. */
    clockOffsetMs: bigint({ mode: 'number' }),
    /** The same as last known when the photograph was taken; null: not known. */
    knownOffsetMs: bigint({ mode: 'number' }),
    receivedAt: instant().notNull().defaultNow(),
    updatedAt: updatedAt(),
    deletedAt: instant(),
    deletedByUserId: reference().references(() => users.id),
  },
  (table) => [
    unique('readings_organization_id').on(table.organizationId, table.id),
    foreignKey({
      columns: [table.organizationId, table.meterId],
      foreignColumns: [meters.organizationId, meters.id],
    }),
    foreignKey({
      columns: [table.organizationId, table.deviceId],
      foreignColumns: [devices.organizationId, devices.id],
    }),
    foreignKey({
      columns: [table.organizationId, table.pictureSha256],
      foreignColumns: [pictures.organizationId, pictures.sha256],
    }),
    foreignKey({
      columns: [table.organizationId, table.resultSha256],
      foreignColumns: [pictures.organizationId, pictures.sha256],
    }),
    foreignKey({
      columns: [table.organizationId, table.reportId],
      foreignColumns: [deviceReports.organizationId, deviceReports.id],
    }),
    index('readings_of_report').on(table.reportId).where(sql`${table.reportId} is not null`),
    // Finds when a device measured last.
    index('readings_of_device').on(table.deviceId, table.createdAt).where(sql`${table.deviceId} is not null`),
    // Read backwards for «newest first»: drizzle’s desc() means NULLS LAST, which no query of ours sorts by.
    index('readings_of_meter').on(table.meterId, table.createdAt, table.id),
    index('readings_of_organization').on(table.organizationId, table.createdAt, table.id),
    index('readings_abnormal')
      .on(table.organizationId, table.createdAt, table.id)
      .where(sql`${table.isAbnormal} and ${table.deletedAt} is null`),
    index('readings_abnormal_of_meter')
      .on(table.meterId, table.createdAt, table.id)
      .where(sql`${table.isAbnormal} and ${table.deletedAt} is null`),
    index('readings_waiting_of_meter')
      .on(table.meterId, table.createdAt, table.id)
      .where(sql`${table.readState} = 3 and ${table.deletedAt} is null`),
    index('readings_of_unconfirmed_time')
      .on(table.meterId, table.createdAt, table.id)
      .where(sql`${table.timeMark} = 'unconfirmed' and ${table.deletedAt} is null`),
    // Finds the end of a run of abnormal readings, however long it is.
    index('readings_normal')
      .on(table.meterId, table.createdAt, table.id)
      .where(sql`not ${table.isAbnormal} and ${table.value} is not null and ${table.deletedAt} is null`),
    index('readings_for_blind_sample')
      .on(table.organizationId, table.createdAt, table.id)
      .where(sql`${mayBeDrawn} and ${table.deletedAt} is null`),
    index('readings_for_review')
      .on(table.organizationId, table.createdAt, table.id)
      .where(sql`${mayNeedReview} and ${table.deletedAt} is null`),
    uniqueIndex('readings_idempotency_key')
      .on(table.organizationId, table.idempotencyKey)
      .where(sql`${table.idempotencyKey} is not null`),
    check(
      'readings_time_mark',
      sql`${table.timeMark} is null or ${table.timeMark} in ('arrival', 'unconfirmed') and ${table.source} in ('camera', 'analog')`,
    ),
    check('readings_read_state', sql`${table.readState} in (0, 1, 2, 3)`),
    // What waits has a picture and no value of a person.
    check(
      'readings_waiting',
      sql`${table.readState} <> 3 or ${table.pictureSha256} is not null and ${table.valueSource} in ('reader', 'device')`,
    ),
    check(
      'readings_device_value',
      sql`${table.valueSource} <> 'device' or coalesce(${table.value} = ${table.deviceValue}, false)`,
    ),
    check('readings_source', sql`${table.source} in ('entry', 'phone', 'camera', 'analog', 'import')`),
    check(
      'readings_value_source',
      sql`${table.valueSource} in ('reader', 'device', 'accepted', 'corrected', 'entered')`,
    ),
    check(
      'readings_confirmed_doubts',
      sql`${table.confirmedDoubts} <@ '{not_as_read,other_meter,same_picture,abnormal,out_of_range,backwards,above_next,too_fast,large_change,unusual_month}'::text[]`,
    ),
    ownRows(table.organizationId),
  ],
)

/** Who entered, corrected, deleted or restored a reading, with its state before and after. Append-only. */
export const readingChanges = pgTable(
  'reading_changes',
  {
    id: rowId(),
    organizationId: reference().notNull(),
    readingId: reference().notNull(),
    userId: reference()
      .notNull()
      .references(() => users.id),
    at: instant().notNull().defaultNow(),
    action: text().$type<'create' | 'correct' | 'delete' | 'restore'>().notNull(),
    before: jsonb().$type<Record<string, unknown>>().notNull(),
    after: jsonb().$type<Record<string, unknown>>().notNull(),
    /** Why the person corrected it; null if the person did not say. */
    reason: text(),
    /** Made by the phone that sent the change; null for changes on a screen. */
    idempotencyKey: text(),
    /** Of a value: a person decided about it on a screen, so that it waits for nobody unless that is taken back. */
    isDecision: boolean().notNull().default(false),
  },
  (table) => [
    foreignKey({
      columns: [table.organizationId, table.readingId],
      foreignColumns: [readings.organizationId, readings.id],
    }),
    check('reading_changes_action', sql`${table.action} in ('create', 'correct', 'delete', 'restore')`),
    check('reading_changes_reason', sql`char_length(${table.reason}) between 1 and 100`),
    uniqueIndex('reading_changes_idempotency_key')
      .on(table.organizationId, table.idempotencyKey)
      .where(sql`${table.idempotencyKey} is not null`),
    index('reading_changes_of_organization').on(table.organizationId, table.at, table.id),
    index('reading_changes_of_user').on(table.organizationId, table.userId, table.at, table.id),
    index('reading_changes_of_reading').on(table.readingId, table.at),
    ownRows(table.organizationId),
  ],
)
