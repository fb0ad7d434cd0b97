import { createHash } from 'node:crypto'
import type { Issue } from '../../../contract/calls/errors.ts'
import {
  maxMeasurements,
  maxReadings,
  type RefusedRow,
  type ReportAnswer,
} from '../../../contract/device-api.ts'
import { Failure } from '../../api/call.ts'
import type { MeterRecord } from '../../db/meter-lock.ts'
import { presenterFor } from '../../presenter.ts'
import { noteReport } from '../devices/index.ts'
import { recordPicture, type UploadedPicture } from '../pictures/index.ts'
import { createReportedReadings, type ReportedReading, receiptsOfReports } from '../readings/index.ts'
import { type AnalogScale, inputText } from './analog-scale.ts'
import { countCall } from './call-rate.ts'
import { callerName, type DeviceCall, findCaller, lockCaller } from './calling-device.ts'
import { configOf, mostMeasurements } from './device-config.ts'
import { historyText, refusedText } from './history-text.ts'
import {
  clockOffset,
  type MeasuredTime,
  measuredTime,
  offsetText,
  type ReportedTime,
  replacedTimesTexts,
  replacedTimeText,
  unconfirmedText,
} from './measured-time.ts'
import { noteRefusedRows } from './rejections.ts'
import {
  type DeviceRecord,
  findReport,
  insertReports,
  lockMetersOf,
  type NewReport,
  reportIdsOfCall,
} from './repository.ts'
import { countRows } from './rows.ts'
import { hasUnconfirmedTime, timeMarkOf } from './time-mark.ts'

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
  /**
   * The rows that are accepted: their place in the call, the time as the device’s clock had it, and what an analog input
   * measured, in V or mA.
   */
  rows: readonly { index: number; measuredAt: ReportedTime; measured: number | null }[]
  refused: readonly RefusedRow[]
  /** What was changed or ignored, for the device’s history. */
  remarks: readonly string[]
  sentAt: Date | null
  state: DeviceState
  wakeupReason: NewReport['wakeupReason']
  channel: AnalogScale['channel'] | null
  picture: UploadedPicture | null
  /** What becomes of each accepted row at a meter; null: the meter is not measured by it. */
  readingAt: (meter: MeterRecord) => ((row: number) => Pick<ReportedReading, 'value' | 'reasons'>) | null
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
  const { deps, startedAt, tx } = call
  const fingerprint = fingerprintOf([sent.kind, sent.content])
  // Repeats of what is done wait for nobody.
  const done = await firstAnswer(call, await findCaller(call, serial), sent, fingerprint)
  if (done !== null) return done
  const device = await lockCaller(call, serial)
  const justDone = await firstAnswer(call, device, sent, fingerprint)
  if (justDone !== null) return justDone
  const now = deps.clock()
  const offset = clockOffset(sent.sentAt, startedAt, device.allowTimeDrift)
  const times = timesOf(sent, device, offset, now)
  const latest = new Date(Math.max(...times.map(({ at }) => at.getTime())))
  if (now.getTime() - latest.getTime() < batchAge) countCall(callerName(call, serial), now)
  const isUnconfirmed = await hasUnconfirmedTime(tx, device, clockedTimes(times), sent.sentAt, now)
  const reportIds = await store(call, device, sent, times, { now, offset, fingerprint, isUnconfirmed })
  await noteReport(tx, device.id, {
    ...sent.state,
    measuredAt: latest,
    isTimeUnconfirmed: isUnconfirmed,
    receivedAt: now,
    measurements: times.length,
    clockOffsetMs: offset,
    errors: [],
  })
  remarkOn(call, sent, times, sent.refused)
  return { status: 201, data: await answer(call, device, reportIds, sent.key, offset, sent.refused) }
}

const clockedTimes = (times: readonly MeasuredTime[]): Date[] =>
  times.filter(({ isArrival }) => !isArrival).map(({ at }) => at)

/** Says in the answer and in the access log which rows were refused or dated by their arrival. */
function remarkOn(
  { request }: DeviceCall,
  sent: SentReport,
  times: readonly MeasuredTime[],
  refused: readonly RefusedRow[],
): void {
  noteRefusedRows(request, refused, totalOf(sent), 'measurements')
  request.remarks.push(...replacedTexts(sent, times))
}

/** Rows of the call, refused ones included. */
const totalOf = ({ rows, refused }: SentReport): number => rows.length + countRows(refused)

/** Which rows were dated by their arrival, and why. */
const replacedTexts = (sent: SentReport, times: readonly MeasuredTime[]): string[] =>
  replacedTimesTexts(
    sent.rows.filter((_row, at) => times[at]?.isArrival === true),
    totalOf(sent),
  )

const timesOf = (
  { rows }: SentReport,
  { allowTimeDrift }: DeviceRecord,
  offset: number | null,
  receivedAt: Date,
): MeasuredTime[] =>
  rows.map(({ measuredAt }) => measuredTime(measuredAt.at, offset, receivedAt, allowTimeDrift))

/** Null where the report is new. */
async function firstAnswer(
  call: DeviceCall,
  device: DeviceRecord,
  sent: SentReport,
  fingerprint: string,
): Promise<{ status: 200; data: ReportAnswer } | null> {
  const { tx, session } = call
  const { key } = sent
  const known = await findReport(tx, session.organizationId, device.id, key)
  if (known === undefined) return null
  if (known.fingerprint !== fingerprint) {
    const message = '別の内容の報告で使用済みです。報告ごとに新しい値を指定してください'
    throw new Failure('key_reused', { issues: [{ path: 'idempotency-key', message }] })
  }
  const first = known.refusedRows ?? []
  const accepted = totalOf(sent) - countRows(first)
  const reportIds = await reportIdsOfCall(tx, known, accepted)
  remarkOn(call, sent, timesOf(sent, device, known.clockOffsetMs, known.receivedAt), first)
  return { status: 200, data: await answer(call, device, reportIds, key, known.clockOffsetMs, first) }
}

export const fingerprintOf = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex')

async function store(
  { deps, session, tx }: DeviceCall,
  device: DeviceRecord,
  sent: SentReport,
  times: readonly MeasuredTime[],
  {
    now,
    offset,
    fingerprint,
    isUnconfirmed,
  }: { now: Date; offset: number | null; fingerprint: string; isUnconfirmed: boolean },
): Promise<number[]> {
  const { organizationId } = session
  const { picture, key } = sent
  const measuring = (await lockMetersOf(tx, organizationId, device.id)).flatMap((meter) => {
    const readingOf = sent.readingAt(meter)
    return readingOf === null ? [] : [{ meter, readingOf }]
  })
  if (measuring.length === 0) throw new Failure('meter_missing', { issues: [missingMeter(sent.channel)] })
  refuseTooMany(sent, measuring.length)
  if (picture !== null) await recordPicture(tx, organizationId, picture)
  const last = times.length - 1
  const reportIds = await insertReports(
    tx,
    times.map(({ at, isArrival }, row) => ({
      organizationId,
      deviceId: device.id,
      kind: sent.kind,
      createdAt: at,
      receivedAt: now,
      ...sent.state,
      wakeupReason: sent.wakeupReason,
      clockOffsetMs: offset,
      other: historyText([
        offset !== null && offsetText(offset),
        // What concerns the call is said with the last row, because 接続 shows the note of the newest report.
        ...(row === last ? replacedTexts(sent, times) : ownReplacedText(sent, row, isArrival)),
        isUnconfirmed && !isArrival && unconfirmedText,
        ...(row === last ? [...sent.remarks, refusedText(sent.refused)] : []),
      ]),
      pictureSha256: picture?.sha256 ?? null,
      channel: sent.channel,
      measured: sent.rows[row]?.measured ?? null,
      ...(row === 0 && {
        idempotencyKey: key,
        fingerprint,
        refusedRows: sent.refused.length === 0 ? null : [...sent.refused],
      }),
    })),
  )
  const source = sent.kind === 'picture' ? 'camera' : 'analog'
  for (const { meter, readingOf } of measuring) {
    const reported = times.map(({ at, isArrival }, row) => ({
      key: `device ${device.id} ${key} ${meter.id}`,
      index: sent.rows[row]?.index ?? 0,
      reportId: reportIds[row] ?? 0,
      valueSource: 'reader' as const,
      createdAt: at,
      timeMark: timeMarkOf(isArrival, isUnconfirmed),
      picture,
      ...readingOf(row),
    }))
    await createReportedReadings(deps, tx, meter, source, sent.wakeupReason, reported)
  }
  return reportIds
}

function ownReplacedText({ rows }: SentReport, row: number, isArrival: boolean): string[] {
  const sent = rows[row]
  return isArrival && sent !== undefined ? [replacedTimeText(sent.measuredAt)] : []
}

function missingMeter(channel: SentReport['channel']): Issue {
  const choose = 'メーターの「測定端末」で、この端末'
  return channel === null
    ? { path: 'device-serial', message: `${choose}を選択してください` }
    : { path: 'channel', message: `${choose}とチャンネル「${inputText(channel)}」を選択してください` }
}

/**
 * Refuses what exceeds the limits of one call, and names each of them: its readings are one transaction, which keeps the
 * meters of others waiting.
 */
export function refuseTooMany(
  { kind, rows }: { kind: SentReport['kind']; rows: readonly unknown[] },
  meters: number,
): void {
  const most = mostMeasurements(meters)
  if (rows.length <= most) return
  const hasFewer = most < maxMeasurements
  const limits = [
    ...(rows.length > maxMeasurements ? [`送信できる測定は${maxMeasurements}件まで`] : []),
    ...(hasFewer ? [`登録できる測定値は${maxReadings}件まで`] : []),
  ]
  const because = hasFewer ? `メーターが${meters}件あるため、` : ''
  const message = `1回に${limits.join('、')}です。${because}測定は${most}件以内に分けて送信してください`
  throw new Failure('payload_too_large', {
    issues: [{ path: kind === 'analog' ? 'measurements' : 'body', message }],
  })
}

async function answer(
  call: DeviceCall,
  device: DeviceRecord,
  reportIds: readonly number[],
  key: string,
  offset: number | null,
  refused: readonly RefusedRow[],
): Promise<ReportAnswer> {
  const { tx, session } = call
  const present = presenterFor(call.deps, session)
  const { data, etag } = await configOf(call, device)
  return {
    receipts: await receiptsOfReports(tx, session.organizationId, reportIds, key, present),
    errors: [...refused],
    server_time: data.server_time,
    clock_offset_ms: offset,
    config_etag: etag,
  }
}
