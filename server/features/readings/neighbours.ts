import { and, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { ReadingNeighbours } from '../../../contract/readings.ts'
import { Failure } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { readings } from '../../db/schema.ts'
import { findReading } from './repository.ts'

/** The meter’s previous and next reading, in the order of lists. */
export async function neighboursOf(tx: Tx, organizationId: number, id: number): Promise<ReadingNeighbours> {
  const found = await findReading(tx, organizationId, id)
  if (found === undefined) throw new Failure('not_found')
  const { meter_id: meterId, created_at: at } = found
  const place = sql`(${new Date(at).toISOString()}::timestamptz, ${id}::bigint)`
  const own = and(
    eq(readings.organizationId, organizationId),
    eq(readings.meterId, meterId),
    isNull(readings.deletedAt),
  )
  const nearest = async (beyond: SQL, direction: typeof asc): Promise<number | null> => {
    const rows = await tx
      .select({ id: readings.id })
      .from(readings)
      .where(and(own, beyond))
      .orderBy(direction(readings.createdAt), direction(readings.id))
      .limit(1)
    return rows[0]?.id ?? null
  }
  return {
    previous: await nearest(sql`(${readings.createdAt}, ${readings.id}) < ${place}`, desc),
    next: await nearest(sql`(${readings.createdAt}, ${readings.id}) > ${place}`, asc),
  }
}
