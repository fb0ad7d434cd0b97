import * as z from 'zod/mini'
import { endpoint } from '../calls/endpoint.ts'
import { isUnique } from '../calls/isUnique.ts'
import { id, idParam, instant, requiredText, sha256, value } from '../calls/wire.ts'
import { withDescription } from '../calls/withDescription.ts'
import { allocationSchema } from '../usage/allocations.ts'
import { usageMarks } from '../usage/usage.ts'
import { type ClosingCheck, failedCheckSchema } from './checks.ts'
import { closingMonth } from './closingDates.ts'
import { maxCycleMeters } from './cycles.ts'
import { type OpenList, openLists } from './openLists.ts'

/**
 * 未検針, 要確認, 推定, 確定, 締め済, 修正あり. `missing`: there is no closing reading; `review`: there is one, but the
 * usage is unknown or the reading is not confirmed; `corrected`: closed, and the ledger says something else since then.
 */
const closingStates = ['missing', 'review', 'estimated', 'confirmed', 'closed', 'corrected'] as const
/** States of a period that is not closed; a snapshot keeps the one it was closed in. */
const openStates = ['missing', 'review', 'estimated', 'confirmed'] as const
export type OpenState = (typeof openStates)[number]

const indexSchema = z
  .object({
    value: withDescription(value, 'the index of the counter, not multiplied'),
    at: instant,
    reading_ids: withDescription(z.array(id), 'empty for an estimate'),
    picture_sha256: withDescription(z.nullable(sha256), 'of the reading’s picture'),
  })
  .register(z.globalRegistry, { id: 'ClosingIndex' })

const segmentSchema = z.object({
  from: z.object({ at: instant, value }),
  to: z.object({ at: instant, value }),
  multiplier: z.number(),
})

const boardRowSchema = z
  .object({
    meter_id: id,
    meter_name: z.string(),
    state: z.enum(closingStates),
    closed_as: withDescription(
      z.nullable(z.enum(openStates)),
      'its state when it was closed; null: it is open',
    ),
    usage: withDescription(
      z.nullable(z.number()),
      'in the meter’s unit, multiplied, with the adjustment; null: unknown',
    ),
    adjustment: withDescription(
      z.number(),
      'the part of the usage that settles how earlier closed months have changed since they were closed',
    ),
    difference: withDescription(
      z.nullable(z.number()),
      'of a corrected month: what the ledger says now, minus what it was closed with; null: unknown, or not corrected',
    ),
    mark: z.enum(usageMarks),
    days: withDescription(z.nullable(z.number()), 'from the reading at the start to the one at the end'),
    start: withDescription(z.nullable(indexSchema), 'where the month before ended; null: unknown'),
    end: withDescription(z.nullable(indexSchema), 'the closing reading; null: there is none'),
    segments: withDescription(z.array(segmentSchema), 'how the usage came about, without the adjustment'),
    checks: withDescription(z.array(failedCheckSchema), 'checks of the cycle that failed'),
    allocation: withDescription(
      z.nullable(allocationSchema),
      'how the usage is allocated, or was when the month was closed; null: not',
    ),
    reason: withDescription(z.nullable(z.string()), 'why it was closed all the same'),
  })
  .register(z.globalRegistry, { id: 'ClosingBoardRow' })
export type BoardRow = z.infer<typeof boardRowSchema>

/** Whether a meter is only closed with a reason: it has no confirmed usage, or fails a check. */
export const needsReason = ({
  state,
  checks,
}: Pick<BoardRow, 'state'> & { checks: readonly unknown[] }): boolean =>
  state === 'missing' || state === 'review' || checks.length > 0

/** The checks whose failures a list shows; lists of states have none. */
export const checksOfLists: Partial<Record<OpenList, readonly ClosingCheck[]>> = {
  parent: ['parent'],
  compared: ['previous', 'last_year', 'zero'],
  backwards: ['backwards'],
  estimated_twice: ['estimated_twice'],
  verification_expired: ['verification_expired'],
}

/** Whether a list has a meter of a month that is not closed, or had it until then. */
export function isInOpenList(
  { state, checks }: { state: BoardRow['state']; checks: readonly { check: ClosingCheck }[] },
  list: OpenList,
): boolean {
  const shown = checksOfLists[list]
  return shown ? checks.some(({ check }) => shown.includes(check)) : state === list
}

const version = z.int().check(z.gte(1), z.lte(1000))

/** A closed month. Nothing changes it; a later version replaces it. */
const closingSchema = z
  .object({
    id,
    month: closingMonth,
    version,
    to: withDescription(instant, 'the closing time'),
    closed_at: instant,
    user: withDescription(z.nullable(z.object({ id, username: z.string() })), 'null: no member any more'),
    reason: withDescription(z.nullable(z.string()), 'why it was closed again; null for the first version'),
    rules: withDescription(z.int(), 'the version of the rules by which it was closed'),
  })
  .register(z.globalRegistry, { id: 'Closing' })
export type Closing = z.infer<typeof closingSchema>

const boardSchema = z
  .object({
    month: closingMonth,
    from: withDescription(instant, 'the closing time of the month before'),
    to: withDescription(instant, 'the closing time'),
    closing: withDescription(z.nullable(closingSchema), 'null: the month is open'),
    meters: withDescription(z.array(boardRowSchema), 'by id'),
  })
  .register(z.globalRegistry, { id: 'ClosingBoard' })
export type Board = z.infer<typeof boardSchema>

const closingCreate = z.strictObject({
  month: closingMonth,
  version: withDescription(version, 'one more than the latest one'),
  reason: withDescription(z.optional(requiredText), 'required to close a month again'),
  exceptions: withDescription(
    z.array(z.strictObject({ meter_id: id, reason: requiredText })).check(
      z.maxLength(maxCycleMeters),
      z.refine((given) => isUnique(given.map((each) => each.meter_id)), 'メーターが重複しています'),
    ),
    'why meters are closed that have no confirmed usage or fail a check',
  ),
})
export type ClosingCreate = z.infer<typeof closingCreate>

/** Months of a cycle that are counted at once: a month is closed only after those before it. */
export const maxOpenMonths = 3

const openMonthSchema = z
  .object({
    cycle_id: id,
    cycle_name: z.string(),
    month: closingMonth,
    to: withDescription(instant, 'the closing time'),
    counts: withDescription(
      z.object(
        Object.fromEntries(openLists.map((list) => [list, z.int()])) as Record<OpenList, z.ZodMiniInt>,
      ),
      'meters in each list of the board; a meter can be in several',
    ),
    later: withDescription(z.int(), 'open months of the cycle that follow and are not counted'),
  })
  .register(z.globalRegistry, { id: 'OpenMonth' })
export type OpenMonth = z.infer<typeof openMonthSchema>

const params = z.object({ id: idParam })
const versionParam = z.codec(z.string().check(z.regex(/^\d{1,4}$/)), version, {
  decode: (text) => Number(text),
  encode: (number) => String(number),
})

export const closingEndpoints = {
  closingBoard: endpoint({
    method: 'GET',
    path: '/api/v1/closing-cycles/{id}/board',
    access: 'user',
    summary:
      'The meters of a cycle in a month: state, usage, indices and failed checks, or as they were closed',
    params,
    query: z.object({
      month: closingMonth,
      version: withDescription(z.optional(versionParam), 'an earlier version of a closed month'),
    }),
    data: boardSchema,
    errors: ['not_found'],
    subject: 'closing-cycle',
  }),
  openMonths: endpoint({
    method: 'GET',
    path: '/api/v1/open-months',
    access: 'user',
    summary:
      'Months that are over or end within a week and are not closed, of each cycle at most the first three, with how many meters each list of their boards has',
    data: z.array(openMonthSchema),
  }),
  closings: endpoint({
    method: 'GET',
    path: '/api/v1/closing-cycles/{id}/closings',
    access: 'user',
    summary: 'Closed months of a cycle with all their versions, newest first',
    params,
    data: z.array(closingSchema),
    errors: ['not_found'],
    subject: 'closing-cycle',
  }),
  closeMonth: endpoint({
    method: 'POST',
    path: '/api/v1/closing-cycles/{id}/closings',
    access: 'admin',
    summary: 'Close a month, or close it again as the next version',
    params,
    body: closingCreate,
    data: closingSchema,
    errors: ['not_found'],
    subject: 'closing-cycle',
  }),
}
