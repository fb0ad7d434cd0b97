import type { Tx } from '../../db/client.ts'
import { allPositions, type MeterKey, type PositionRange } from '../../db/reading-order.ts'
import type { JobQueue } from '../../jobs/queue.ts'
import { findRunsAround, findRunsWithin, type Segment } from './find-runs.ts'
import { type AlertChanges, comparePositions, matchRuns, matchRunsFromLatest } from './match-runs.ts'
import {
  deleteAlerts,
  findOverlapping,
  insertAlerts,
  updateAlerts,
  updateOccurringRange,
} from './repository.ts'

// Alerts are derived: after any change of readings, the stored alerts around them are reconciled with them. The meter
// is locked before the change, so that nobody reconciles the same section at once.

interface ReconcileParts {
  jobs: Pick<JobQueue, 'announceAlerts'>
}

/** After a reading was added, judged, corrected or deleted. Announces alerts that open. */
export async function reconcileAround(
  { jobs }: ReconcileParts,
  tx: Tx,
  meter: MeterKey,
  reading: { id: number; createdAt: Date },
): Promise<void> {
  const opened = await reconcileSilently(tx, meter, reading)
  await jobs.announceAlerts(
    tx,
    meter.organizationId,
    opened.map(({ id }) => id),
  )
}

/** After readings of one meter were added, however many: as for each of them, at the cost of a few. */
export async function reconcileAdded(
  parts: ReconcileParts,
  tx: Tx,
  meter: MeterKey,
  added: readonly { id: number; createdAt: Date }[],
): Promise<void> {
  const [first, ...more] = added
    .map(({ id, createdAt }) => ({ id, at: createdAt.getTime() }))
    .sort(comparePositions)
  const last = more.at(-1)
  if (first === undefined) return
  if (last === undefined) {
    return reconcileAround(parts, tx, meter, { id: first.id, createdAt: new Date(first.at) })
  }
  const range = { from: first, before: { at: last.at, id: last.id + 1 } }
  const { segment, runs } = await findRunsWithin(tx, meter, range)
  const { opened } = await applyChanges(tx, meter, segment, (stored) =>
    matchRuns(runs, stored.open, stored.confirmed),
  )
  await parts.jobs.announceAlerts(
    tx,
    meter.organizationId,
    opened.map(({ id }) => id),
  )
}

/** Without announcing; returns the alerts that opened. */
export async function reconcileSilently(tx: Tx, meter: MeterKey, reading: { id: number; createdAt: Date }) {
  const position = { at: reading.createdAt.getTime(), id: reading.id }
  const { segment, runs } = await findRunsAround(tx, meter, position)
  return (await applyChanges(tx, meter, segment, (stored) => matchRuns(runs, stored.open, stored.confirmed)))
    .opened
}

/**
 * After a range of readings was judged by another abnormal range. An alert follows the latest run that it overlaps: an
 * occurring one stays itself, and the number of batches makes no difference. Only an occurring alert is announced:
 * nothing has happened at the meter in past runs.
 */
export async function reconcileWithin(
  { jobs }: ReconcileParts,
  tx: Tx,
  meter: MeterKey,
  range: PositionRange,
): Promise<void> {
  const { segment, runs } = await findRunsWithin(tx, meter, range)
  const { opened } = await applyChanges(tx, meter, segment, (stored) =>
    matchRunsFromLatest(runs, stored.open, stored.confirmed),
  )
  await updateOccurringRange(tx, meter)
  const occurring = opened.filter(({ isAlert }) => isAlert)
  await jobs.announceAlerts(
    tx,
    meter.organizationId,
    occurring.map(({ id }) => id),
  )
}

/** For all readings of a meter. */
export const reconcileAll = (parts: ReconcileParts, tx: Tx, meter: MeterKey): Promise<void> =>
  reconcileWithin(parts, tx, meter, allPositions)

async function applyChanges(
  tx: Tx,
  meter: MeterKey,
  segment: Segment,
  match: (stored: Awaited<ReturnType<typeof findOverlapping>>) => AlertChanges,
) {
  const { remove, update, insert } = match(await findOverlapping(tx, meter, segment))
  await deleteAlerts(tx, meter, remove)
  // A meter has at most one occurring alert, also between two statements.
  const [past, occurring] = [
    update.filter(({ endedAt }) => endedAt !== null),
    update.filter(({ endedAt }) => endedAt === null),
  ]
  await updateAlerts(tx, meter, past)
  await updateAlerts(tx, meter, occurring)
  return { opened: await insertAlerts(tx, meter, insert) }
}
