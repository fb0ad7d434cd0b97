import type { Tx } from '../../db/client.ts'
import { allPositions, type MeterKey, type PositionRange } from '../../db/reading-order.ts'
import type { AnnouncedAlert, JobQueue } from '../../queue/job-queue.ts'
import { judgeByRules } from '../alert-rules/index.ts'
import { findRunsAround, findRunsWithin, type Segment } from './find-runs.ts'
import {
  comparePositions,
  findConfirmedOngoing,
  findOccurringWithout,
  matchRuns,
  matchRunsFromLatest,
  type Run,
} from './match-runs.ts'
import {
  deleteAlerts,
  type Ending,
  endAlerts,
  findOverlapping,
  insertAlerts,
  updateAlerts,
  updateOccurringRange,
} from './repository.ts'
import { recordWorsening } from './worsenings.ts'

// Alerts are derived: after any change of readings, the stored alerts around them are reconciled with them. The meter
// is locked before the change, so that nobody reconciles the same section at once.

interface ReconcileParts {
  jobs: Pick<JobQueue, 'announceAlerts'>
  clock: () => Date
}

/**
 * After a reading was added, judged, corrected or deleted; the meter's alert rules judge it as well. `cause` is
 * `correction` if a person changed it. Announces alerts that open and confirmed ones that got clearly worse, and returns
 * how many were removed.
 */
export async function reconcileAround(
  { jobs, clock }: ReconcileParts,
  tx: Tx,
  meter: MeterKey,
  reading: { id: number; createdAt: Date },
  cause: 'correction' | null = null,
): Promise<number> {
  const ending = cause && { reason: cause, at: clock() }
  const position = { at: reading.createdAt.getTime(), id: reading.id }
  const byRules = await judgeByRules(tx, meter, [position], clock())
  const changes = await reconcileSilently(tx, meter, reading, ending)
  return announceChanges({ jobs, clock }, tx, meter, { ...changes, byRules })
}

/** After readings of one meter were added or moved, however many: as for each of them, at the cost of a few. */
export async function reconcileAdded(
  parts: ReconcileParts,
  tx: Tx,
  meter: MeterKey,
  added: readonly { id: number; createdAt: Date }[],
  cause: 'correction' | null = null,
): Promise<number> {
  const [first, ...more] = added
    .map(({ id, createdAt }) => ({ id, at: createdAt.getTime() }))
    .sort(comparePositions)
  const last = more.at(-1)
  if (first === undefined) return 0
  if (last === undefined) {
    return reconcileAround(parts, tx, meter, { id: first.id, createdAt: new Date(first.at) }, cause)
  }
  const byRules = await judgeByRules(tx, meter, [first, last], parts.clock())
  const range = { from: first, before: { at: last.at, id: last.id + 1 } }
  const { segment, runs } = await findRunsWithin(tx, meter, range)
  const ending = cause && { reason: cause, at: parts.clock() }
  const changes = await applyChanges(tx, meter, segment, runs, ending)
  return announceChanges(parts, tx, meter, { ...changes, byRules })
}

interface Changes extends Awaited<ReturnType<typeof applyChanges>> {
  byRules: readonly AnnouncedAlert[]
}

async function announceChanges(
  { jobs, clock }: ReconcileParts,
  tx: Tx,
  meter: MeterKey,
  { opened, confirmed, removed, byRules }: Changes,
): Promise<number> {
  const worseningId = confirmed && (await recordWorsening(tx, meter, confirmed, clock()))
  const worsened = confirmed && worseningId ? [{ id: confirmed.alertId, worseningId }] : []
  await jobs.announceAlerts(tx, meter.organizationId, [...opened, ...worsened, ...byRules])
  return removed
}

/** Without announcing. */
export async function reconcileSilently(
  tx: Tx,
  meter: MeterKey,
  reading: { id: number; createdAt: Date },
  ending: Ending | null = null,
) {
  const position = { at: reading.createdAt.getTime(), id: reading.id }
  const { segment, runs } = await findRunsAround(tx, meter, position)
  return applyChanges(tx, meter, segment, runs, ending)
}

/**
 * After a range of readings was judged by another abnormal range. An alert follows the latest run that it overlaps: an
 * occurring one stays itself, and the number of batches makes no difference. Only an occurring alert is announced:
 * nothing has happened at the meter in past runs.
 */
export async function reconcileWithin(
  { jobs, clock }: ReconcileParts,
  tx: Tx,
  meter: MeterKey,
  range: PositionRange,
): Promise<void> {
  const { segment, runs } = await findRunsWithin(tx, meter, range)
  const { opened } = await applyChanges(tx, meter, segment, runs, { reason: 'range', at: clock() })
  await updateOccurringRange(tx, meter)
  const occurring = opened.filter(({ isAlert }) => isAlert)
  await jobs.announceAlerts(tx, meter.organizationId, occurring)
}

/** For all readings of a meter. */
export const reconcileAll = (parts: ReconcileParts, tx: Tx, meter: MeterKey): Promise<void> =>
  reconcileWithin(parts, tx, meter, allPositions)

/**
 * Returns the alerts that opened, the confirmed one whose run goes on, and how many were removed. `ending` ends an
 * occurring alert of which no reading is abnormal any more, or, after a changed range, whose latest reading is normal now;
 * null: such an alert is removed, because it was never one.
 */
async function applyChanges(
  tx: Tx,
  meter: MeterKey,
  segment: Segment,
  runs: readonly Run[],
  ending: Ending | null,
) {
  const { open, confirmed } = await findOverlapping(tx, meter, segment)
  const byRange = ending?.reason === 'range'
  const ended =
    ending === null
      ? []
      : findOccurringWithout(byRange ? runs.filter(({ endedAt }) => endedAt === null) : runs, open)
  if (ending !== null) await endAlerts(tx, meter, ended, ending)
  const match = byRange ? matchRunsFromLatest : matchRuns
  const left = open.filter((alert) => !ended.includes(alert))
  const { remove, update, insert } = match(runs, left, confirmed)
  await deleteAlerts(tx, meter, remove)
  // A meter has at most one occurring alert, also between two statements.
  const past = update.filter(({ endedAt }) => endedAt !== null)
  const occurring = update.filter(({ endedAt }) => endedAt === null)
  await updateAlerts(tx, meter, past)
  await updateAlerts(tx, meter, occurring)
  return {
    opened: await insertAlerts(tx, meter, insert),
    confirmed: findConfirmedOngoing(runs, confirmed),
    removed: remove.length,
  }
}
