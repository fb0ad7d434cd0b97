import { isOfDevice } from '../../../contract/time/timeReasons.ts'
import { isAbnormal, isUnread, readState } from '../../../contract/values/abnormal.ts'
import type { Doubt } from '../../../contract/values/doubts.ts'
import { Failure, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { judgeByRules } from '../alert-rules/index.ts'
import { reconcileAdded, reconcileAround } from '../alerts/index.ts'
import { followMeasuredAt, lockDeviceOf } from './follow-measured-at.ts'
import { lockForJudging } from './lock-for-judging.ts'
import { refuseExcessDigits } from './refuse-excess-digits.ts'
import {
  addChange,
  changeReading,
  findLastValueChange,
  type ReadingRecord,
  setMeasuredAt,
} from './repository.ts'

type Parts = Pick<Deps, 'jobs' | 'clock'>

/**
 * Enters another value, or accepts the reader’s or the device’s. `read_value` and `device_value` stay. Returns how many
 * alerts it removed.
 */
export async function correctReading(
  deps: Parts,
  session: Session,
  tx: Tx,
  id: number,
  value: number | null,
  reason: string | null = null,
  sent: SentChange | null = null,
): Promise<number> {
  const { organizationId } = session
  const judged = await lockForJudging(tx, organizationId, id)
  if (judged === undefined) throw new Failure('not_found')
  const { reading: before, meter, range } = judged
  const isAccepted = value !== null && (value === before.readValue || value === before.deviceValue)
  // A person's word ends the waiting for one.
  const state = before.readState === readState.waiting ? null : before.readState
  const after = {
    value,
    valueSource: (isAccepted ? 'accepted' : 'corrected') as ReadingRecord['valueSource'],
    // They were of the value before.
    ...(value !== before.value && { confirmedDoubts: sent?.confirmedDoubts ?? [] }),
    readState: state,
    isAbnormal: isAbnormal({ value, read_state: state }, range),
  }
  // Somebody who confirms a person's value again does not become its source.
  const isConfirmed = value === before.value && isOfPerson(before.valueSource)
  if (isConfirmed) after.valueSource = before.valueSource
  const isDecision = sent === null
  // A phone's change is kept in any case: a repeat must not be applied to what the office corrects in the meantime.
  if (isConfirmed && isDecision && (await findLastValueChange(tx, organizationId, id))?.isDecision) return 0
  refuseExcessDigits(meter, value)
  const at = deps.clock()
  await changeReading(tx, organizationId, id, { ...after, updatedAt: at })
  const removed = await reconcileAround(deps, tx, meter, before, 'correction')
  await addChange(tx, meter, {
    readingId: id,
    userId: session.userId,
    at,
    action: 'correct',
    before: {
      ...judgementOf(before),
      ...(value !== before.value &&
        before.confirmedDoubts.length > 0 && { confirmed_doubts: before.confirmedDoubts }),
    },
    after: judgementOf(after),
    reason,
    idempotencyKey: sent?.key ?? null,
    isDecision,
  })
  return removed
}

const isOfPerson = (source: ReadingRecord['valueSource']) => source !== 'reader' && source !== 'device'

/** A change of a reading as a phone sent it. */
interface SentChange {
  key: string
  /** What spoke against the value when the inspector confirmed it. */
  confirmedDoubts: Doubt[]
}

/**
 * Confirms or corrects when a reading was measured, which counts for consumption from then on. Null: the time is right as
 * it is. Returns how many alerts it removed.
 */
export async function correctMeasuredAt(
  deps: Deps,
  session: Session,
  tx: Tx,
  id: number,
  given: Date | null,
  reason: string | null = null,
): Promise<number> {
  const { organizationId } = session
  const device = await lockDeviceOf(tx, organizationId, id)
  const judged = await lockForJudging(tx, organizationId, id)
  if (judged === undefined) throw new Failure('not_found')
  const { reading: before, meter, range } = judged
  const createdAt = given ?? before.createdAt
  const isMoved = createdAt.getTime() !== before.createdAt.getTime()
  const isMarked = before.timeMark !== null
  if (!isMoved && !isMarked) return 0
  const at = deps.clock()
  await setMeasuredAt(tx, id, createdAt)
  if (isMoved && device && isOfDevice(before))
    await followMeasuredAt(tx, organizationId, device, before.createdAt, createdAt)
  // A job that judges the meter’s readings may have passed its new place already.
  const judgement = isAbnormal({ value: before.value, read_state: before.readState }, range)
  await changeReading(tx, organizationId, id, { isAbnormal: judgement, updatedAt: at })
  // Alerts where it was and where it is now.
  const removed = isMoved
    ? await reconcileAdded(deps, tx, meter, [before, { id, createdAt }], 'correction')
    : 0
  // Rules leave out a reading of an unconfirmed time.
  if (!isMoved) await judgeByRules(tx, meter, [{ at: createdAt.getTime(), id }], at)
  await addChange(tx, meter, {
    readingId: id,
    userId: session.userId,
    at,
    action: 'correct',
    before: { created_at: before.createdAt.toISOString(), ...(isMarked && { time_mark: before.timeMark }) },
    after: { created_at: createdAt.toISOString(), ...(isMarked && { time_mark: null }) },
    reason,
  })
  return removed
}

/**
 * Hides a reading from all lists. The row, its picture and its key stay. `key`: of a phone's withdrawal. Returns how many
 * alerts it removed.
 */
export async function deleteReading(
  deps: Parts,
  session: Session,
  tx: Tx,
  id: number,
  key: string | null = null,
): Promise<number> {
  const { organizationId, userId } = session
  const judged = await lockForJudging(tx, organizationId, id)
  if (judged === undefined) throw new Failure('not_found')
  const { reading: before, meter } = judged
  const at = deps.clock()
  await changeReading(tx, organizationId, id, { deletedAt: at, deletedByUserId: userId, updatedAt: at })
  const removed = await reconcileAround({ ...deps, clock: () => at }, tx, meter, before, 'correction')
  await addChange(tx, meter, {
    readingId: id,
    userId,
    at,
    action: 'delete',
    before: judgementOf(before),
    after: { deleted_at: at.toISOString() },
    idempotencyKey: key,
  })
  return removed
}

type Judged = Pick<ReadingRecord, 'value' | 'valueSource' | 'isAbnormal' | 'readState'>

/** What is recorded of a reading before and after a change. An empty value whose picture is unread is not a missing one. */
export const judgementOf = (reading: Judged) => ({
  value: reading.value,
  value_source: reading.valueSource,
  is_abnormal: reading.isAbnormal,
  ...(reading.value === null && isUnread(reading.readState) && { read_state: reading.readState }),
})
