import { and, desc, eq, sql } from 'drizzle-orm'
import type { Input } from '../../../contract/calls/endpoint.ts'
import type { readingEndpoints } from '../../../contract/readings.ts'
import type { Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { meters, readings } from '../../db/schema.ts'
import { type CountedRow, withConsumption } from './consumption.ts'
import { findReadings } from './repository.ts'
import { matchesSelection, type Selection, selectionOf } from './selection.ts'

type Query = Input<(typeof readingEndpoints)['latestReadings']>['query']

/** The latest reading of each meter that is selected and has one, by meter. */
export async function latestReadings(
  tx: Tx,
  session: Pick<Session, 'organizationId' | 'timeZone'>,
  query: Query,
): Promise<CountedRow[]> {
  const selection = await selectionOf(tx, session, query)
  const meterIds = selection.meterIds ?? (await allMeters(tx, session.organizationId))
  if (meterIds.length === 0) return []
  const latest = await latestOf(tx, { ...selection, meterIds })
  return [...latest.values()].sort((a, b) => a.meter_id - b.meter_id)
}

async function allMeters(tx: Tx, organizationId: number): Promise<number[]> {
  const rows = await tx
    .select({ id: meters.id })
    .from(meters)
    .where(eq(meters.organizationId, organizationId))
  return rows.map(({ id }) => id)
}

/** One step into the index a meter, however many readings it has. */
export async function latestOf(
  tx: Tx,
  selection: Selection & { meterIds: number[] },
): Promise<Map<number, CountedRow>> {
  const ids = `{${selection.meterIds.join(',')}}`
  const { rows } = await tx.execute<{ id: number }>(sql`
    select latest.id::float8 as id from unnest(${ids}::bigint[]) as of (meter_id), lateral (
      select ${readings.id} as id from ${readings} join ${meters} on ${meters.id} = ${readings.meterId}
      where ${and(matchesSelection({ ...selection, meterIds: null }), sql`${readings.meterId} = of.meter_id`)}
      order by ${desc(readings.createdAt)}, ${desc(readings.id)} limit 1
    ) as latest`)
  const found = await findReadings(
    tx,
    selection.organizationId,
    rows.map(({ id }) => id),
  )
  const counted = await withConsumption(tx, selection.organizationId, found)
  return new Map(counted.map((row) => [row.meter_id, row]))
}
