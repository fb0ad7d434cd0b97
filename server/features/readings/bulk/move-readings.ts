import { sql } from 'drizzle-orm'
import { isOfDevice } from '../../../../contract/time/timeReasons.ts'
import { isAbnormal } from '../../../../contract/values/abnormal.ts'
import type { Session } from '../../../api/call.ts'
import type { Tx } from '../../../db/client.ts'
import type { MeterOfCategory } from '../../../db/meter-lock.ts'
import type { Deps } from '../../../deps.ts'
import { reconcileAdded } from '../../alerts/index.ts'
import { followMeasuredAt, lockDeviceOf } from '../follow-measured-at.ts'
import { abnormalRangeOf } from '../lock-for-judging.ts'
import { addChanges, changeReading, lockReading, type ReadingRecord } from '../repository.ts'

/** When a reading was measured, as it is to be known from now on. */
export interface Move extends Pick<ReadingRecord, 'id' | 'createdAt' | 'timeMark'> {}

/** Rows of one statement. */
const chunkSize = 1000

/**
 * Sets when readings of a meter were measured. The meter and the devices of the readings are locked. Alerts are derived
 * once at the end, because the order of the readings on the way says nothing.
 */
export async function moveReadings(
  deps: Pick<Deps, 'jobs' | 'clock'>,
  { organizationId, userId }: Session,
  tx: Tx,
  meter: MeterOfCategory,
  moves: readonly Move[],
): Promise<void> {
  const at = deps.clock()
  const places: { id: number; createdAt: Date }[] = []
  const changes: Parameters<typeof addChanges>[2][number][] = []
  for (const { id, createdAt, timeMark } of moves) {
    const before = await lockReading(tx, organizationId, id)
    if (before === undefined) continue
    await tx.execute(
      sql`select restore_measured_at(${id}::bigint, ${createdAt.toISOString()}::timestamptz, ${timeMark})`,
    )
    const device = isOfDevice(before) ? await lockDeviceOf(tx, organizationId, id) : undefined
    if (device) await followMeasuredAt(tx, organizationId, device, before.createdAt, createdAt)
    const judgement = isAbnormal(
      { value: before.value, read_state: before.readState },
      abnormalRangeOf(meter),
    )
    await changeReading(tx, organizationId, id, { isAbnormal: judgement, updatedAt: at })
    places.push(before, { id, createdAt })
    const isMarked = timeMark !== before.timeMark
    changes.push({
      readingId: id,
      userId,
      at,
      action: 'correct',
      before: { created_at: before.createdAt.toISOString(), ...(isMarked && { time_mark: before.timeMark }) },
      after: { created_at: createdAt.toISOString(), ...(isMarked && { time_mark: timeMark }) },
    })
  }
  await reconcileAdded(deps, tx, meter, places, 'correction')
  for (let from = 0; from < changes.length; from += chunkSize)
    await addChanges(tx, meter, changes.slice(from, from + chunkSize))
}
