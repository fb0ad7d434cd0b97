import { eq } from 'drizzle-orm'
import type { Input } from '../../../../contract/calls/endpoint.ts'
import type { bulkEndpoints } from '../../../../contract/import/bulk.ts'
import type { Session } from '../../../api/call.ts'
import type { Tx } from '../../../db/client.ts'
import { meters, readings } from '../../../db/schema.ts'
import { matchesSelection, selectionOf } from '../selection.ts'

/** The readings that filters select, at most `limit`. */
export async function selectIds(
  tx: Tx,
  session: Session,
  query: Input<(typeof bulkEndpoints)['bulkReadings']>['query'],
  limit: number,
): Promise<number[]> {
  const rows = await tx
    .select({ id: readings.id })
    .from(readings)
    .innerJoin(meters, eq(meters.id, readings.meterId))
    .where(matchesSelection(await selectionOf(tx, session, query)))
    .limit(limit)
  return rows.map(({ id }) => id)
}
