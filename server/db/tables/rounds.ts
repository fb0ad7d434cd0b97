import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  foreignKey,
  index,
  integer,
  pgPolicy,
  pgTable,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { SkipReason } from '../../../contract/rounds.ts'
import { applicationRole, instant, ownRows, reference, rowId } from './columns.ts'
import { inspections, meters } from './meters.ts'
import { users } from './organizations.ts'

/** A meter that an inspector left out, and why. Only its withdrawal is added later. */
export const skips = pgTable(
  'skips',
  {
    id: rowId(),
    organizationId: reference().notNull(),
    meterId: reference().notNull(),
    reason: text().$type<SkipReason>().notNull(),
    note: text().notNull().default(''),
    /** By the best clock known. */
    skippedAt: instant().notNull(),
    /** By the phone’s clock, and how far that was ahead of the server’s when it sent. */
    toldAt: instant().notNull(),
    clockOffsetMs: bigint({ mode: 'number' }).notNull(),
    /** The same as last known when the meter was skipped; null: not known. */
    knownOffsetMs: bigint({ mode: 'number' }),
    receivedAt: instant().notNull().defaultNow(),
    userId: reference()
      .notNull()
      .references(() => users.id),
    idempotencyKey: text().notNull(),
    /** Hash of the first request with this key; a repeat must match. */
    fingerprint: text().notNull(),
    /** From then on it does not count; the row stays, so that a late repeat does not bring it back. */
    withdrawnAt: instant(),
    withdrawnByUserId: reference().references(() => users.id),
  },
  (table) => [
    foreignKey({
      columns: [table.organizationId, table.meterId],
      foreignColumns: [meters.organizationId, meters.id],
    }),
    uniqueIndex('skips_idempotency_key').on(table.organizationId, table.idempotencyKey),
    index('skips_of_meter').on(table.meterId, table.skippedAt, table.id),
    check('skips_reason', sql`${table.reason} in ('unphotographable', 'stopped', 'no_access', 'other')`),
    check('skips_withdrawn', sql`(${table.withdrawnAt} is null) = (${table.withdrawnByUserId} is null)`),
    check('skips_note', sql`${table.reason} <> 'other' or btrim(${table.note}) <> ''`),
    ownRows(table.organizationId),
  ],
)

/**
 * Rounds that are due, or in which something was done. Whether a round is done follows from readings and skips; here it
 * is noted for alerts and for the history.
 */
export const rounds = pgTable(
  'rounds',
  {
    id: rowId(),
    organizationId: reference().notNull(),
    inspectionId: reference().notNull(),
    beginsAt: instant().notNull(),
    endsAt: instant().notNull(),
    dueAt: instant(),
    doneAt: instant(),
    /** When it was noticed that it was not done by its time; cleared once `doneAt` is known. */
    missedAt: instant(),
    /** Null until people have been told. */
    announcedAt: instant(),
    /** When it was over and its meters fixed; until then they are the group’s, and the counts are not kept. */
    closedAt: instant(),
    /** In the group’s order. */
    meterIds: bigint({ mode: 'number' }).array().notNull().default(sql`'{}'::bigint[]`),
    captured: integer().notNull().default(0),
    skipped: integer().notNull().default(0),
    abnormal: integer().notNull().default(0),
    unsure: integer().notNull().default(0),
  },
  (table) => [
    foreignKey({
      columns: [table.organizationId, table.inspectionId],
      foreignColumns: [inspections.organizationId, inspections.id],
    }),
    // One of another schedule may have begun with it.
    unique('rounds_of_inspection').on(table.inspectionId, table.beginsAt, table.endsAt),
    index('rounds_covering').on(table.organizationId, table.endsAt, table.id),
    index('rounds_past_of_inspection').on(table.inspectionId, table.endsAt, table.id),
    index('rounds_due').on(table.dueAt).where(sql`${table.missedAt} is null and ${table.doneAt} is null`),
    index('rounds_open').on(table.endsAt).where(sql`${table.closedAt} is null`),
    index('rounds_to_announce')
      .on(table.id)
      .where(sql`${table.missedAt} is not null and ${table.announcedAt} is null`),
    check(
      'rounds_interval',
      sql`${table.beginsAt} < ${table.endsAt} and (${table.dueAt} is null
        or ${table.dueAt} >= ${table.beginsAt} and ${table.dueAt} <= ${table.endsAt})`,
    ),
    check(
      'rounds_missed',
      sql`${table.missedAt} is null or ${table.dueAt} is not null and ${table.missedAt} >= ${table.dueAt}`,
    ),
    check(
      'rounds_counts',
      sql`least(${table.captured}, ${table.skipped}, ${table.abnormal}, ${table.unsure}) >= 0
        and ${table.captured} + ${table.skipped} <= cardinality(${table.meterIds})`,
    ),
    ownRows(table.organizationId),
    pgPolicy('over_is_kept', {
      as: 'restrictive',
      for: 'delete',
      to: applicationRole,
      using: sql`${table.closedAt} is null`,
    }),
  ],
)

/**
 * When a person measured or skipped a meter, or that changed, or a meter came to a group: the rounds of that time are
 * counted anew.
 */
export const roundMarks = pgTable(
  'round_marks',
  {
    id: rowId(),
    organizationId: reference().notNull(),
    meterId: reference().notNull(),
    at: instant().notNull(),
  },
  (table) => [ownRows(table.organizationId)],
)
