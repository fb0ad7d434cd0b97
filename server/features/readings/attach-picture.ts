import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { isAbnormal } from '../../../contract/values/abnormal.ts'
import type { Tx } from '../../db/client.ts'
import { lockMeter, type MeterOfCategory } from '../../db/meter-lock.ts'
import { readings } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { reconcileAround } from '../alerts/index.ts'
import { abnormalRangeOf } from './lock-for-judging.ts'
import { isReadable, stateOfPicture } from './picture-state.ts'
import { changeReading, type ReadingRecord } from './repository.ts'

/**
 * A picture, recorded and stored, that came apart from the values of a report: it becomes theirs, they are judged again,
 * and it is read if the meter can be. False where the report has one already.
 */
export async function attachPicture(
  deps: Pick<Deps, 'jobs' | 'clock'>,
  tx: Tx,
  organizationId: number,
  reportId: number,
  sha256: string,
): Promise<boolean> {
  const ofReport = and(
    eq(readings.organizationId, organizationId),
    eq(readings.reportId, reportId),
    isNull(readings.deletedAt),
  )
  const measured = await tx
    .selectDistinct({ id: readings.meterId })
    .from(readings)
    .where(ofReport)
    .orderBy(asc(readings.meterId))
  const meters = []
  for (const { id } of measured) meters.push(await lockMeter(tx, organizationId, id))
  const attached = await tx.execute<{ done: boolean }>(
    sql`select attach_picture(${reportId}::bigint, ${sha256}) as done`,
  )
  if (attached.rows[0]?.done !== true) return false
  const rows = await tx.select().from(readings).where(ofReport).orderBy(asc(readings.id))
  for (const meter of meters) {
    if (meter === undefined) throw new Error('a reading without its meter')
    await changeReadings(
      deps,
      tx,
      meter,
      rows.filter(({ meterId }) => meterId === meter.id),
    )
  }
  return true
}

async function changeReadings(
  deps: Pick<Deps, 'jobs' | 'clock'>,
  tx: Tx,
  meter: MeterOfCategory,
  rows: readonly ReadingRecord[],
): Promise<void> {
  const { organizationId } = meter
  for (const row of rows) {
    const state = stateOfPicture(meter, row)
    await changeReading(tx, organizationId, row.id, {
      readState: state,
      isAbnormal: isAbnormal({ value: row.value, read_state: state }, abnormalRangeOf(meter)),
      updatedAt: deps.clock(),
    })
    await reconcileAround(deps, tx, meter, row)
  }
  if (!isReadable(meter)) return
  const jobs = rows.map(({ id }) => ({ organizationId, readingId: id, meterId: meter.id }))
  await deps.jobs.enqueue(tx, 'read-picture', jobs)
}
