import type { ReportReceipt } from '../../../contract/receipts.ts'
import { Failure } from '../../api/call.ts'
import { recordPicture, storePicture, type UploadedPicture } from '../pictures/index.ts'
import { attachPicture } from '../readings/index.ts'
import { acceptReport } from './accept-report.ts'
import { countCall } from './call-rate.ts'
import { callerName, type DeviceCall, deletedDevice } from './calling-device.ts'
import { type ReportedTime, unusedTimeText } from './measured-time.ts'
import {
  changeWebhookCall,
  type DeviceRecord,
  findPictureReport,
  lockDevice,
  lockWebhookCall,
  metersOf,
} from './repository.ts'
import { receiptsOf, repeatAge, secondsOf } from './webhook.ts'

interface PictureAnswer {
  status: 200 | 201
  data: { receipts: ReportReceipt[] }
}

/**
 * The picture of a time: of the values that this key sent for it, or will send. A picture without a readable time belongs
 * to the values that its device has just sent. If there are none, it is a report of its own, measured when it arrives.
 */
export async function acceptPicture(
  call: DeviceCall,
  timestamp: unknown,
  picture: UploadedPicture,
): Promise<PictureAnswer> {
  const { session, tx, deps } = call
  const { deviceId } = session.key
  const device = deviceId === null ? null : await lockDevice(tx, session.organizationId, deviceId)
  if (device === undefined) throw deletedDevice()
  const time = secondsOf(timestamp)
  if (time.at !== null) return acceptOfTime(call, time.at, picture, null)
  const serial = device?.serialNumber ?? null
  if (
    device !== null &&
    serial !== null &&
    (await metersOf(tx, session.organizationId, device.id)).length > 0
  )
    return acceptWithoutTime(call, device, serial, time, picture)
  // A key for all devices does not say whose picture it is, and a device may have no meters.
  return acceptOfTime(call, deps.clock(), picture, `${unusedTimeText(time)}${nobodysText}`)
}

/** Values that were refused have stored nothing, so that their picture looks like one that arrived before its values. */
const waitingText =
  '写真を保存しました。この時刻の値がまだ届いていないか、すべて拒否されたため、測定値はありません。この時刻の値が登録されると、その測定値の写真になります。'
const nobodysText = 'どの値の写真か分かりません。写真だけを保存しました。測定値はありません。'

/** `note`: why the picture belongs to no values. Null if it belongs to the values of this time. */
async function acceptOfTime(
  call: DeviceCall,
  at: Date,
  picture: UploadedPicture,
  note: string | null,
): Promise<PictureAnswer> {
  const { deps, session, tx } = call
  const { organizationId, key } = session
  const { sha256 } = picture
  const now = deps.clock()
  const sent = await lockWebhookCall(tx, organizationId, key.id, at)
  if (sent.reportId === null) call.request.remarks.push(note ?? waitingText)
  if (sent.pictureSha256 !== null) {
    if (sent.pictureSha256 !== sha256) {
      const message = 'この時刻の写真として、別の写真がすでに登録されています'
      throw new Failure('key_reused', { issues: [{ path: 'timestamp', message }] })
    }
    return { status: 200, data: await receiptsOf(call, sent.reportId) }
  }
  countCall(callerName(call, `key ${key.id}`), now)
  await recordPicture(tx, organizationId, picture)
  await storePicture(deps.storage, organizationId, picture)
  await changeWebhookCall(tx, sent, { pictureSha256: sha256, receivedAt: now, note })
  if (sent.reportId !== null) await attachPicture(deps, tx, organizationId, sent.reportId, sha256)
  return { status: 201, data: await receiptsOf(call, sent.reportId) }
}

async function acceptWithoutTime(
  call: DeviceCall,
  device: DeviceRecord,
  serial: string,
  measuredAt: ReportedTime,
  picture: UploadedPicture,
): Promise<PictureAnswer> {
  const { deps, session, tx, request } = call
  const { organizationId, key } = session
  const { sha256 } = picture
  const now = deps.clock()
  const report = await findPictureReport(tx, organizationId, device.id, sha256, {
    since: new Date(now.getTime() - repeatAge),
    // The picture may follow its values by this age, and its repeat may follow the picture by this age again.
    samePictureSince: new Date(now.getTime() - 2 * repeatAge),
  })
  if (report === undefined) {
    const { status, data } = await acceptReport(call, serial, {
      kind: 'picture',
      key: `webhook ${key.id} ${sha256.slice(0, 32)} ${now.getTime()}`,
      content: sha256,
      rows: [{ index: 0, measuredAt, measured: null }],
      refused: [],
      remarks: request.remarks,
      sentAt: null,
      state: { batteryPer: null, dbm: null, runningTime: null },
      wakeupReason: null,
      channel: null,
      picture,
      readingAt: () => () => ({ value: null }),
    })
    return { status, data: { receipts: data.receipts } }
  }
  request.remarks.push(`${unusedTimeText(measuredAt)}直前に届いた値の写真としました。`)
  if (report.pictureSha256 !== null) return { status: 200, data: await receiptsOf(call, report.id) }
  countCall(callerName(call, `key ${key.id}`), now)
  await recordPicture(tx, organizationId, picture)
  await storePicture(deps.storage, organizationId, picture)
  await attachPicture(deps, tx, organizationId, report.id, sha256)
  return { status: 201, data: await receiptsOf(call, report.id) }
}
