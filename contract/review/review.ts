import * as z from 'zod/mini'
import { endpoint } from '../calls/endpoint.ts'
import { countParam, id, idParam, instant, value } from '../calls/wire.ts'
import { withDescription } from '../calls/withDescription.ts'
import { closingMonth } from '../closing/closingDates.ts'
import { openLists } from '../closing/openLists.ts'
import { readingSchema } from '../readings.ts'
import { retakeSchema } from './retakes.ts'
import { maxTogether } from './together.ts'
import { usualBandSchema } from './usualBand.ts'

/**
 * Why a reading waits for a person, the most pressing first. `closing`: it closes a month that is open, whose checks
 * failed or whose usage is not confirmed; `alert`: its alert is occurring; `refused`: nothing was read in its picture;
 * `unsure`: the reader doubts its value; `contradicted`: a person who had not seen it typed another one; `doubts`: a
 * person confirmed its value though something spoke against it; `blind`: it is to be typed by somebody who has not seen it.
 */
export const reviewReasons = [
  'closing',
  'alert',
  'refused',
  'unsure',
  'contradicted',
  'doubts',
  'blind',
] as const
export type ReviewReason = (typeof reviewReasons)[number]

const reviewItemSchema = z
  .object({
    reading: readingSchema,
    reasons: withDescription(
      z.array(z.enum(reviewReasons)),
      'the main one first; none: it was asked for and waits for nobody',
    ),
    previous: withDescription(
      z.nullable(readingSchema),
      'the meter’s last reading before it that has a value',
    ),
    usual: withDescription(
      z.nullable(usualBandSchema),
      'between which values the meter usually is, or usually counts a day; null: too few readings are known',
    ),
    closing: withDescription(
      z.nullable(z.object({ cycle_id: id, month: closingMonth, lists: z.array(z.enum(openLists)) })),
      'the open month that it closes, and the lists of the board that have its meter; null: none',
    ),
    alert_id: withDescription(z.nullable(id), 'of its occurring alert; null: none'),
    is_blind: withDescription(
      z.optional(z.literal(true)),
      'the reading comes without its value, and whatever says something about it, until a person has typed one; absent: it does not',
    ),
    retake: withDescription(
      z.optional(retakeSchema),
      'another photograph was asked for; absent: not, or it has come',
    ),
  })
  .register(z.globalRegistry, { id: 'ReviewItem' })
export type ReviewItem = z.infer<typeof reviewItemSchema>

/** Readings in one answer. */
export const maxReviewItems = 500
/** Readings that are counted and sorted, the newest ones; more are not waited for. */
export const maxReviewed = 5000
/** Readings that a reviewer has at once. */
export const maxLoans = maxTogether
/** How long a reading is lent. Milliseconds. */
export const loanTime = 5 * 60_000

const loansSchema = z
  .object({
    until: withDescription(instant, 'when the loans end'),
    lent: withDescription(
      z.array(z.object({ reading_id: id, updated_at: instant })),
      'those that the caller has now; `updated_at` tells whether the reading was changed since it was listed',
    ),
  })
  .register(z.globalRegistry, { id: 'ReviewLoans' })

export const reviewEndpoints = {
  review: endpoint({
    method: 'GET',
    path: '/api/v1/review',
    access: 'user',
    summary:
      '要確認: readings that wait for a person and are not lent to another one, the most pressing first; `count`: all that wait, lent or not',
    query: z.object({
      reading_id: withDescription(z.optional(idParam), 'comes first, whether it waits for a person or not'),
      skip: z.optional(countParam),
      limit: withDescription(z.optional(countParam), `at most ${maxReviewItems}, 50 when absent`),
    }),
    data: z.array(reviewItemSchema),
  }),
  reviewCount: endpoint({
    method: 'GET',
    path: '/api/v1/review/count',
    access: 'user',
    summary: `How many readings wait for a person, of values at most ${maxReviewed}; checks of closings are up to five minutes old`,
    data: z.object({ count: z.int().check(z.nonnegative()) }),
  }),
  updateLoans: endpoint({
    method: 'PUT',
    path: '/api/v1/review/loans',
    access: 'user',
    summary:
      'Lend readings to the caller for five minutes, instead of those lent before; readings that another user has are left out',
    body: z.strictObject({ reading_ids: z.array(id).check(z.maxLength(maxLoans)) }),
    data: loansSchema,
  }),
  confirmTogether: endpoint({
    method: 'POST',
    path: '/api/v1/review/confirmations',
    access: 'user',
    summary:
      'Confirm the values of several unsure readings that are lent to the caller. Left out: what is not lent, has another value by now, has no value, is abnormal, ran backwards or would change a closed month',
    body: z.strictObject({
      readings: z
        .array(z.strictObject({ reading_id: id, value: withDescription(value, 'as the caller saw it') }))
        .check(z.minLength(1), z.maxLength(maxTogether)),
    }),
    data: z.object({ confirmed: withDescription(z.array(id), 'readings') }),
  }),
  undoTogether: endpoint({
    method: 'POST',
    path: '/api/v1/review/confirmations/undo',
    access: 'user',
    summary:
      'Take back what the caller has just confirmed of several readings, all or nothing: for a minute, unless one was changed since',
    body: z.strictObject({
      reading_ids: z.array(id).check(z.minLength(1), z.maxLength(maxTogether)),
    }),
    data: withDescription(z.array(readingSchema), 'as they are again'),
    errors: ['not_found', 'undo_refused'],
  }),
}
