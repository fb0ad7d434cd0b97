import { and, sql } from 'drizzle-orm'
import { isAbnormal } from '../../../../contract/values/abnormal.ts'
import type { Session } from '../../../api/call.ts'
import type { Tx } from '../../../db/client.ts'
import type { MeterOfCategory } from '../../../db/meter-lock.ts'
import { isReadingOf } from '../../../db/reading-order.ts'
import { readings } from '../../../db/schema.ts'
import { abnormalRangeOf } from '../lock-for-judging.ts'
import { addChanges, changeReading, lockReading, type ReadingRecord, type ReadingRow } from '../repository.ts'

/** Where a reading is in the history of its meter. */
export type Place = Pick<ReadingRecord, 'id' | 'createdAt'>

/** Rows of one statement. */
const chunkSize = 1000

/**
 * Makes readings of one meter those of another. Both are locked, and have the same unit and category. The caller derives the
 * alerts of both once all readings have moved, at the returned places.
 */
export async function moveToMeter(
  { organizationId, userId }: Session,
  tx: Tx,
  { from, to }: { from: MeterOfCategory; to: MeterOfCategory },
  ids: readonly number[],
  at: Date,
): Promise<Place[]> {
  const places: Place[] = []
  for (const id of ids) {
    const reading = await lockReading(tx, organizationId, id)
    if (reading === undefined) continue
    await tx.execute(sql`select move_reading(${id}::bigint, ${to.id}::bigint)`)
    const judged = { value: reading.value, read_state: reading.readState }
    await changeReading(tx, organizationId, id, {
      isAbnormal: isAbnormal(judged, abnormalRangeOf(to)),
      updatedAt: at,
    })
    places.push(reading)
  }
  const changes = places.map(({ id }) => ({
    readingId: id,
    userId,
    at,
    action: 'correct' as const,
    before: { meter_id: from.id, meter: from.name },
    after: { meter_id: to.id, meter: to.name },
  }))
  for (let start = 0; start < changes.length; start += chunkSize)
    await addChanges(tx, to, changes.slice(start, start + chunkSize))
  return places
}

/** Returns those times of readings, in milliseconds since 1970, at which a meter has a reading. */
export async function timesTaken(
  tx: Tx,
  meter: MeterOfCategory,
  rows: readonly Pick<ReadingRow, 'created_at'>[],
): Promise<Set<number>> {
  const times = rows.map((row) => `"${new Date(row.created_at).toISOString()}"`)
  const taken = await tx
    .select({ at: readings.createdAt })
    .from(readings)
    .where(
      and(isReadingOf(meter), sql`${readings.createdAt} = any(${`{${times.join(',')}}`}::timestamptz[])`),
    )
  return new Set(taken.map(({ at }) => at.getTime()))
}
