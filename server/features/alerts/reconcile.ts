import type { Tx } from '../../db/client.ts'
import type { Jobs } from '../../jobs/queue.ts'
import { type Settlement, settle, settleFromLatest } from './runs.ts'
import { alertsWithin, carryRange, changeAlerts, dropAlerts, openAlerts } from './repository.ts'
import {
  type Extent,
  everything,
  type OfMeter,
  type Piece,
  stretchesAround,
  stretchesWithin,
} from './find-runs.ts'

// Alerts follow from the readings: whatever happened to a reading, what is stored is made to agree with the readings
// around it. The meter is locked (`no key update`) before the reading is changed, so that nobody settles the same
// piece at the same moment.

interface Parts {
  jobs: Pick<Jobs, 'announceAlert'>
}

/** After a reading came, was judged, corrected or deleted. Alerts that open are announced. */
export async function agreeAround(
  { jobs }: Parts,
  tx: Tx,
  meter: OfMeter,
  reading: { id: number; createdAt: Date },
): Promise<void> {
  for (const { id } of await settleAround(tx, meter, reading))
    await jobs.announceAlert(tx, { organizationId: meter.organizationId, alertId: id })
}

/** The same without a word to anybody; gives the alerts that opened. */
export async function settleAround(tx: Tx, meter: OfMeter, reading: { id: number; createdAt: Date }) {
  const place = { at: reading.createdAt.getTime(), id: reading.id }
  const { piece, stretches } = await stretchesAround(tx, meter, place)
  return (await write(tx, meter, piece, (stored) => settle(stretches, stored.open, stored.confirmed))).opened
}

/**
 * After readings of a meter were judged by another range. An alert goes on as the latest stretch that it meets, so
 * that one which is occurring stays the same, and so that it makes no difference in how many steps, from the newest
 * reading to the oldest, they are judged. Of the alerts that open only the one that is occurring is announced: nothing
 * has happened at the meter in the stretches that are over.
 */
export async function agreeWithin({ jobs }: Parts, tx: Tx, meter: OfMeter, extent: Extent): Promise<void> {
  const { piece, stretches } = await stretchesWithin(tx, meter, extent)
  const { opened } = await write(tx, meter, piece, (stored) =>
    settleFromLatest(stretches, stored.open, stored.confirmed),
  )
  await carryRange(tx, meter)
  for (const { id, isAlert } of opened) {
    if (isAlert) await jobs.announceAlert(tx, { organizationId: meter.organizationId, alertId: id })
  }
}

/** The same for all readings of a meter. */
export const agreeThroughout = (parts: Parts, tx: Tx, meter: OfMeter): Promise<void> =>
  agreeWithin(parts, tx, meter, everything)

async function write(
  tx: Tx,
  meter: OfMeter,
  piece: Piece,
  settled: (stored: Awaited<ReturnType<typeof alertsWithin>>) => Settlement,
) {
  const { drop, change, open } = settled(await alertsWithin(tx, meter, piece))
  await dropAlerts(tx, meter, drop)
  // A meter has one occurring alert at most, also between two statements.
  await changeAlerts(
    tx,
    meter,
    change.filter(({ endedAt }) => endedAt !== null),
  )
  await changeAlerts(
    tx,
    meter,
    change.filter(({ endedAt }) => endedAt === null),
  )
  return { opened: await openAlerts(tx, meter, open) }
}
