import { timeDrift } from '../../../contract/devices.ts'
import type { Input } from '../../../contract/endpoint.ts'
import type { Endpoints } from '../../../contract/endpoints.ts'
import type { Receipt } from '../../../contract/receipts.ts'
import { Failure } from '../../api/call.ts'
import { presenterFor } from '../../presenter.ts'
import { isValidInstant } from '../../time-zone.ts'
import { noteReport } from '../devices/index.ts'
import { recordPicture, storePicture, type UploadedPicture } from '../pictures/index.ts'
import {
  attachPicture,
  createReportedReadings,
  type ReportedReading,
  receiptsOfReports,
} from '../readings/index.ts'
import { fingerprintOf } from './accept-report.ts'
import { countCall } from './call-rate.ts'
import { callerName, type DeviceCall } from './calling-device.ts'
import { measuredTime } from './measured-time.ts'
import {
  changeWebhookCall,
  type DeviceRecord,
  findRecentReport,
  findReport,
  insertErrors,
  insertReports,
  lockDevice,
  lockMetersOf,
  lockWebhookCall,
  metersByName,
} from './repository.ts'

type WebhookRow = Input<Endpoints['webhookValues']>['body'][number]

/** Milliseconds in which the firmware tries again; its rounds are longer apart. */
const repeatAge = 30_000

const isGood = ({ error }: WebhookRow) => error === 'no error'

/** What the device calls a time; with an error it may say anything, also 1970. */
function timeOf(seconds: number, path: string): Date {
  const at = new Date(seconds * 1000)
  if (isValidInstant(at)) return at
  throw new Failure('time_refused', { issues: [{ path, message: '日時が正しくありません' }] })
}

/** A number as the device writes it; null: it has read none. */
const numberOf = (text: string): number | null =>
  /^-?\d{1,15}(\.\d{1,15})?$/.test(text.trim()) ? Number(text) : null

/**
 * Values of AI-on-the-edge-device: a report of the device that its meters are attached to. The device’s time is that of
 * the last value it is sure of, so a value with an error was measured now, and the same time comes again with other
 * values: a repeat is known by all of its content.
 */
export async function acceptValues(
  call: DeviceCall,
  keyId: number,
  rows: readonly WebhookRow[],
): Promise<{ status: 200 | 201; data: { receipts: Receipt[] } }> {
  const { deps, session, tx } = call
  const { organizationId } = session
  const named = await namedMeters(call, keyId, rows)
  const device = await deviceOf(call, named)
  const fingerprint = fingerprintOf(rows)
  const now = deps.clock()
  // What goes wrong in the same way comes again in the same words, round after round: a repeat comes at once.
  const isCertain = rows.every(isGood)
  const content = `webhook ${keyId} ${fingerprint.slice(0, 32)}`
  const key = isCertain ? content : `${content} ${now.getTime()}`
  const known = isCertain
    ? await findReport(tx, organizationId, device.id, key)
    : await findRecentReport(tx, organizationId, device.id, fingerprint, new Date(now.getTime() - repeatAge))
  if (known !== undefined) return { status: 200, data: await receiptsOf(call, known.id) }

  countCall(callerName(call, `device ${device.id}`), now)
  const measured = rows.map((row, index) =>
    isGood(row)
      ? measuredTime(
          new Date(Number(row.timestampLong) * 1000),
          null,
          now,
          device.allowTimeDrift,
          `${index}.timestampLong`,
        )
      : now,
  )
  const latest = new Date(Math.max(...measured.map(Number)))
  const reportId = await insertReport(call, device, {
    createdAt: latest,
    receivedAt: now,
    idempotencyKey: key,
    fingerprint,
    other: rows
      .map(
        ({ name, value, rawValue }, index) =>
          `${name}: ${value}（読取値 ${rawValue}${named[index] === null ? '、対応するメーターなし' : ''}）`,
      )
      .join('、'),
  })
  const pending = await takePending(call, keyId, rows, reportId)
  const locked = await lockMetersOf(tx, organizationId, device.id)
  for (const meter of locked) {
    const reported = rows.flatMap((row, index): ReportedReading[] =>
      named[index]?.id !== meter.id
        ? []
        : [
            {
              key: `${key} ${meter.id} ${index}`,
              reportId,
              value: numberOf(row.value),
              valueSource: 'reader',
              createdAt: measured[index] ?? now,
              picture: null,
              ocr: row.rawValue.slice(0, 100),
              readValue: numberOf(row.rawValue),
              reasons: isGood(row) ? [] : ['device error'],
            },
          ],
    )
    if (reported.length > 0) await createReportedReadings(deps, tx, meter, 'camera', null, reported)
  }
  if (pending !== null) await attachPicture(deps, tx, organizationId, reportId, pending)
  const errors = rows.filter((row) => !isGood(row))
  await insertErrors(
    tx,
    errors.map(({ name, error }) => ({
      organizationId,
      deviceId: device.id,
      reportId,
      errorMessage: `${name}: ${error}`.slice(0, 1000),
      createdAt: now,
    })),
  )
  await noteReport(tx, device.id, {
    measuredAt: latest,
    receivedAt: now,
    measurements: 1,
    batteryPer: null,
    dbm: null,
    runningTime: null,
    clockOffsetMs: null,
    hasError: errors.length > 0,
  })
  return { status: 201, data: await receiptsOf(call, reportId) }
}

/** The picture of a time: of the values that this key sent for it, or will send. */
export async function acceptPicture(
  call: DeviceCall,
  keyId: number,
  seconds: number,
  picture: UploadedPicture,
): Promise<{ status: 200 | 201; data: { receipts: Receipt[] } }> {
  const { deps, session, tx } = call
  const { organizationId } = session
  const { sha256 } = picture
  const now = deps.clock()
  const sent = await lockWebhookCall(tx, organizationId, keyId, timeOf(seconds, 'timestamp'))
  // Values of this time cannot be awaited, however much a device’s clock may be ahead.
  if (sent.reportId === null) measuredTime(sent.at, null, now, timeDrift.max, 'timestamp')
  if (sent.pictureSha256 !== null) {
    if (sent.pictureSha256 !== sha256) throw new Failure('key_reused')
    return { status: 200, data: await receiptsOf(call, sent.reportId) }
  }
  countCall(callerName(call, `key ${keyId}`), now)
  await recordPicture(tx, organizationId, picture)
  await storePicture(deps.storage, organizationId, picture)
  await changeWebhookCall(tx, sent, { pictureSha256: sha256 })
  if (sent.reportId !== null) await attachPicture(deps, tx, organizationId, sent.reportId, sha256)
  return { status: 201, data: await receiptsOf(call, sent.reportId) }
}

/** A picture that came before these values; else the next of this time is theirs. */
async function takePending(
  { session, tx }: DeviceCall,
  keyId: number,
  rows: readonly WebhookRow[],
  reportId: number,
): Promise<string | null> {
  const last = rows.at(-1)
  if (last === undefined) return null
  const sent = await lockWebhookCall(
    tx,
    session.organizationId,
    keyId,
    timeOf(Number(last.timestampLong), `${rows.length - 1}.timestampLong`),
  )
  const pending = sent.reportId === null ? sent.pictureSha256 : null
  await changeWebhookCall(tx, sent, { reportId, pictureSha256: pending })
  return pending
}

interface NamedMeter {
  id: number
  deviceId: number
}

/** The meter that each row is of; null: its name means none, or several. */
async function namedMeters({ session, tx }: DeviceCall, keyId: number, rows: readonly WebhookRow[]) {
  const named: (NamedMeter | null)[] = []
  let refusal: Failure | null = null
  for (const [index, { name }] of rows.entries()) {
    const found = await metersByName(tx, session.organizationId, keyId, name)
    const refuse = (message: string) =>
      new Failure('meter_missing', { issues: [{ path: `${index}.name`, message }] })
    const attached = found.flatMap(({ id, deviceId }) => (deviceId === null ? [] : [{ id, deviceId }]))
    const [meter, ...others] = attached
    if (meter === undefined) {
      refusal ??= refuse(`「${name}」という名前の、端末に接続されたメーターが見つかりません`)
    } else if (others.length > 0) {
      refusal ??= refuse(`「${name}」という名前のメーターが複数あります`)
    }
    named.push(meter !== undefined && others.length === 0 ? meter : null)
  }
  // The firmware sends nothing again: the others are kept.
  if (refusal !== null && named.every((meter) => meter === null)) throw refusal
  return named
}

/** The one device that all of them are attached to, locked. */
async function deviceOf({ session, tx }: DeviceCall, named: readonly (NamedMeter | null)[]) {
  const ids = [...new Set(named.flatMap((meter) => meter?.deviceId ?? []))]
  const other = named.findIndex((meter) => meter !== null && meter.deviceId !== ids[0])
  if (other > 0) {
    throw new Failure('meter_missing', {
      issues: [{ path: `${other}.name`, message: '1回の送信に、別々の端末のメーターが含まれています' }],
    })
  }
  const device = await lockDevice(tx, session.organizationId, ids[0] ?? 0)
  if (device === undefined) throw new Failure('device_unknown')
  return device
}

async function insertReport(
  { session, tx }: DeviceCall,
  device: DeviceRecord,
  report: { createdAt: Date; receivedAt: Date; idempotencyKey: string; fingerprint: string; other: string },
): Promise<number> {
  const [id] = await insertReports(tx, [
    {
      ...report,
      other: report.other.slice(0, 1000),
      organizationId: session.organizationId,
      deviceId: device.id,
      kind: 'picture',
    },
  ])
  if (id === undefined) throw new Error('a report was not inserted')
  return id
}

async function receiptsOf(
  { deps, session, tx }: DeviceCall,
  reportId: number | null,
): Promise<{ receipts: Receipt[] }> {
  if (reportId === null) return { receipts: [] }
  const present = presenterFor(deps, session)
  return { receipts: await receiptsOfReports(tx, session.organizationId, [reportId], '', present) }
}
