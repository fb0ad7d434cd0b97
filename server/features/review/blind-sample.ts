import { eq, sql } from 'drizzle-orm'
import { type BlindPercent, blindDays } from '../../../contract/review/blind.ts'
import { contradicts } from '../../../contract/values/deviceValues.ts'
import { Failure, type Session } from '../../api/call.ts'
import { isDrawn } from '../../db/blind-sample.ts'
import type { Tx } from '../../db/client.ts'
import { isDecided } from '../../db/needs-review.ts'
import { blindChecks, organizations } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { recordAudit } from '../audit/index.ts'
import { correctReading, lockForJudging, measuringRangeOf } from '../readings/index.ts'

const day = 86_400_000

/** Whether a reading is to be typed by a person who has not seen its value. Abnormal ones are looked at with it. */
export const isBlind = (now: Date) => sql`(${isDrawn} and not readings.is_abnormal
  and readings.created_at > ${new Date(now.getTime() - blindDays * day).toISOString()}::timestamptz
  and not exists (select from blind_checks as checked
    where checked.organization_id = readings.organization_id and checked.reading_id = readings.id)
  and not ${isDecided})`

/** Whether another value was typed, so that somebody has to decide between the two. */
export const isContradicted = sql`exists (select from blind_checks as checked
  where checked.organization_id = readings.organization_id and checked.reading_id = readings.id and not checked.agrees)`

export async function findBlindPercent(tx: Tx, organizationId: number): Promise<BlindPercent> {
  const [row] = await tx
    .select({ percent: organizations.blindSamplePercent })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
  if (row === undefined) throw new Error('a session has no organization')
  return row.percent
}

export async function changeBlindPercent(
  tx: Tx,
  session: Session,
  percent: BlindPercent,
  at: Date,
): Promise<void> {
  const own = eq(organizations.id, session.organizationId)
  const [before] = await tx.select().from(organizations).where(own).for('update')
  if (before === undefined) throw new Error('a session has no organization')
  if (before.blindSamplePercent === percent) return
  await tx.update(organizations).set({ blindSamplePercent: percent, updatedAt: at }).where(own)
  await recordAudit(tx, session, {
    noun: 'organization',
    subjectId: before.id,
    subjectName: before.name,
    action: 'update',
    before: { blindSamplePercent: before.blindSamplePercent },
    after: { blindSamplePercent: percent },
    at,
  })
}

/** Keeps what the caller typed, and confirms the reading's value if both agree. Returns whether they do. */
export async function checkBlind(
  deps: Deps,
  session: Session,
  tx: Tx,
  id: number,
  typed: number,
): Promise<boolean> {
  const { organizationId, userId } = session
  const judged = await lockForJudging(tx, organizationId, id)
  const now = deps.clock()
  const { rows } = await tx.execute(sql`
    select from readings where organization_id = ${organizationId} and id = ${id} and deleted_at is null and ${isBlind(now)}`)
  const value = judged?.reading.value ?? null
  if (judged === undefined || rows.length === 0 || value === null) throw new Failure('not_found')
  const { meter } = judged
  const compared = {
    type: meter.categoryType,
    decimalPoint: meter.decimalPoint,
    range: measuringRangeOf(meter),
  }
  const agrees = !contradicts(typed, value, compared)
  await tx
    .insert(blindChecks)
    .values({ organizationId, readingId: id, userId, at: now, typedValue: typed, readValue: value, agrees })
  if (agrees) await correctReading(deps, session, tx, id, value)
  return agrees
}
