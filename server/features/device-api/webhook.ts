import {
  isNumeric,
  type RefusedRow,
  type WebhookRow,
  webhookRowSchema,
} from '../../../contract/device-api.ts'
import type { ReportReceipt } from '../../../contract/receipts.ts'
import { maxValue } from '../../../text/limits.ts'
import { Failure } from '../../api/call.ts'
import { presenterFor } from '../../presenter.ts'
import { isValidInstant } from '../../time-zone.ts'
import { assignedMeters, metersByName, type NamedMeter, noteReport } from '../devices/index.ts'
import {
  attachPicture,
  createReportedReadings,
  type ReportedReading,
  receiptsOfReports,
} from '../readings/index.ts'
import { fingerprintOf } from './accept-report.ts'
import { countCall } from './call-rate.ts'
import { callerName, type DeviceCall, deletedDevice, noteCaller } from './calling-device.ts'
import { historyText, refusedText } from './history-text.ts'
import {
  type MeasuredTime,
  measuredTime,
  type ReportedTime,
  replacedTimesTexts,
  unconfirmedText,
} from './measured-time.ts'
import { noteRefusedRows } from './rejections.ts'
import {
  changeWebhookCall,
  type DeviceRecord,
  findRecentReport,
  findReport,
  insertErrors,
  insertReports,
  keepNumbers,
  lockDevice,
  lockMetersOf,
  lockWebhookCall,
  type NewReport,
} from './repository.ts'
import { issuesOfRows, parseRows, refuseWithoutRows } from './rows.ts'
import { textOf } from './side-details.ts'
import { hasUnconfirmedTime, timeMarkOf } from './time-mark.ts'

/** Milliseconds in which the firmware tries again and sends the picture of its values; its rounds are longer apart. */
export const repeatAge = 30_000

interface Row extends WebhookRow {
  index: number
}

const isGood = ({ error }: WebhookRow) => (error ?? 'no error') === 'no error'

/** What the device calls a time, in seconds since 1970; with an error it may say anything, also 1970. */
export function secondsOf(given: unknown): ReportedTime {
  const text = given === undefined || given === null ? '' : textOf(given).trim()
  const at = new Date(Number(text || Number.NaN) * 1000)
  return { text, at: isValidInstant(at) ? at : null, format: 'seconds' }
}

/** The number that the device has read. Null if it has read none, or the text is not a number. */
function numberOf(given: string | null | undefined): number | null {
  const text = (given ?? '').trim()
  const number = isNumeric.test(text) ? Number(text) : Number.NaN
  return Math.abs(number) <= maxValue ? number : null
}

/** What a repeat says again: the rate and the written time are left out, as in earlier versions. */
const contentOf = (given: readonly unknown[], readable: readonly Row[]): unknown[] =>
  given.map((raw, at) => {
    const row = readable.find(({ index }) => index === at)
    if (row === undefined) return raw
    const { name, timestampLong, rawValue, value, preValue, error } = row
    return { name, timestampLong, rawValue, value, preValue, error }
  })

interface WebhookAnswer {
  receipts: ReportReceipt[]
  errors: RefusedRow[]
}

/**
 * Values of AI-on-the-edge-device: a report of the device that its meters are attached to. The device’s time is that of
 * the last value it is sure of, so a value with an error was measured now, and the same time comes again with other
 * values: a repeat is known by all of its content.
 */
export async function acceptValues(
  call: DeviceCall,
  given: readonly unknown[],
  remarks: string[],
): Promise<{ status: 200 | 201; data: WebhookAnswer }> {
  const { deps, session, tx } = call
  const { organizationId, key: caller } = session
  const keyId = caller.id
  const parsed = parseRows(webhookRowSchema, given, remarks)
  refuseWithoutRows(parsed, null)
  const readable = parsed.rows.map(({ index, row }) => ({ ...row, index }))
  const { device, rows, named, refused: unnamed } = await deviceOf(call, readable)
  const refused = [...parsed.refused, ...unnamed].toSorted((one, other) => one.index - other.index)
  const fingerprint = fingerprintOf(contentOf(given, readable))
  const now = deps.clock()
  const measured = rows.map((row): MeasuredTime => {
    if (!isGood(row)) return { at: now, isArrival: false }
    return measuredTime(secondsOf(row.timestampLong).at, null, now, device.allowTimeDrift)
  })
  // What goes wrong in the same way comes again in the same words, round after round: a repeat comes at once.
  const isCertain = rows.every(isGood) && !measured.some(({ isArrival }) => isArrival)
  const content = `webhook ${keyId} ${fingerprint.slice(0, 32)}`
  const key = isCertain ? content : `${content} ${now.getTime()}`
  const known = isCertain
    ? await findReport(tx, organizationId, device.id, key)
    : await findRecentReport(tx, organizationId, device.id, fingerprint, new Date(now.getTime() - repeatAge))
  if (known !== undefined)
    return { status: 200, data: await answerOf(call, known.id, known.refusedRows ?? [], given.length) }

  countCall(callerName(call, `device ${device.id}`), now)
  const latest = new Date(Math.max(...measured.map(({ at }) => at.getTime())))
  const clocked = rows.flatMap((row, index) => {
    const time = measured[index]
    return time === undefined || time.isArrival || !isGood(row) ? [] : [time.at]
  })
  const isUnconfirmed = await hasUnconfirmedTime(tx, device, clocked, null, now)
  const reportId = await insertReport(call, device, {
    createdAt: latest,
    receivedAt: now,
    idempotencyKey: key,
    fingerprint,
    refusedRows: refused.length === 0 ? null : refused,
    other: historyText([
      readable
        .map(
          ({ name, value, rawValue, index }) =>
            `${name}: ${value || '値なし'}（読取値 ${rawValue || 'なし'}${named.has(index) ? '' : '、対応するメーターなし'}）`,
        )
        .join('、'),
      ...replacedTimesTexts(
        rows.flatMap(({ index, timestampLong }, row) =>
          measured[row]?.isArrival === true ? [{ index, measuredAt: secondsOf(timestampLong) }] : [],
        ),
        given.length,
      ),
      isUnconfirmed && unconfirmedText,
      refusedText(parsed.refused),
      ...remarks,
    ]),
  })
  const sentNumbers = readable.map(({ name, value }) => ({ name, value: String(value ?? '') }))
  await keepNumbers(tx, { organizationId, deviceId: device.id }, sentNumbers, now)
  const pending = await takePending(call, keyId, readable, reportId)
  const locked = await lockMetersOf(tx, organizationId, device.id)
  for (const meter of locked) {
    const reported = rows.flatMap((row, index): ReportedReading[] => {
      if (named.get(row.index)?.id !== meter.id) return []
      const value = numberOf(row.value)
      return [
        {
          key: `${key} ${meter.id}`,
          index: row.index,
          reportId,
          value,
          valueSource: value === null ? 'reader' : 'device',
          deviceValue: value,
          createdAt: measured[index]?.at ?? now,
          timeMark: timeMarkOf(measured[index]?.isArrival === true, isUnconfirmed && isGood(row)),
          picture: null,
          ocr: (row.rawValue ?? '').slice(0, 100),
          reasons: isGood(row) ? (value === null ? ['device unreadable'] : []) : ['device error'],
        },
      ]
    })
    if (reported.length > 0) await createReportedReadings(deps, tx, meter, 'camera', null, reported)
  }
  if (pending !== null) await attachPicture(deps, tx, organizationId, reportId, pending)
  const errors = readable
    .filter((row) => !isGood(row))
    .map(({ name, error }) => `${name}: ${error}`.slice(0, 1000))
  await insertErrors(
    tx,
    errors.map((errorMessage) => ({
      organizationId,
      deviceId: device.id,
      reportId,
      errorMessage,
      createdAt: now,
    })),
  )
  await noteReport(tx, device.id, {
    measuredAt: latest,
    isTimeUnconfirmed: isUnconfirmed,
    receivedAt: now,
    measurements: 1,
    batteryPer: null,
    dbm: null,
    runningTime: null,
    clockOffsetMs: null,
    errors,
  })
  return { status: 201, data: await answerOf(call, reportId, refused, given.length) }
}

/** A picture that came before these values; else the next of this time is theirs. */
async function takePending(
  { session, tx }: DeviceCall,
  keyId: number,
  rows: readonly Row[],
  reportId: number,
): Promise<string | null> {
  const last = rows.at(-1)
  if (last === undefined) return null
  // Values without a readable time share one row: their picture is found by its arrival.
  const at = secondsOf(last.timestampLong).at ?? new Date(0)
  const sent = await lockWebhookCall(tx, session.organizationId, keyId, at)
  const pending = sent.reportId === null ? sent.pictureSha256 : null
  await changeWebhookCall(tx, sent, { reportId, pictureSha256: pending })
  return pending
}

/**
 * Returns the device of a call, which is locked, and the rows with a meter of it. The device is that of the key, else of
 * the first name that leads to one meter. Rows without a meter, or with another device's, are refused.
 */
async function deviceOf(call: DeviceCall, readable: readonly Row[]) {
  const { session, tx } = call
  const { organizationId, key } = session
  let { deviceId } = key
  const byName = new Map<string, NamedMeter[]>()
  for (const { name } of readable) {
    const found = await metersByName(tx, organizationId, key, name)
    byName.set(name, found)
    if (found.length === 1) deviceId ??= found[0]?.deviceId ?? null
  }
  const device = deviceId === null ? null : await lockDevice(tx, organizationId, deviceId)
  if (device === undefined) throw deletedDevice()
  const assigned =
    device === null ? new Map<string, [NamedMeter]>() : await assignedMeters(tx, organizationId, device.id)
  const missing = (name: string) =>
    key.deviceId === null
      ? `「${name}」という名前の、端末に接続されたメーターが見つかりません`
      : `「${name}」に対応するメーターがありません。端末の「接続」にある「Webhookの番号とメーター」で選択してください`
  const named = new Map<number, NamedMeter>()
  const refused: RefusedRow[] = []
  for (const { index, name } of readable) {
    const [meter, ...others] = assigned.get(name) ?? byName.get(name) ?? []
    const refusal =
      meter === undefined
        ? missing(name)
        : others.length > 0
          ? `「${name}」という名前のメーターが複数あります`
          : meter.deviceId !== device?.id
            ? '1回の送信に、別々の端末のメーターが含まれています'
            : null
    if (refusal !== null) refused.push({ index, path: 'name', message: refusal })
    else if (meter !== undefined) named.set(index, meter)
  }
  // The firmware sends nothing again, so the rows with a meter are kept.
  if (device === null || named.size === 0)
    throw new Failure('meter_missing', { issues: issuesOfRows(refused, null) })
  noteCaller(call, device.id)
  return { device, rows: readable.filter(({ index }) => named.has(index)), named, refused }
}

async function insertReport(
  { session, tx }: DeviceCall,
  device: DeviceRecord,
  report: Pick<
    NewReport,
    'createdAt' | 'receivedAt' | 'idempotencyKey' | 'fingerprint' | 'refusedRows' | 'other'
  >,
): Promise<number> {
  const [id] = await insertReports(tx, [
    {
      ...report,
      organizationId: session.organizationId,
      deviceId: device.id,
      kind: 'picture',
    },
  ])
  if (id === undefined) throw new Error('a report was not inserted')
  return id
}

export async function receiptsOf(
  { deps, session, tx }: DeviceCall,
  reportId: number | null,
): Promise<{ receipts: ReportReceipt[] }> {
  if (reportId === null) return { receipts: [] }
  const present = presenterFor(deps, session)
  return { receipts: await receiptsOfReports(tx, session.organizationId, [reportId], '', present) }
}

async function answerOf(
  call: DeviceCall,
  reportId: number,
  errors: RefusedRow[],
  total: number,
): Promise<WebhookAnswer> {
  noteRefusedRows(call.request, errors, total, null)
  return { ...(await receiptsOf(call, reportId)), errors }
}
