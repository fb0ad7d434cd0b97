import { and, eq, gt, inArray, isNull } from 'drizzle-orm'
import type { Reading } from '../../../contract/readings.ts'
import { mayConfirmTogether } from '../../../contract/review/together.ts'
import { Failure, type Session } from '../../api/call.ts'
import { savepoint, type Tx } from '../../db/client.ts'
import { lockMeters } from '../../db/meter-lock.ts'
import { meters, readings, reviewLoans } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { presenterFor } from '../../presenter.ts'
import { keepMonthsOf } from '../closings/index.ts'
import { correctReading, findReadings, isOneOf, presentRows, undoDecision } from '../readings/index.ts'

/** A reading and its value as the reviewer saw it. */
interface Seen {
  reading_id: number
  value: number
}

/** Confirms several readings of the caller's loans, and returns the ids of those for which nothing spoke against it. */
export async function confirmTogether(
  deps: Deps,
  session: Session,
  tx: Tx,
  seen: readonly Seen[],
): Promise<number[]> {
  const { organizationId } = session
  const seenOf = new Map(seen.map(({ reading_id: id, value }) => [id, value]))
  const lent = await lockLent(tx, session, [...seenOf.keys()], deps.clock())
  const rows = await findReadings(tx, organizationId, lent)
  const confirmed: number[] = []
  for (const reading of await presentRows(tx, organizationId, rows, presenterFor(deps, session))) {
    const { id, meter_id: meterId, value } = reading
    if (value !== seenOf.get(id) || !mayConfirmTogether(reading)) continue
    try {
      await savepoint(tx, () =>
        keepMonthsOf({ tx, session }, meterId, () => correctReading(deps, session, tx, id, value)),
      )
      confirmed.push(id)
    } catch (error) {
      // A person decides about it on its own, and is told what speaks against it: above all, closed months.
      if (!(error instanceof Failure)) throw error
    }
  }
  return confirmed
}

/** Takes back what the caller has just confirmed together, and returns the readings as they are again. */
export async function undoTogether(
  deps: Deps,
  session: Session,
  tx: Tx,
  ids: readonly number[],
): Promise<Reading[]> {
  const { organizationId } = session
  const distinct = [...new Set(ids)]
  await lockMetersOf(tx, organizationId, distinct)
  for (const id of distinct) await undoDecision(deps, session, tx, id)
  const rows = await findReadings(tx, organizationId, distinct)
  return presentRows(tx, organizationId, rows, presenterFor(deps, session))
}

/** Returns which of these readings are lent to the caller, after locking their meters. */
async function lockLent(
  tx: Tx,
  { organizationId, userId }: Session,
  ids: readonly number[],
  now: Date,
): Promise<number[]> {
  await lockMetersOf(tx, organizationId, ids)
  const lent = await tx
    .select({ id: reviewLoans.readingId })
    .from(reviewLoans)
    .where(
      and(
        eq(reviewLoans.organizationId, organizationId),
        eq(reviewLoans.userId, userId),
        gt(reviewLoans.until, now),
        isOneOf(reviewLoans.readingId, ids),
      ),
    )
  return lent.map(({ id }) => id)
}

function lockMetersOf(tx: Tx, organizationId: number, ids: readonly number[]) {
  const own = and(
    eq(readings.organizationId, organizationId),
    isNull(readings.deletedAt),
    isOneOf(readings.id, ids),
  )
  const ofReadings = tx.select({ id: readings.meterId }).from(readings).where(own)
  return lockMeters(tx, and(eq(meters.organizationId, organizationId), inArray(meters.id, ofReadings)))
}
