import { createHash } from 'node:crypto'
import type { ReportAnswer } from '../../../contract/device-api.ts'
import { Failure } from '../../api/call.ts'
import type { MeterRecord } from '../../db/meter-lock.ts'
import { presenterFor } from '../../presenter.ts'
import { noteReport } from '../devices/index.ts'
import { recordPicture, type UploadedPicture } from '../pictures/index.ts'
import { createReportedReadings, type ReportedReading, receiptsOfReports } from '../readings/index.ts'
import { countCall } from './call-rate.ts'
import { callerName, type DeviceCall, lockCaller } from './calling-device.ts'
import { configOf } from './device-config.ts'
import { clockOffset, measuredTime, offsetText } from './measured-time.ts'
import {
  type DeviceRecord,
  findBySerial,
  findReport,
  insertReports,
  lockMetersOf,
  type NewReport,
  reportIdsOfCall,
} from './repository.ts'

export interface DeviceState {
  batteryPer: number | null
  dbm: number | null
  runningTime: number | null
}

/** What a device says in one call: a picture, or measurements of a channel. */
export interface SentReport {
  kind: 'picture' | 'analog'
  key: string
  /** What a repeat says again. */
  content: unknown
  /** By the device’s clock; `path` is where a call names it. */
  measured: readonly { at: Date; path: string }[]
  sentAt: Date | null
  state: DeviceState
  wakeupReason: NewReport['wakeupReason']
  channel: number | null
  picture: UploadedPicture | null
  /** What becomes of each measurement at a meter; null: the meter is not measured by it. */
  readingAt: (meter: MeterRecord) => ((index: number) => Pick<ReportedReading, 'value' | 'reasons'>) | null
}

/** Milliseconds; what was measured before was kept while the device was cut off. */
const batchAge = 10 * 60_000

/**
 * All of a report in the call’s transaction, or nothing: history, picture, a reading for each meter, alerts, jobs, and
 * what is known of the device. A repeat gets the first answer.
 */
export async function acceptReport(
  call: DeviceCall,
  serial: string,
  sent: SentReport,
): Promise<{ status: 200 | 201; data: ReportAnswer }> {
  const { deps, startedAt, session, tx } = call
  const fingerprint = fingerprintOf([sent.kind, sent.content])
  // Repeats of what is done wait for nobody.
  const found = await findBySerial(tx, session.organizationId, serial)
  const done = found && (await firstAnswer(call, found, sent, fingerprint))
  if (done) return done
  const device = await lockCaller(call, serial)
  const justDone = await firstAnswer(call, device, sent, fingerprint)
  if (justDone !== null) return justDone
  const now = deps.clock()
  const drift = device.allowTimeDrift
  const offset = clockOffset(sent.sentAt, startedAt, drift)
  const times = sent.measured.map(({ at, path }) => measuredTime(at, offset, now, drift, path))
  const latest = new Date(Math.max(...times.map(Number)))
  if (now.getTime() - latest.getTime() < batchAge) countCall(callerName(call, serial), now)
  const reportIds = await store(call, device, sent, times, { now, offset, fingerprint })
  await noteReport(tx, device.id, {
    ...sent.state,
    measuredAt: latest,
    receivedAt: now,
    measurements: times.length,
    clockOffsetMs: offset,
    hasError: false,
  })
  return { status: 201, data: await answer(call, device, reportIds, sent.key, offset) }
}

/** Null where the report is new. */
async function firstAnswer(
  call: DeviceCall,
  device: DeviceRecord,
  { key, measured }: SentReport,
  fingerprint: string,
): Promise<{ status: 200; data: ReportAnswer } | null> {
  const { tx, session } = call
  const known = await findReport(tx, session.organizationId, device.id, key)
  if (known === undefined) return null
  if (known.fingerprint !== fingerprint) throw new Failure('key_reused')
  const reportIds = await reportIdsOfCall(tx, known, measured.length)
  return { status: 200, data: await answer(call, device, reportIds, key, known.clockOffsetMs) }
}

export const fingerprintOf = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex')

async function store(
  { deps, session, tx }: DeviceCall,
  device: DeviceRecord,
  sent: SentReport,
  times: readonly Date[],
  { now, offset, fingerprint }: { now: Date; offset: number | null; fingerprint: string },
): Promise<number[]> {
  const { organizationId } = session
  const { picture, key } = sent
  const measuring = (await lockMetersOf(tx, organizationId, device.id)).flatMap((meter) => {
    const readingOf = sent.readingAt(meter)
    return readingOf === null ? [] : [{ meter, readingOf }]
  })
  if (measuring.length === 0) throw new Failure('meter_missing')
  if (picture !== null) await recordPicture(tx, organizationId, picture)
  const reportIds = await insertReports(
    tx,
    times.map((createdAt, index) => ({
      organizationId,
      deviceId: device.id,
      kind: sent.kind,
      createdAt,
      receivedAt: now,
      ...sent.state,
      wakeupReason: sent.wakeupReason,
      clockOffsetMs: offset,
      other: offset === null ? null : offsetText(offset),
      pictureSha256: picture?.sha256 ?? null,
      channel: sent.channel,
      ...(index === 0 && { idempotencyKey: key, fingerprint }),
    })),
  )
  const source = sent.kind === 'picture' ? 'camera' : 'analog'
  for (const { meter, readingOf } of measuring) {
    const reported = times.map((createdAt, index) => ({
      key: `device ${device.id} ${key} ${meter.id} ${index}`,
      reportId: reportIds[index] ?? 0,
      valueSource: 'reader' as const,
      createdAt,
      picture,
      ...readingOf(index),
    }))
    await createReportedReadings(deps, tx, meter, source, sent.wakeupReason, reported)
  }
  return reportIds
}

async function answer(
  call: DeviceCall,
  device: DeviceRecord,
  reportIds: readonly number[],
  key: string,
  offset: number | null,
): Promise<ReportAnswer> {
  const { tx, session } = call
  const present = presenterFor(call.deps, session)
  const { data, etag } = await configOf(call, device)
  return {
    receipts: await receiptsOfReports(tx, session.organizationId, reportIds, key, present),
    server_time: data.server_time,
    clock_offset_ms: offset,
    config_etag: etag,
  }
}
