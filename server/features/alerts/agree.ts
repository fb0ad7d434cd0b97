import type { Tx } from '../../db/client.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { announceAlert } from './announce.ts'
import { settle } from './episode.ts'
import { alertsWithin, changeAlerts, dropAlerts, openAlerts } from './repository.ts'
import { type OfMeter, type Piece, stretchesAround, stretchesThroughout } from './stretches.ts'

// Alerts follow from the readings: whatever happened to a reading, what is stored is made to agree with the readings
// around it. The meter is locked (`no key update`) before the reading is changed, so that nobody settles the same
// piece at the same moment.

interface Parts {
  jobs: Pick<Jobs, 'mailAlert' | 'pushAlert'>
}

/** After a reading came, was judged, corrected or deleted. Alerts that open are announced. */
export async function agreeAround(
  { jobs }: Parts,
  tx: Tx,
  meter: OfMeter,
  reading: { id: number; createdAt: Date },
): Promise<void> {
  for (const { id } of await settleAround(tx, meter, reading))
    await announceAlert(jobs, tx, { organizationId: meter.organizationId, alertId: id })
}

/** The same without a word to anybody; gives the alerts that opened. */
export async function settleAround(tx: Tx, meter: OfMeter, reading: { id: number; createdAt: Date }) {
  const place = { at: reading.createdAt.getTime(), id: reading.id }
  const { piece, stretches } = await stretchesAround(tx, meter, place)
  return (await write(tx, meter, piece, stretches)).opened
}

/**
 * After all readings of a meter were judged anew. Of the alerts that open only the one that is occurring is
 * announced: nothing has happened at the meter in the stretches that are over.
 */
export async function agreeThroughout({ jobs }: Parts, tx: Tx, meter: OfMeter): Promise<void> {
  const stretches = await stretchesThroughout(tx, meter)
  const { opened } = await write(tx, meter, { after: null, before: null }, stretches)
  for (const { id, isAlert } of opened) {
    if (isAlert) await announceAlert(jobs, tx, { organizationId: meter.organizationId, alertId: id })
  }
}

async function write(tx: Tx, meter: OfMeter, piece: Piece, stretches: Parameters<typeof settle>[0]) {
  const stored = await alertsWithin(tx, meter, piece)
  const { drop, change, open } = settle(stretches, stored.open, stored.confirmed)
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
