import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { readState } from '../../../contract/abnormal.ts'
import type { Tx } from '../../db/client.ts'
import { lockMeter } from '../../db/meter-lock.ts'
import { readings } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { changeReading } from './repository.ts'

/**
 * A picture, recorded and stored, that came apart from the values of a report: it becomes theirs and is read. False
 * where the report has one already.
 */
export async function attachPicture(
  deps: Pick<Deps, 'jobs' | 'clock'>,
  tx: Tx,
  organizationId: number,
  reportId: number,
  sha256: string,
): Promise<boolean> {
  const rows = await tx
    .select({ id: readings.id, meterId: readings.meterId })
    .from(readings)
    .where(
      and(
        eq(readings.organizationId, organizationId),
        eq(readings.reportId, reportId),
        isNull(readings.deletedAt),
      ),
    )
    .orderBy(asc(readings.meterId), asc(readings.id))
  for (const meterId of new Set(rows.map((row) => row.meterId))) await lockMeter(tx, organizationId, meterId)
  const attached = await tx.execute<{ done: boolean }>(
    sql`select attach_picture(${reportId}::bigint, ${sha256}) as done`,
  )
  if (attached.rows[0]?.done !== true) return false
  for (const { id, meterId } of rows) {
    const changes = { readState: readState.unprocessed, updatedAt: deps.clock() }
    await changeReading(tx, organizationId, id, changes)
    await deps.jobs.readPicture(tx, { organizationId, readingId: id }, meterId)
  }
  return true
}
