import { and, eq, inArray, isNull } from 'drizzle-orm'
import { role } from '../../../contract/access.ts'
import type { Input } from '../../../contract/calls/endpoint.ts'
import {
  type deviceEndpoints,
  deviceStatus,
  deviceType,
  isSerialNumber,
  serialNumberRule,
} from '../../../contract/devices.ts'
import { Failure, type Session } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import { deviceReports, devices, mapPins, meters } from '../../db/schema.ts'
import { changedFields, recordAudit } from '../audit/index.ts'
import { randomAccessHash } from './access-hash.ts'
import { assertDeviceAllowed } from './device-allowance.ts'
import { keepSchedule } from './note-report.ts'
import { changeDevice, type DeviceChange, type DeviceRecord, insertDevice, lockDevice } from './repository.ts'
import { assertMode, isCamera, scheduleFor } from './schedule-rules.ts'

type Given = Input<(typeof deviceEndpoints)['createDevice']>['body']
type Sent = Input<(typeof deviceEndpoints)['updateDevice']>['body']

export async function createDevice(session: Session, tx: Tx, given: Given, at: Date): Promise<number> {
  const { organizationId } = session
  const { type, parent_device_id: parentDeviceId = null } = given
  const intervalCrons = scheduleFor(type, given.interval_crons ?? null)
  assertMode(session, type, [intervalCrons])
  await assertDeviceAllowed(tx, organizationId, type)
  if (parentDeviceId !== null) await assertParent(tx, organizationId, parentDeviceId)
  const id = await insertDevice(
    tx,
    organizationId,
    {
      name: given.name,
      serialNumber: given.serial_number,
      type,
      // A phone has nothing to start.
      status: type === deviceType.mobile ? deviceStatus.working : deviceStatus.waiting,
      intervalCrons,
      parentDeviceId,
      // Without one no device could prove itself.
      accessHash: given.access_hash || randomAccessHash(),
    },
    at,
  )
  await keepSchedule(tx, id, at)
  await recordAudit(tx, session, {
    noun: 'device',
    subjectId: id,
    subjectName: given.name,
    action: 'create',
    before: {},
    after: {
      name: given.name,
      serialNumber: given.serial_number,
      type,
      intervalCrons,
      ...(parentDeviceId !== null && { parentDeviceId }),
    },
    at,
  })
  return id
}

async function assertParent(tx: Tx, organizationId: number, id: number): Promise<void> {
  const rows = await tx
    .select({ id: devices.id })
    .from(devices)
    .where(
      and(
        eq(devices.organizationId, organizationId),
        eq(devices.id, id),
        inArray(devices.type, [deviceType.wifiRouter, deviceType.wifiRepeater]),
        isNull(devices.deletedAt),
      ),
    )
  if (rows.length > 0) return
  throw new Failure('reference_unknown', {
    issues: [{ path: 'parent_device_id', message: 'この組織のWiFiルーターまたは中継器を選択してください' }],
  })
}

/** Refuses what the role may not change; what is sent as it stands is no change. */
export async function updateDevice(
  session: Session,
  tx: Tx,
  id: number,
  sent: Sent,
  at: Date,
): Promise<void> {
  const { organizationId } = session
  await assertPin(tx, organizationId, sent.map_pin_id ?? null)
  const before = await lockDevice(tx, organizationId, id)
  const isRestored = before.deletedAt !== null && sent.deleted_at === null
  if (before.deletedAt !== null && !isRestored) throw new Failure('not_found')
  const change = changeOf(before, sent)
  assertRole(session, change)
  assertStatus(before, change)
  if (change.intervalCrons !== undefined) {
    assertMode(session, before.type, [before.intervalCrons, change.intervalCrons])
  }
  if (isRestored) await assertDeviceAllowed(tx, organizationId, before.type)
  if (Object.keys(change).length === 0) return
  await changeDevice(tx, organizationId, id, change, at)
  await keepSchedule(tx, id, at)
  const { deletedAt: _, ...fields } = change
  await recordAudit(tx, session, {
    noun: 'device',
    subjectId: id,
    subjectName: change.name ?? before.name,
    action: isRestored ? 'restore' : change.deletedAt instanceof Date ? 'delete' : 'update',
    ...changedFields(before, fields),
    at,
  })
}

/** It stays until the end of the transaction. Locked before devices, as where a pin is deleted. */
async function assertPin(tx: Tx, organizationId: number, id: number | null): Promise<void> {
  if (id === null) return
  const rows = await tx
    .select({ id: mapPins.id })
    .from(mapPins)
    .where(and(eq(mapPins.organizationId, organizationId), eq(mapPins.id, id)))
    .for('key share')
  if (rows.length > 0) return
  throw new Failure('reference_unknown', {
    issues: [{ path: 'map_pin_id', message: 'このピンは削除されています。マップを読み込み直してください' }],
  })
}

/** The sent fields that differ. A schedule that stays is not judged: nobody has to be able to edit it. */
function changeOf(before: DeviceRecord, sent: Sent): DeviceChange {
  const crons = sent.interval_crons
  const fields: { [Field in keyof DeviceChange]: DeviceChange[Field] | undefined } = {
    name: sent.name,
    serialNumber: sent.serial_number,
    status: sent.status,
    resolutionType: sent.resolution_type,
    heartbeatTime: sent.heartbeat_time,
    isNextAf: sent.is_next_af,
    isBuzzer: sent.is_buzzer,
    isFlash: sent.is_flash,
    allowTimeDrift: sent.allow_time_drift,
    intervalCrons:
      crons === undefined || crons === before.intervalCrons ? undefined : scheduleFor(before.type, crons),
    deletedAt: sent.deleted_at,
    mapPinId: sent.map_pin_id,
  }
  if (sent.serial_number !== undefined && sent.serial_number !== before.serialNumber) {
    if (!isSerialNumber(sent.serial_number)) {
      throw new Failure('validation_failed', {
        issues: [{ path: 'serial_number', message: serialNumberRule }],
      })
    }
    fields.isSerialCaseSensitive = false
  }
  const differs = ([name, value]: [string, unknown]) =>
    value !== undefined && value !== before[name as keyof DeviceChange]
  return Object.fromEntries(Object.entries(fields).filter(differs))
}

function assertRole({ role: of }: Session, change: DeviceChange): void {
  const issues = [
    ...(change.status !== undefined && of === role.general
      ? [{ path: 'status', message: '状態を変更できるのは管理者だけです' }]
      : []),
    ...(change.serialNumber !== undefined && of !== role.system
      ? [{ path: 'serial_number', message: 'シリアル番号を変更できるのはシステム管理者だけです' }]
      : []),
  ]
  if (issues.length > 0) throw new Failure('forbidden', { issues })
}

function assertStatus({ type }: DeviceRecord, { status }: DeviceChange): void {
  if (status !== deviceStatus.communicationError || isCamera(type)) return
  throw new Failure('validation_failed', {
    issues: [{ path: 'status', message: '通信エラーはカメラだけの状態です' }],
  })
}

/** A deleted one stays as it is. */
export async function deleteDevice(session: Session, tx: Tx, id: number, at: Date): Promise<void> {
  const { organizationId } = session
  const { deletedAt, name } = await lockDevice(tx, organizationId, id)
  if (deletedAt !== null) return
  await changeDevice(tx, organizationId, id, { deletedAt: at }, at)
  await keepSchedule(tx, id, at)
  await recordAudit(tx, session, {
    noun: 'device',
    subjectId: id,
    subjectName: name,
    action: 'delete',
    before: {},
    after: {},
    at,
  })
}

/** Deletes a device that has reported nothing and measures no meter. */
export async function deleteUnusedDevice(session: Session, tx: Tx, id: number, at: Date): Promise<void> {
  const { organizationId } = session
  await lockDevice(tx, organizationId, id)
  const used =
    (await tx.$count(meters, and(eq(meters.organizationId, organizationId), eq(meters.deviceId, id)))) +
    (await tx.$count(
      deviceReports,
      and(eq(deviceReports.organizationId, organizationId), eq(deviceReports.deviceId, id)),
    ))
  if (used > 0) throw new Failure('master_in_use')
  await deleteDevice(session, tx, id, at)
}
