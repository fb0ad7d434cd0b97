import * as z from 'zod/mini'
import { id as idSchema, instant, multilineText, sha256, value } from '../contract/calls/wire.ts'
import { skipReasons } from '../contract/rounds.ts'
import { confirmedDoubts } from '../contract/values/doubts.ts'

/*
 * `manifest.json` of an exported outbox: what each row is. What is optional was not in the files of version 1, which
 * held photographs only.
 */

export const manifestName = 'manifest.json'

const common = {
  /** The key of every attempt to send it: imported or sent twice it counts once. */
  id: z.uuid(),
  meter_id: idSchema,
  meter_name: z.string(),
  organization_id: idSchema,
  organization_name: z.optional(z.string()),
  /** Whose it was on the device it comes from. */
  user_id: z.optional(idSchema),
  username: z.optional(z.nullable(z.string())),
  clock_offset: z.optional(z.nullable(z.int())),
}

export const exportedCapture = z.object({
  ...common,
  kind: z.optional(z.literal('capture')),
  /** Path in the archive; null: the stored bytes are missing or unreadable. */
  file: z.nullable(z.string()),
  sha256,
  byte_length: z.int().check(z.nonnegative()),
  mime: z.string(),
  unit: z.optional(z.string()),
  decimal_point: z.optional(z.nullable(z.int())),
  /** ISO 8601 in UTC, by the phone's clock. */
  captured_at: instant,
  /** Of a photograph that was taken before: when it was put into the outbox. */
  saved_at: z.optional(instant),
  /** Minutes ahead of UTC. */
  tz_offset: z.int(),
  monotonic_delta: z.optional(z.int()),
  /** In the meter's unit; null: undecided, the server reads. */
  value: z.nullable(z.number()),
  value_source: z.nullable(z.enum(['accepted', 'corrected'])),
  confirmed_doubts: z.optional(confirmedDoubts),
})
export type ExportedCapture = z.infer<typeof exportedCapture>

export const exportedEntry = z.object({
  ...common,
  kind: z.literal('entry'),
  unit: z.string(),
  decimal_point: z.nullable(z.int()),
  /** In the meter's unit. */
  value,
  confirmed_doubts: confirmedDoubts,
  captured_at: instant,
  is_time_chosen: z.boolean(),
  saved_at: z.optional(instant),
})
export type ExportedEntry = z.infer<typeof exportedEntry>

export const exportedSkip = z.object({
  ...common,
  kind: z.literal('skip'),
  reason: z.enum(skipReasons),
  note: multilineText,
  skipped_at: instant,
})
export type ExportedSkip = z.infer<typeof exportedSkip>

export const exportedReplacement = z.object({
  ...common,
  kind: z.literal('replacement'),
  unit: z.string(),
  decimal_point: z.nullable(z.int()),
  /** In the meter's unit; null: nobody read it. */
  old_end_value: z.nullable(value),
  new_start_value: value,
  note: multilineText,
  replaced_at: instant,
  is_time_chosen: z.optional(z.boolean()),
  saved_at: instant,
})
export type ExportedReplacement = z.infer<typeof exportedReplacement>

const amending = {
  ...common,
  /** Key of the row that is changed. */
  target_id: z.uuid(),
  saved_at: instant,
}

export const exportedCorrection = z.object({
  ...amending,
  kind: z.literal('correction'),
  unit: z.string(),
  decimal_point: z.nullable(z.int()),
  /** In the meter's unit. */
  value,
  confirmed_doubts: confirmedDoubts,
})
export type ExportedCorrection = z.infer<typeof exportedCorrection>

export const exportedWithdrawal = z.object({
  ...amending,
  kind: z.literal('withdrawal'),
  of: z.enum(['capture', 'skip']),
  /** What the skip says; null: only the server has it, or it is not a skip. */
  skip: z.nullable(z.object({ reason: z.enum(skipReasons), note: multilineText, skipped_at: instant })),
})
export type ExportedWithdrawal = z.infer<typeof exportedWithdrawal>

export type ExportedRow =
  | ExportedCapture
  | ExportedEntry
  | ExportedSkip
  | ExportedReplacement
  | ExportedCorrection
  | ExportedWithdrawal

/** Entries one by one: a bad one keeps no other out. */
export const manifestSchema = z.array(z.unknown())
