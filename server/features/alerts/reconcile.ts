import type { Tx } from '../../db/client.ts'
import { allPositions, type MeterKey, type PositionRange } from '../../db/reading-order.ts'
import type { JobQueue } from '../../jobs/queue.ts'
import { findRunsAround, findRunsWithin, type Segment } from './find-runs.ts'
import { deleteAlerts, findOverlapping, insertAlerts, updateAlerts, updateRange } from './repository.ts'
import { type AlertChanges, matchRuns, matchRunsFromLatest } from './runs.ts'

// Alerts are derived: after any change of readings, the stored alerts around them are reconciled with them. The meter
// is locked before the change, so that nobody reconciles the same section at once.

interface Parts {
  jobs: Pick<JobQueue, 'announceAlert'>
}

/** After a reading was added, judged, corrected or deleted. Announces alerts that open. */
export async function reconcileAround(
  { jobs }: Parts,
  tx: Tx,
  meter: MeterKey,
  reading: { id: number; createdAt: Date },
): Promise<void> {
  for (const { id } of await reconcileSilently(tx, meter, reading))
    await jobs.announceAlert(tx, { organizationId: meter.organizationId, alertId: id })
}

/** Without announcing; returns the alerts that opened. */
export async function reconcileSilently(tx: Tx, meter: MeterKey, reading: { id: number; createdAt: Date }) {
  const place = { at: reading.createdAt.getTime(), id: reading.id }
  const { piece, stretches } = await findRunsAround(tx, meter, place)
  return (
    await applyChanges(tx, meter, piece, (stored) => matchRuns(stretches, stored.open, stored.confirmed))
  ).opened
}

/**
 * After a range of readings was judged by another abnormal range. An alert follows the latest run that it overlaps: an
 * occurring one stays itself, and the number of batches makes no difference. Only an occurring alert is announced:
 * nothing has happened at the meter in past runs.
 */
export async function reconcileWithin(
  { jobs }: Parts,
  tx: Tx,
  meter: MeterKey,
  extent: PositionRange,
): Promise<void> {
  const { piece, stretches } = await findRunsWithin(tx, meter, extent)
  const { opened } = await applyChanges(tx, meter, piece, (stored) =>
    matchRunsFromLatest(stretches, stored.open, stored.confirmed),
  )
  await updateRange(tx, meter)
  for (const { id, isAlert } of opened) {
    if (isAlert) await jobs.announceAlert(tx, { organizationId: meter.organizationId, alertId: id })
  }
}

/** For all readings of a meter. */
export const reconcileAll = (parts: Parts, tx: Tx, meter: MeterKey): Promise<void> =>
  reconcileWithin(parts, tx, meter, allPositions)

async function applyChanges(
  tx: Tx,
  meter: MeterKey,
  piece: Segment,
  settled: (stored: Awaited<ReturnType<typeof findOverlapping>>) => AlertChanges,
) {
  const { remove: drop, update: change, insert: open } = settled(await findOverlapping(tx, meter, piece))
  await deleteAlerts(tx, meter, drop)
  // A meter has at most one occurring alert, also between two statements.
  await updateAlerts(
    tx,
    meter,
    change.filter(({ endedAt }) => endedAt !== null),
  )
  await updateAlerts(
    tx,
    meter,
    change.filter(({ endedAt }) => endedAt === null),
  )
  return { opened: await insertAlerts(tx, meter, open) }
}
