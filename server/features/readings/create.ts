import { createHash } from 'node:crypto'
import type { Receipt, ReportReceipt } from '../../../contract/receipts.ts'
import { isAbnormal } from '../../../contract/values/abnormal.ts'
import type { Doubt } from '../../../contract/values/doubts.ts'
import { Failure, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { lockMeter, type MeterOfCategory } from '../../db/meter-lock.ts'
import type { Deps } from '../../deps.ts'
import { type Presenter, presenterFor } from '../../presenter.ts'
import { reconcileAdded } from '../alerts/index.ts'
import { recordPicture, storePicture, type UploadedPicture } from '../pictures/index.ts'
import { judgementOf } from './correct.ts'
import { abnormalRangeOf } from './lock-for-judging.ts'
import { isReadable, stateOfPicture } from './picture-state.ts'
import { refuseExcessDigits } from './refuse-excess-digits.ts'
import {
  addChange,
  findReceipt,
  findReceiptsOfReports,
  insertReading,
  insertReadings,
  type KeptReceipt,
  type NewReading,
} from './repository.ts'

/** A reading as submitted by a person or a device. */
interface ReadingInput {
  value: number | null
  valueSource: NewReading['valueSource']
  /** What spoke against the value when a person confirmed it all the same. */
  confirmedDoubts?: Doubt[]
  /** By our clock, as well as it is known. */
  createdAt: Date
  picture: UploadedPicture | null
}

interface SentReading extends ReadingInput {
  key: string
  meterId: number
  source: NewReading['source']
  /** By the phone’s clock, and how far that was ahead when sending and, as last known, before; null without a phone. */
  phone: { capturedAt: Date; offsetMs: number; knownOffsetMs: number | null } | null
}

/** A reading out of a device’s report. */
export interface ReportedReading extends ReadingInput {
  /** The same for all rows of a call at a meter. */
  key: string
  /** The row of the call, from 0. */
  index: number
  timeMark: NewReading['timeMark']
  reportId: number
  /** As the device read it. */
  ocr?: string
  deviceValue?: number | null
  reasons?: string[]
}

/** Idempotent by key: the insert comes first and waits for a concurrent repeat, and a repeat gets the first answer. */
export async function createReading(
  deps: Deps,
  session: Session,
  tx: Tx,
  sent: SentReading,
): Promise<{ status: 200 | 201; data: Receipt }> {
  const { organizationId } = session
  const meter = await lockMeter(tx, organizationId, sent.meterId)
  if (meter === undefined) {
    throw new Failure('reference_unknown', {
      issues: [{ path: 'meter_id', message: 'メーターが見つかりません' }],
    })
  }
  if (sent.picture !== null) await recordPicture(tx, organizationId, sent.picture)
  const fingerprint = fingerprintOf(sent)
  const row = rowOf(meter, sent, deps.clock())
  const id = await insertReading(tx, {
    ...row,
    source: sent.source,
    idempotencyKey: sent.key,
    fingerprint,
    createdByUserId: session.userId,
    capturedAt: sent.phone?.capturedAt ?? null,
    clockOffsetMs: sent.phone?.offsetMs ?? null,
    knownOffsetMs: sent.phone?.knownOffsetMs ?? null,
  })
  // Photographs are never refused, and a retry is not checked again: the meter's settings may have changed since.
  if (id !== null && sent.source === 'entry') refuseExcessDigits(meter, sent.value)
  if (id !== null) {
    if (sent.source === 'entry' || sent.valueSource === 'entered' || sent.valueSource === 'corrected') {
      await addChange(tx, meter, {
        readingId: id,
        userId: session.userId,
        at: row.receivedAt,
        action: 'create',
        before: {},
        after: judgementOf(row),
      })
    }
    await followUp(deps, tx, meter, [{ id, createdAt: sent.createdAt }], sent.picture)
  }
  const kept = await findReceipt(tx, organizationId, sent.key)
  if (kept === undefined) throw new Error('a reading vanished between insert and receipt')
  if (kept.fingerprint !== fingerprint) throw new Failure('key_reused')
  return {
    status: id === null ? 200 : 201,
    data: presentReceipt(kept, sent.key, presenterFor(deps, session)),
  }
}

/**
 * Readings of one meter, which is locked, out of a device’s report. The report’s own key keeps it from coming twice; its
 * picture has been recorded.
 */
export async function createReportedReadings(
  deps: Deps,
  tx: Tx,
  meter: MeterOfCategory,
  source: 'camera' | 'analog',
  wakeupReason: NewReading['wakeupReason'],
  reported: readonly ReportedReading[],
): Promise<void> {
  const receivedAt = deps.clock()
  const added = await insertReadings(
    tx,
    reported.map((one) => ({
      ...rowOf(meter, one, receivedAt),
      source,
      wakeupReason,
      idempotencyKey: `${one.key} ${one.index}`,
      timeMark: one.timeMark ?? null,
      fingerprint: fingerprintOf({ ...one, meterId: meter.id, phone: null }),
      reportId: one.reportId,
      ocr: one.ocr ?? null,
      deviceValue: one.deviceValue ?? null,
      reasons: one.reasons ?? [],
    })),
  )
  await followUp(deps, tx, meter, added, reported[0]?.picture ?? null)
}

const presentReceipt = (kept: KeptReceipt, key: string, present: Presenter): Receipt => ({
  id: kept.id,
  key,
  meter_id: kept.meterId,
  sha256: kept.sha256,
  length: kept.length,
  received_at: present.instant(kept.receivedAt),
})

/** Receipts of what came with a device’s reports, in the order in which it was added. */
export async function receiptsOfReports(
  tx: Tx,
  organizationId: number,
  reportIds: readonly number[],
  key: string,
  present: Presenter,
): Promise<ReportReceipt[]> {
  const kept = await findReceiptsOfReports(tx, organizationId, reportIds)
  return kept.map((one) => ({ ...presentReceipt(one, key, present), index: indexOf(one) }))
}

/** The row of the call, which ends the key of a reported reading. */
const indexOf = ({ idempotencyKey }: KeptReceipt): number => Number(idempotencyKey?.split(' ').at(-1) ?? 0)

/** A reading as it is stored. */
export function rowOf(
  meter: MeterOfCategory,
  { value, valueSource, confirmedDoubts = [], createdAt, picture }: ReadingInput,
  receivedAt: Date,
) {
  const state = picture === null ? null : stateOfPicture(meter, { valueSource })
  return {
    organizationId: meter.organizationId,
    meterId: meter.id,
    value,
    valueSource,
    confirmedDoubts: value === null ? [] : confirmedDoubts,
    isAbnormal: isAbnormal({ value, read_state: state }, abnormalRangeOf(meter)),
    readState: state,
    pictureSha256: picture?.sha256 ?? null,
    aiBoostEnabled: meter.useAiBoost,
    deviceId: meter.deviceId,
    createdAt,
    receivedAt,
    updatedAt: receivedAt,
  }
}

/** Reconciles alerts and stores the picture, which is read if the meter can be. */
async function followUp(
  deps: Deps,
  tx: Tx,
  meter: MeterOfCategory,
  added: readonly { id: number; createdAt: Date }[],
  picture: UploadedPicture | null,
): Promise<void> {
  const { organizationId } = meter
  await reconcileAdded(deps, tx, meter, added)
  if (picture === null) return
  await storePicture(deps.storage, organizationId, picture)
  if (!isReadable(meter)) return
  const jobs = added.map(({ id }) => ({ organizationId, readingId: id, meterId: meter.id }))
  await deps.jobs.enqueue(tx, 'read-picture', jobs)
}

/** Equal for repeats of one request, whatever the time of sending. */
function fingerprintOf({
  meterId,
  value,
  valueSource,
  confirmedDoubts = [],
  createdAt,
  phone,
  picture,
}: ReadingInput & Pick<SentReading, 'meterId' | 'phone'>): string {
  const time = (phone?.capturedAt ?? createdAt).toISOString()
  const said: unknown[] = [
    meterId,
    value,
    valueSource,
    time,
    picture?.sha256 ?? null,
    picture?.bytes.length ?? null,
  ]
  // Not of readings without: a repeat of one of before must match.
  if (confirmedDoubts.length > 0) said.push(confirmedDoubts)
  return createHash('sha256').update(JSON.stringify(said)).digest('hex')
}
