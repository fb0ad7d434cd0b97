import { and, asc, desc, eq, type SQL } from 'drizzle-orm'
import type { AcceptedReading } from '../../../contract/prior.ts'
import type { ReadingNeighbours, ValuesAround } from '../../../contract/readings.ts'
import { Failure } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { compared, isReadingOf } from '../../db/reading-order.ts'
import { meters, readings } from '../../db/schema.ts'
import type { Presenter } from '../../presenter.ts'
import { evidenceAfter, evidenceBefore } from './evidence.ts'
import { findReading } from './repository.ts'

/** The meter’s previous and next reading, in the order of lists. */
export async function neighboursOf(tx: Tx, organizationId: number, id: number): Promise<ReadingNeighbours> {
  const found = await findReading(tx, organizationId, id)
  if (found === undefined) throw new Failure('not_found')
  const { meter_id: meterId, created_at: at } = found
  const nearest = async (beyond: SQL, direction: typeof asc): Promise<number | null> => {
    const rows = await tx
      .select({ id: readings.id })
      .from(readings)
      .where(and(isReadingOf({ organizationId, id: meterId }), beyond))
      .orderBy(direction(readings.createdAt), direction(readings.id))
      .limit(1)
    return rows[0]?.id ?? null
  }
  return {
    previous: await nearest(compared('<', { at, id }), desc),
    next: await nearest(compared('>', { at, id }), asc),
  }
}

/** What a value of a meter at a moment is compared with. */
export async function valuesAround(
  tx: Tx,
  organizationId: number,
  id: number,
  at: Date,
  present: Presenter,
): Promise<ValuesAround> {
  const [meter] = await tx
    .select({ id: meters.id, organizationId: meters.organizationId })
    .from(meters)
    .where(and(eq(meters.organizationId, organizationId), eq(meters.id, id)))
  if (meter === undefined) throw new Failure('not_found')
  const [before = null] = await evidenceBefore(tx, meter, at)
  const after = await evidenceAfter(tx, meter, at)
  const presented = (known: AcceptedReading | null) =>
    known && { value: known.value, created_at: present.instant(known.at) }
  return { before: presented(before), after: presented(after) }
}
