import * as z from 'zod/mini'
import { endpoint } from './calls/endpoint.ts'
import {
  clockTime,
  cursorParam,
  id,
  idParam,
  instant,
  multilineText,
  pictureUrl,
  requiredText,
  value,
  weekday,
} from './calls/wire.ts'
import { withDescription } from './calls/withDescription.ts'
import { recordReceipt, storedHeaders } from './receipts.ts'
import { retakeSchema } from './review/retakes.ts'
import { readState } from './values/abnormal.ts'

/*
 * A round (点検ルート) is one walk of an inspection group: its meters that are read by phone, in the group's order. A
 * round begins with its day, week (Monday) or month in the organization's zone, by the group's schedule; a group without
 * a schedule has a round each day. A meter counts as captured by its latest reading of that time that is not deleted,
 * else as skipped by its latest skip that is not withdrawn.
 */

/** When a round is due. */
export const roundSchedule = z.discriminatedUnion('every', [
  z.strictObject({
    every: z.literal('day'),
    weekdays: withDescription(z.array(weekday).check(z.minLength(1), z.maxLength(7)), 'due on these days'),
    time: clockTime,
  }),
  z.strictObject({ every: z.literal('week'), weekday, time: clockTime }),
  z.strictObject({
    every: z.literal('month'),
    day: withDescription(z.int().check(z.gte(1), z.lte(31)), 'a shorter month’s last day instead'),
    time: clockTime,
  }),
])
export type RoundSchedule = z.infer<typeof roundSchedule>

/** Why a meter was not photographed: 撮影不可, 停止中, 立入不可, その他. */
export const skipReasons = ['unphotographable', 'stopped', 'no_access', 'other'] as const
export type SkipReason = (typeof skipReasons)[number]

const person = z.object({ id, username: z.string() })

const stopSchema = z.object({
  meter_id: id,
  meter_name: z.string(),
  place_note: z.string(),
  reading: withDescription(
    z.nullable(
      z.object({
        id,
        value: z.nullable(value),
        created_at: instant,
        is_abnormal: z.boolean(),
        is_unsure: z.boolean(),
        read_state: z.nullable(z.literal(Object.values(readState))),
        thumbnail: z.nullable(pictureUrl),
        user: z.nullable(person),
      }),
    ),
    'the latest of the round',
  ),
  skip: withDescription(
    z.nullable(
      z.object({
        key: withDescription(z.string(), 'with which it was sent, and is withdrawn'),
        reason: z.enum(skipReasons),
        note: z.string(),
        skipped_at: instant,
        user: z.nullable(person),
      }),
    ),
    'null where there is a reading',
  ),
  retake: withDescription(
    z.optional(retakeSchema),
    'somebody asks for another photograph, because the value of a reading is in doubt; absent: nobody does',
  ),
})
export type Stop = z.infer<typeof stopSchema>

const counts = {
  planned: withDescription(z.int(), 'captured + skipped + remaining'),
  captured: z.int(),
  skipped: z.int(),
  remaining: z.int(),
  abnormal: z.int(),
  unsure: z.int(),
}

const roundSchema = z
  .object({
    inspection_id: id,
    inspection_name: z.string(),
    schedule: z.nullable(roundSchedule),
    assignee: z.nullable(person),
    begins_at: instant,
    ends_at: withDescription(instant, 'when the next round begins'),
    due_at: withDescription(
      z.nullable(instant),
      'null: the group has no schedule, or is not due in this time',
    ),
    is_set_after_due: withDescription(
      z.boolean(),
      'the schedule was set after the due time of this round, which therefore has none',
    ),
    done_at: withDescription(z.nullable(instant), 'when the last meter was captured or skipped'),
    missed_at: withDescription(
      z.nullable(instant),
      'when it was noticed that the round was not done by its time',
    ),
    ...counts,
    stops: withDescription(z.array(stopSchema), 'in the group’s order'),
  })
  .register(z.globalRegistry, { id: 'Round' })
export type Round = z.infer<typeof roundSchema>

const pastRoundSchema = z
  .object({
    id,
    inspection_id: id,
    inspection_name: z.string(),
    begins_at: instant,
    ends_at: instant,
    due_at: z.nullable(instant),
    done_at: z.nullable(instant),
    missed_at: z.nullable(instant),
    ...counts,
  })
  .register(z.globalRegistry, { id: 'PastRound' })
export type PastRound = z.infer<typeof pastRoundSchema>

export const roundEndpoints = {
  rounds: endpoint({
    method: 'GET',
    path: '/api/v1/rounds',
    access: 'user',
    summary: 'The present round of each inspection group that has meters read by phone',
    data: z.array(roundSchema),
  }),
  pastRounds: endpoint({
    method: 'GET',
    path: '/api/v1/past-rounds',
    access: 'user',
    summary: 'Rounds that are over, the last to end first',
    query: z.object({ inspection_id: z.optional(idParam), after: cursorParam }),
    data: z.array(pastRoundSchema),
  }),
  pastRound: endpoint({
    method: 'GET',
    path: '/api/v1/past-rounds/{id}',
    access: 'user',
    summary: 'A round that is over, with its meters',
    params: z.object({ id: idParam }),
    data: z.extend(pastRoundSchema, { stops: z.array(stopSchema) }),
    errors: ['not_found'],
    subject: 'round',
  }),
  updateRoute: endpoint({
    method: 'PUT',
    path: '/api/v1/inspection/{id}/route',
    access: 'user',
    summary: 'Order of an inspection group’s meters, when its rounds are due and who is in charge',
    params: z.object({ id: idParam }),
    body: z.strictObject({
      meter_ids: withDescription(
        z.optional(z.array(id).check(z.maxLength(5000))),
        'each of the group’s meters once; those that are left out follow by number',
      ),
      schedule: z.optional(z.nullable(roundSchedule)),
      assignee_id: withDescription(
        z.optional(z.nullable(id)),
        'a user of the organization who is no system administrator',
      ),
    }),
    data: roundSchema,
    errors: ['not_found', 'reference_unknown'],
    subject: 'inspection',
  }),
  proposedRoute: endpoint({
    method: 'GET',
    path: '/api/v1/inspection/{id}/proposed-route',
    access: 'user',
    summary: 'The order in which the meters were photographed in the last 90 days, most usual first to last',
    params: z.object({ id: idParam }),
    data: z.object({
      meter_ids: z.array(id),
      rounds: withDescription(z.int(), 'rounds that the order is taken from; 0: the meters by number'),
    }),
    errors: ['not_found'],
    subject: 'inspection',
  }),
  roundAssignees: endpoint({
    method: 'GET',
    path: '/api/v1/round-assignees',
    access: 'user',
    summary:
      'Members of the organization by name, without system administrators: one may be in charge of a group’s rounds',
    data: z.array(person),
  }),
  createSkip: endpoint({
    method: 'POST',
    path: '/api/v1/skips',
    access: 'user',
    summary: 'A meter that an inspector left out, with the reason; repeats are harmless',
    headers: storedHeaders,
    body: z.strictObject({
      meter_id: id,
      reason: z.enum(skipReasons),
      note: withDescription(multilineText, 'required with the reason `other`'),
      skipped_at: withDescription(instant, 'by the phone’s clock'),
      sent_at: withDescription(instant, 'the phone’s clock when sending, to know its error'),
      is_withdrawn: withDescription(
        z.exactOptional(z.literal(true)),
        'the inspector has taken the skip back; it is withdrawn whether or not it has arrived before',
      ),
    }),
    data: recordReceipt,
    errors: ['reference_unknown', 'key_reused'],
  }),
  withdrawSkip: endpoint({
    method: 'DELETE',
    path: '/api/v1/skips/{key}',
    access: 'user',
    summary: 'Take a skip back: the meter is left again; repeats are harmless',
    params: z.object({ key: requiredText }),
    data: z.object({ meter_id: id }),
    errors: ['not_found'],
    subject: 'skip',
  }),
}
