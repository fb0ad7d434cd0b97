import { allows, type Role } from '../../../contract/access.ts'
import { isAbnormal, readState } from '../../../contract/values/abnormal.ts'
import { Failure, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { lockMeter } from '../../db/meter-lock.ts'
import type { Deps } from '../../deps.ts'
import { reconcileAround, resumeAlertOf } from '../alerts/index.ts'
import { judgementOf } from './correct.ts'
import { abnormalRangeOf } from './lock-for-judging.ts'
import { isReadable } from './picture-state.ts'
import {
  addChange,
  changeReading,
  findMeterOfReading,
  lockReading,
  type ReadingRecord,
} from './repository.ts'

/** Milliseconds in which whoever deleted a reading may undo it. */
const maxAge = 30 * 86_400_000

type Deletion = Pick<ReadingRecord, 'deletedAt' | 'deletedByUserId'>

/** Whether the caller may undo the deletion. */
export function mayRestore(
  { deletedAt, deletedByUserId }: Deletion,
  { userId, role }: { userId: number; role: Role },
  now: Date,
): boolean {
  if (deletedAt === null) return false
  return (
    allows('admin', role) || (deletedByUserId === userId && now.getTime() - deletedAt.getTime() <= maxAge)
  )
}

/**
 * Undoes the deletion of a reading: it returns with its id, picture, confirmations and alert and is judged by the meter's
 * present range. A reading that is not deleted stays as it is.
 */
export async function restoreReading(
  deps: Pick<Deps, 'jobs' | 'clock'>,
  session: Session,
  tx: Tx,
  id: number,
): Promise<void> {
  const { organizationId, userId } = session
  const meterId = await findMeterOfReading(tx, organizationId, id)
  const meter = meterId === null ? undefined : await lockMeter(tx, organizationId, meterId)
  const reading = meter && (await lockReading(tx, organizationId, id, 'also deleted'))
  if (meter === undefined || reading === undefined) throw new Failure('not_found')
  if (reading.deletedAt === null) return
  const at = deps.clock()
  if (!mayRestore(reading, session, at)) throw new Failure('restore_refused')
  // The meter may have got its reading settings since the deletion.
  const isDue = isReadable(meter) && reading.readState === readState.waiting
  const state = isDue ? readState.unprocessed : reading.readState
  const after = {
    ...reading,
    readState: state,
    isAbnormal: isAbnormal({ value: reading.value, read_state: state }, abnormalRangeOf(meter)),
  }
  await changeReading(tx, organizationId, id, {
    deletedAt: null,
    deletedByUserId: null,
    readState: after.readState,
    isAbnormal: after.isAbnormal,
    updatedAt: at,
  })
  if (after.isAbnormal) await resumeAlertOf(tx, meter, { id, endedAt: reading.deletedAt })
  await reconcileAround(deps, tx, meter, reading)
  await addChange(tx, meter, {
    readingId: id,
    userId,
    at,
    action: 'restore',
    before: { deleted_at: reading.deletedAt.toISOString() },
    after: judgementOf(after),
  })
  if (state === readState.unprocessed)
    await deps.jobs.enqueue(tx, 'read-picture', [{ organizationId, readingId: id, meterId: meter.id }])
}
