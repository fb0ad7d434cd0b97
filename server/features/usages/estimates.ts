import { and, desc, eq, getTableColumns, type SQL } from 'drizzle-orm'
import { isNegative, minus, toNumber } from '../../../contract/usage/decimal.ts'
import type { EstimateCreate } from '../../../contract/usage/estimates.ts'
import { termsAt, timelineOf } from '../../../contract/usage/timeline.ts'
import { exceedsDigits, exceedsDigitsText, type Shown } from '../../../contract/values/consumption.ts'
import { Failure, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { lockMeter } from '../../db/meter-lock.ts'
import { meterChanges, meterEstimates, meters, users } from '../../db/schema.ts'
import { parseLocalTime } from '../../time-zone.ts'
import { type Counter, countersOf } from '../readings/index.ts'
import { findEstimates, findIndices } from './indices.ts'

/** `username` is null of a person who is no member any more. */
export type EstimateRow = typeof meterEstimates.$inferSelect & { username: string | null }

const isOf = (organizationId: number, meterId: number) =>
  and(eq(meterEstimates.organizationId, organizationId), eq(meterEstimates.meterId, meterId))

const select = (tx: Tx, which: SQL | undefined): Promise<EstimateRow[]> =>
  tx
    .select({ ...getTableColumns(meterEstimates), username: users.username })
    .from(meterEstimates)
    .leftJoin(users, eq(users.id, meterEstimates.userId))
    .where(which)
    .orderBy(desc(meterEstimates.at))

export async function assertMeter(tx: Tx, organizationId: number, meterId: number): Promise<void> {
  const own = and(eq(meters.organizationId, organizationId), eq(meters.id, meterId))
  if ((await tx.$count(meters, own)) === 0) throw new Failure('not_found')
}

/** Latest first. */
export async function listEstimates(tx: Tx, organizationId: number, meterId: number): Promise<EstimateRow[]> {
  await assertMeter(tx, organizationId, meterId)
  return select(tx, isOf(organizationId, meterId))
}

export async function createEstimate(
  session: Session,
  tx: Tx,
  meterId: number,
  { at: local, value, basis, reason }: EstimateCreate,
  now: Date,
): Promise<EstimateRow> {
  const { organizationId, userId, timeZone } = session
  await lock(tx, organizationId, meterId)
  const at = parseLocalTime(timeZone, local)
  if (at === null) throw refused('at', '日時が正しくありません')
  if (at > now) throw refused('at', '未来の日時は指定できません')
  await assertPlausible(tx, organizationId, meterId, { at: at.getTime(), value })
  const [row] = await tx
    .insert(meterEstimates)
    .values({ organizationId, meterId, at, value, basis, reason, userId, createdAt: now })
    .onConflictDoNothing({ target: [meterEstimates.meterId, meterEstimates.at] })
    .returning()
  if (row === undefined) throw refused('at', 'この日時の認定は登録されています')
  await record(session, tx, row, { before: {}, after: told(row), at: now })
  const [listed] = await select(tx, eq(meterEstimates.id, row.id))
  return listed ?? { ...row, username: null }
}

export async function deleteEstimate(
  session: Session,
  tx: Tx,
  { id: meterId, estimate_id: id }: { id: number; estimate_id: number },
  now: Date,
): Promise<void> {
  const { organizationId } = session
  await lock(tx, organizationId, meterId)
  const [row] = await tx
    .delete(meterEstimates)
    .where(and(isOf(organizationId, meterId), eq(meterEstimates.id, id)))
    .returning()
  if (row === undefined) throw new Failure('not_found')
  await record(session, tx, row, { before: told(row), after: {}, at: now })
}

async function lock(tx: Tx, organizationId: number, meterId: number): Promise<void> {
  if ((await lockMeter(tx, organizationId, meterId)) === undefined) throw new Failure('not_found')
}

const refused = (path: keyof EstimateCreate, message: string) =>
  new Failure('validation_failed', { issues: [{ path, message }] })

async function assertPlausible(
  tx: Tx,
  organizationId: number,
  meterId: number,
  estimate: Shown,
): Promise<void> {
  const counter = (await countersOf(tx, organizationId, [meterId])).get(meterId)
  if (counter === undefined) throw refused('value', '積算しないメーターには認定できません')
  const counting = { ...termsAt(counter.terms, estimate.at), rate: counter.rate }
  if (exceedsDigits(estimate.value, counting)) throw refused('value', exceedsDigitsText(counting))
  const before = await shownBefore(tx, { organizationId, meterId, counter }, estimate.at)
  if (before?.at === estimate.at) throw refused('at', 'この日時には測定値があります')
  const estimates = (await findEstimates(tx, organizationId, [meterId])).get(meterId) ?? []
  const since = before?.at ?? Number.NEGATIVE_INFINITY
  const earlier = estimates.filter(({ at }) => at > since && at < estimate.at)
  const reading = before === undefined ? [] : [{ ...before, readingId: null, isEstimate: false }]
  const own = { ...estimate, readingId: null, isEstimate: true }
  const [previous, last] = timelineOf([...reading, ...earlier, own], [], counter).points.slice(-2)
  if (previous === undefined || last === undefined) return
  if (!isNegative(minus(last.unwrapped, previous.unwrapped))) return
  const name = previous.kind === 'estimate' ? '認定値' : '指示値'
  throw refused('value', `前回の${name}${toNumber(previous.shown)}より小さい値です`)
}

/** What the meter showed at last until a moment: a reading's value, or where it began after a replacement. */
async function shownBefore(
  tx: Tx,
  { organizationId, meterId, counter }: { organizationId: number; meterId: number; counter: Counter },
  at: number,
): Promise<Shown | undefined> {
  const found = (await findIndices(tx, organizationId, [{ meterId, at }])).get(meterId) ?? []
  const reading = found.findLast((each) => each.at <= at)
  const replaced = counter.replacements.findLast((each) => each.at <= at)
  if (replaced === undefined || (reading !== undefined && reading.at >= replaced.at)) return reading
  return { value: replaced.newStart, at: replaced.at }
}

async function record(
  { userId }: Session,
  tx: Tx,
  { organizationId, meterId }: typeof meterEstimates.$inferSelect,
  change: Pick<typeof meterChanges.$inferInsert, 'before' | 'after'> & { at: Date },
): Promise<void> {
  await tx.insert(meterChanges).values({ organizationId, meterId, userId, action: 'update', ...change })
}

const told = ({ at, value, basis, reason }: typeof meterEstimates.$inferSelect) => ({
  estimated_at: at.toISOString(),
  estimate: value,
  estimate_basis: basis,
  estimate_reason: reason,
})
