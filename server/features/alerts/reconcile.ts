import type { Tx } from '../../db/client.ts'
import { allPositions, type MeterKey, type PositionRange } from '../../db/reading-order.ts'
import type { JobQueue } from '../../jobs/queue.ts'
import { findRunsAround, findRunsWithin, type Segment } from './find-runs.ts'
import { deleteAlerts, findOverlapping, insertAlerts, updateAlerts, updateRange } from './repository.ts'
import { type AlertChanges, matchRuns, matchRunsFromLatest } from './runs.ts'

// Alerts follow from the readings: whatever happened to a reading, what is stored is made to agree with the readings
// around it. The meter is locked (`no key update`) before the reading is changed, so that nobody settles the same
// piece at the same moment.

interface Parts {
  jobs: Pick<JobQueue, 'announceAlert'>
}

/** After a reading came, was judged, corrected or deleted. Alerts that open are announced. */
export async function reconcileAround(
  { jobs }: Parts,
  tx: Tx,
  meter: MeterKey,
  reading: { id: number; createdAt: Date },
): Promise<void> {
  for (const { id } of await reconcileSilently(tx, meter, reading))
    await jobs.announceAlert(tx, { organizationId: meter.organizationId, alertId: id })
}

/** The same without a word to anybody; gives the alerts that opened. */
export async function reconcileSilently(tx: Tx, meter: MeterKey, reading: { id: number; createdAt: Date }) {
  const place = { at: reading.createdAt.getTime(), id: reading.id }
  const { piece, stretches } = await findRunsAround(tx, meter, place)
  return (
    await applyChanges(tx, meter, piece, (stored) => matchRuns(stretches, stored.open, stored.confirmed))
  ).opened
}

/**
 * After readings of a meter were judged by another range. An alert goes on as the latest stretch that it meets, so
 * that one which is occurring stays the same, and so that it makes no difference in how many steps, from the newest
 * reading to the oldest, they are judged. Of the alerts that open only the one that is occurring is announced: nothing
 * has happened at the meter in the stretches that are over.
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

/** The same for all readings of a meter. */
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
  // A meter has one occurring alert at most, also between two statements.
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
