import { and, desc, sql } from 'drizzle-orm'
import { type AbnormalRange, readState } from '../../../contract/values/abnormal.ts'
import type { Database, Tx } from '../../db/client.ts'
import { lockMeter, type MeterRecord } from '../../db/meter-lock.ts'
import {
  allPositions,
  inRange,
  isReadingOf,
  type MeterKey,
  type Position,
  type PositionRange,
} from '../../db/reading-order.ts'
import { readings } from '../../db/schema.ts'
import type { JobQueue } from '../../queue/job-queue.ts'
import { reconcileWithin } from '../alerts/index.ts'
import { abnormalRangeOf } from './lock-for-judging.ts'
import {
  advanceRejudgement,
  beginRejudgement,
  countReadingsOf,
  endRejudgement,
  findRejudgement,
} from './rejudgements.ts'

interface Parts {
  jobs: Pick<JobQueue, 'announceAlerts'>
  clock: () => Date
}

/** Readings that are judged within the call; more are left to a job. */
const inlineLimit = 3000
/** Readings per transaction of the job; a writer waits for one batch at most. */
export const batchSize = 1000

/** Limits of a batch are apart from those of the organization’s calls. */
export const rejudgingShare = (organizationId: number): string => `judging for ${organizationId}`

/** Judges a meter’s readings by its changed range. The meter is locked. */
export async function rejudge(
  { jobs, clock }: Parts & { jobs: Pick<JobQueue, 'enqueue'> },
  tx: Tx,
  meter: MeterRecord,
): Promise<void> {
  const total = await countReadingsOf(tx, meter)
  if (total > inlineLimit) {
    await beginRejudgement(tx, meter, total)
    await jobs.enqueue(tx, 'rejudge-meter', [{ organizationId: meter.organizationId, meterId: meter.id }])
    return
  }
  await endRejudgement(tx, meter)
  await judgeRange({ jobs, clock }, tx, meter, allPositions)
}

/**
 * Judges the next batch of a meter’s readings, newest to oldest; false when none are left. Idempotent: progress and
 * range are read from the database, and another change of the range starts over.
 */
export async function rejudgeBatch(
  { database, jobs, clock }: Parts & { database: Database },
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
    await judgeRange({ jobs, clock }, tx, meter, { from, before })
    if (from === null) await endRejudgement(tx, meter)
    else await advanceRejudgement(tx, meter, { done: left.done + size, judged: from })
    return from !== null
  }
  return database.inOrganization(
    organizationId,
    null,
    judgeNext,
    'read write',
    rejudgingShare(organizationId),
  )
}

/** The earliest reading of the batch; null: fewer are left. */
async function startOfBatch(
  tx: Tx,
  meter: MeterKey,
  before: Position | null,
  size: number,
): Promise<Position | null> {
  const [first] = await tx
    .select({ at: readings.createdAt, id: readings.id })
    .from(readings)
    .where(and(isReadingOf(meter), inRange({ from: null, before })))
    .orderBy(desc(readings.createdAt), desc(readings.id))
    .offset(size - 1)
    .limit(1)
  return first === undefined ? null : { at: first.at.getTime(), id: first.id }
}

async function judgeRange(parts: Parts, tx: Tx, meter: MeterRecord, range: PositionRange): Promise<void> {
  const judged = judgementSql(abnormalRangeOf(meter))
  await tx
    .update(readings)
    .set({ isAbnormal: judged })
    .where(and(isReadingOf(meter), inRange(range), sql`${readings.isAbnormal} is distinct from (${judged})`))
  await reconcileWithin(parts, tx, meter, range)
}

/** contract/values/abnormal.ts in SQL; a test compares both. */
export function judgementSql({ emergency_start_value: start, emergency_end_value: end }: AbnormalRange) {
  const empty = sql`${readings.readState} is null or ${readings.readState} not in (${readState.unprocessed}, ${readState.waiting})`
  const inRange =
    start === null || end === null
      ? sql`false`
      : sql`${readings.value} between ${start}::float8 and ${end}::float8`
  return sql<boolean>`(case when ${readings.value} is null then (${empty}) else ${inRange} end)`
}
