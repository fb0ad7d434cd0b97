import { and, asc, desc, type SQL } from 'drizzle-orm'
import type { ReadingNeighbours } from '../../../contract/readings.ts'
import { Failure } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { compared, isReadingOf } from '../../db/reading-order.ts'
import { readings } from '../../db/schema.ts'
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
