import { and, desc, sql } from 'drizzle-orm'
import { type AbnormalRange, readState } from '../../../contract/abnormal.ts'
import type { Database, Tx } from '../../db/client.ts'
import { readings } from '../../db/schema.ts'
import type { Jobs } from '../../jobs/queue.ts'
import { agreeWithin } from '../alerts/reconcile.ts'
import type { Place } from '../alerts/runs.ts'
import { type Extent, everything, type OfMeter, stands, within } from '../alerts/find-runs.ts'
import { lockMeter, type MeterRecord } from '../meters/repository.ts'
import { rangeOf } from './judge.ts'
import {
  advanceRejudgement,
  beginRejudgement,
  countOf,
  endRejudgement,
  findRejudgement,
} from './rejudgements.ts'

type Announcing = Pick<Jobs, 'announceAlert'>

/** So many readings are judged within the call that changes the range; more of them by a job. */
const atOnce = 3000
/** Readings that one transaction of the job judges. Whoever writes a reading of the meter waits for one at most. */
export const batchSize = 1000

/** Whose turn and whose connection a batch has: not those of the organization’s calls. */
export const shareOf = (organizationId: number): string => `judging for ${organizationId}`

/** Judges a meter’s readings by its range, which has just been changed. The meter is locked. */
export async function judgeAnew(
  { jobs }: { jobs: Announcing & Pick<Jobs, 'rejudge'> },
  tx: Tx,
  meter: MeterRecord,
): Promise<void> {
  const total = await countOf(tx, meter)
  if (total > atOnce) {
    await beginRejudgement(tx, meter, total)
    await jobs.rejudge(tx, { organizationId: meter.organizationId, meterId: meter.id })
    return
  }
  await endRejudgement(tx, meter)
  await judgeWithin({ jobs }, tx, meter, everything)
}

/**
 * Judges the next readings of a meter whose range was changed, from the newest to the oldest; false when none are
 * left. Harmless when it runs twice, late, or beside another change of the range, which begins anew: each time what is
 * left and the range are those that are stored.
 */
export async function judgeBatch(
  { database, jobs }: { database: Database; jobs: Announcing },
  { organizationId, meterId }: { organizationId: number; meterId: number },
  size = batchSize,
): Promise<boolean> {
  const judgeNext = async (tx: Tx) => {
    const meter = await lockMeter(tx, organizationId, meterId)
    if (meter === undefined) return false
    const left = await findRejudgement(tx, meter)
    if (left === undefined) return false
    const before = left.judged
    const from = await startOfBatch(tx, meter, before, size)
    await judgeWithin({ jobs }, tx, meter, { from, before })
    if (from === null) await endRejudgement(tx, meter)
    else await advanceRejudgement(tx, meter, { done: left.done + size, judged: from })
    return from !== null
  }
  return database.inOrganization(organizationId, null, judgeNext, 'read write', shareOf(organizationId))
}

/** The earliest of so many readings; null: there are fewer. */
async function startOfBatch(
  tx: Tx,
  meter: OfMeter,
  before: Place | null,
  size: number,
): Promise<Place | null> {
  const [first] = await tx
    .select({ at: readings.createdAt, id: readings.id })
    .from(readings)
    .where(and(stands(meter), within({ from: null, before })))
    .orderBy(desc(readings.createdAt), desc(readings.id))
    .offset(size - 1)
    .limit(1)
  return first === undefined ? null : { at: first.at.getTime(), id: first.id }
}

async function judgeWithin(
  parts: { jobs: Announcing },
  tx: Tx,
  meter: MeterRecord,
  extent: Extent,
): Promise<void> {
  const judged = judgement(rangeOf(meter))
  await tx
    .update(readings)
    .set({ isAbnormal: judged })
    .where(and(stands(meter), within(extent), sql`${readings.isAbnormal} is distinct from (${judged})`))
  await agreeWithin(parts, tx, meter, extent)
}

/** The rule of contract/abnormal.ts in SQL; a test holds both to the same answers. */
export function judgement({ emergency_start_value: start, emergency_end_value: end }: AbnormalRange) {
  const empty = sql`${readings.readState} is distinct from ${readState.unprocessed}`
  const inRange =
    start === null || end === null
      ? sql`false`
      : sql`${readings.value} between ${start}::float8 and ${end}::float8`
  return sql<boolean>`(case when ${readings.value} is null then ${empty} else ${inRange} end)`
}
