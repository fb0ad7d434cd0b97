import { createHash } from 'node:crypto'
import { isAbnormal, readState } from '../../../contract/abnormal.ts'
import type { Receipt } from '../../../contract/receipts.ts'
import { Failure, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { lockMeter } from '../../db/meter-lock.ts'
import type { Deps } from '../../deps.ts'
import { presenterFor } from '../../presenter.ts'
import { reconcileAround } from '../alerts/index.ts'
import { recordPicture, storePicture, type UploadedPicture } from '../pictures/index.ts'
import { abnormalRangeOf } from './lock-for-judging.ts'
import { findReceipt, insertReading, type NewReading } from './repository.ts'

interface SentReading {
  key: string
  meterId: number
  value: number | null
  valueSource: NewReading['valueSource']
  source: NewReading['source']
  /** By our clock, as well as it is known. */
  createdAt: Date
  /** By the phone’s clock, and how far that was ahead; null without a phone. */
  phone: { capturedAt: Date; offsetMs: number } | null
  picture: UploadedPicture | null
}

/** Idempotent by key: the insert comes first and waits for a concurrent repeat, and a repeat gets the first answer. */
export async function createReading(
  deps: Deps,
  session: Session,
  tx: Tx,
  sent: SentReading,
): Promise<{ status: 200 | 201; data: Receipt }> {
  const { organizationId } = session
  const { picture } = sent
  const meter = await lockMeter(tx, organizationId, sent.meterId)
  if (meter === undefined) {
    throw new Failure('reference_unknown', {
      issues: [{ path: 'meter_id', message: 'メーターが見つかりません' }],
    })
  }
  if (picture !== null) await recordPicture(tx, organizationId, picture)
  const state = picture === null ? null : readState.unprocessed
  const receivedAt = deps.clock()
  const fingerprint = fingerprintOf(sent)
  const id = await insertReading(tx, {
    organizationId,
    meterId: meter.id,
    value: sent.value,
    valueSource: sent.valueSource,
    source: sent.source,
    isAbnormal: isAbnormal({ value: sent.value, read_state: state }, abnormalRangeOf(meter)),
    readState: state,
    pictureSha256: picture?.sha256 ?? null,
    aiBoostEnabled: meter.useAiBoost,
    idempotencyKey: sent.key,
    fingerprint,
    createdByUserId: session.userId,
    deviceId: meter.deviceId,
    createdAt: sent.createdAt,
    capturedAt: sent.phone?.capturedAt ?? null,
    clockOffsetMs: sent.phone?.offsetMs ?? null,
    receivedAt,
    updatedAt: receivedAt,
  })

  if (id !== null) await reconcileAround(deps, tx, meter, { id, createdAt: sent.createdAt })
  if (id !== null && picture !== null) {
    await storePicture(deps.storage, organizationId, picture)
    await deps.jobs.readPicture(tx, { organizationId, readingId: id }, meter.id)
  }
  const kept = await findReceipt(tx, organizationId, sent.key)
  if (kept === undefined) throw new Error('a reading vanished between insert and receipt')
  if (kept.fingerprint !== fingerprint) throw new Failure('key_reused')
  return {
    status: id === null ? 200 : 201,
    data: {
      id: kept.id,
      key: sent.key,
      meter_id: kept.meterId,
      sha256: kept.sha256,
      length: kept.length,
      received_at: presenterFor(deps, session).instant(kept.receivedAt),
    },
  }
}

/** Equal for repeats of one request, whatever the time of sending. */
function fingerprintOf({ meterId, value, valueSource, createdAt, phone, picture }: SentReading): string {
  const time = (phone?.capturedAt ?? createdAt).toISOString()
  const said = [meterId, value, valueSource, time, picture?.sha256 ?? null, picture?.bytes.length ?? null]
  return createHash('sha256').update(JSON.stringify(said)).digest('hex')
}
