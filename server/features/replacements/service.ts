import { createHash } from 'node:crypto'
import type { ReplacementCreate } from '../../../contract/replacements.ts'
import { reconcileReplacedAt, replacementTolerance } from '../../../contract/time/replacedAt.ts'
import { exceedsDigits, exceedsDigitsText } from '../../../contract/values/consumption.ts'
import { Failure, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { lockMeter, type MeterRecord } from '../../db/meter-lock.ts'
import { meterChanges } from '../../db/schema.ts'
import { valueFormatOf } from '../../db/value-format.ts'
import { capturedAt, chosenAt, evidenceBefore } from '../readings/index.ts'
import {
  findReplacement,
  hideReplacement,
  insertReplacement,
  type NewReplacement,
  type ReplacementRow,
} from './repository.ts'

interface Sent {
  key: string
  body: ReplacementCreate
  knownOffsetMs: number | undefined
  startedAt: Date
  now: Date
}

/** Idempotent by key: a repeat gets the first answer, also when an administrator has deleted it since. */
export async function createReplacement(
  session: Session,
  tx: Tx,
  { key, body, knownOffsetMs: known, startedAt, now }: Sent,
): Promise<{ isNew: boolean; row: ReplacementRow }> {
  const { organizationId, userId } = session
  const { meter_id: meterId } = body
  const meter = await lockMeter(tx, organizationId, meterId)
  if (meter === undefined) {
    throw new Failure('reference_unknown', {
      issues: [{ path: 'meter_id', message: 'メーターが見つかりません' }],
    })
  }
  const replacedAt = new Date(body.replaced_at)
  const time =
    body.is_time_chosen === true
      ? chosenAt(replacedAt, startedAt, 'replaced_at')
      : capturedAt(replacedAt, { sent: new Date(body.sent_at), known, startedAt }, 'replaced_at').createdAt
  const at = await reconciledAt(tx, meter, time, body)
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([meterId, body.old_end_value, body.new_start_value, replacedAt, body.note]))
    .digest('hex')
  const row = {
    organizationId,
    meterId,
    at,
    oldEndValue: body.old_end_value,
    newStartValue: body.new_start_value,
    note: body.note,
    userId,
    idempotencyKey: key,
    fingerprint,
    createdAt: now,
  }
  const isNew = await insertReplacement(tx, row)
  const kept = await findReplacement(tx, organizationId, { key })
  if (kept === undefined) throw new Error('a replacement vanished behind its insert')
  if (kept.fingerprint !== fingerprint) throw new Failure('key_reused')
  if (isNew) {
    refuseExcessDigits(meter, body)
    await recordChange(tx, session, meter, { at: now, before: {}, after: await told(tx, meter, row) })
  }
  return { isNew, row: kept }
}

/** Not of a repeat: the meter may have been given fewer digits since. */
export function refuseExcessDigits(
  meter: MeterRecord,
  body: Partial<Pick<ReplacementCreate, 'old_end_value' | 'new_start_value'>>,
): void {
  const issues = (['old_end_value', 'new_start_value'] as const)
    .filter((path) => exceedsDigits(body[path] ?? 0, countingOf(meter)))
    .map((path) => ({ path, message: exceedsDigitsText(countingOf(meter)) }))
  if (issues.length > 0) throw new Failure('validation_failed', { issues })
}

/** The time, where readings close to it do not contradict it. */
async function reconciledAt(tx: Tx, meter: MeterRecord, time: Date, body: ReplacementCreate): Promise<Date> {
  const shown = await evidenceBefore(tx, meter, new Date(time.getTime() + replacementTolerance))
  const replaced = { at: time.getTime(), oldEnd: body.old_end_value, newStart: body.new_start_value }
  return new Date(reconcileReplacedAt(replaced, shown, { ...countingOf(meter), rate: null }))
}

const countingOf = ({ digitNumber, decimalPoint }: MeterRecord) => ({
  digits: digitNumber,
  decimals: decimalPoint,
})

export async function deleteReplacement(session: Session, tx: Tx, id: number, now: Date): Promise<void> {
  const { organizationId, userId } = session
  const found = await findReplacement(tx, organizationId, { id })
  const meter = found && (await lockMeter(tx, organizationId, found.meter_id))
  // Once more, behind the lock: somebody else may have deleted it.
  const row = meter && (await findReplacement(tx, organizationId, { id }))
  if (meter === undefined || row === undefined) throw new Failure('not_found')
  await hideReplacement(tx, organizationId, id, { deletedAt: now, deletedByUserId: userId })
  const before = await told(tx, meter, {
    at: row.at,
    oldEndValue: row.old_end_value,
    newStartValue: row.new_start_value,
    note: row.note,
  })
  await recordChange(tx, session, meter, { at: now, before, after: {} })
}

type Told = Required<Pick<NewReplacement, 'at' | 'oldEndValue' | 'newStartValue' | 'note'>>

const told = async (tx: Tx, meter: MeterRecord, { at, oldEndValue, newStartValue, note }: Told) => ({
  replaced_at: at.toISOString(),
  old_end_value: oldEndValue,
  new_start_value: newStartValue,
  replacement_note: note,
  value_format: await valueFormatOf(tx, meter),
})

/** In the meter’s own history. */
async function recordChange(
  tx: Tx,
  { userId }: Session,
  { organizationId, id: meterId }: MeterRecord,
  change: Pick<typeof meterChanges.$inferInsert, 'before' | 'after'> & { at: Date },
): Promise<void> {
  await tx.insert(meterChanges).values({ organizationId, meterId, userId, action: 'update', ...change })
}
