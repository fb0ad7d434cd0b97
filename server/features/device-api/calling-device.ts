import type { FastifyRequest } from 'fastify'
import { type DeviceCaller, Failure } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { type DeviceRecord, findBySerial, findLive, lockBySerial } from './repository.ts'

/** A call of a device: in its transaction, with the key that it called with. */
export interface DeviceCall {
  deps: Deps
  startedAt: Date
  session: DeviceCaller
  tx: Tx
  request: FastifyRequest
}

/** Returns the device that calls. Throws `device_mismatch` if the key belongs to another device. */
export async function findCaller(call: DeviceCall, serial: string): Promise<DeviceRecord> {
  return confirmed(call, serial, await findBySerial(call.tx, call.session.organizationId, serial))
}

/** Locks the device that calls, so that its calls follow one another. Throws as `findCaller`. */
export async function lockCaller(call: DeviceCall, serial: string): Promise<DeviceRecord> {
  return confirmed(call, serial, await lockBySerial(call.tx, call.session.organizationId, serial))
}

/** Characters of a serial number that a refusal repeats. */
const longestShown = 40

async function confirmed(
  call: DeviceCall,
  serial: string,
  device: DeviceRecord | undefined,
): Promise<DeviceRecord> {
  await assertOwnKey(call, device, 'device-serial')
  if (device === undefined) {
    const message = `シリアル番号「${serial.slice(0, longestShown).toWellFormed()}」の端末は登録されていません`
    throw new Failure('device_unknown', { issues: [{ path: 'device-serial', message }] })
  }
  noteCaller(call, device.id)
  return device
}

/**
 * Refuses a key that belongs to another device. The answer is the same whether the named device exists or not, so that
 * a device's key reveals nothing about other devices.
 */
export async function assertOwnKey(
  { tx, session }: DeviceCall,
  device: DeviceRecord | undefined,
  path: string,
): Promise<void> {
  const { organizationId, key } = session
  if (key.deviceId === null || key.deviceId === device?.id) return
  const own = await findLive(tx, organizationId, key.deviceId)
  if (own === undefined) throw deletedDevice()
  throw new Failure('device_mismatch', {
    issues: [{ path, message: `このキーで送信できるシリアル番号は「${own.serialNumber ?? ''}」だけです` }],
  })
}

/** The refusal of a key whose device was deleted. */
export const deletedDevice = (): Failure =>
  new Failure('device_unknown', { issues: [{ path: 'APIKEY', message: 'このキーの端末は削除されています' }] })

/** Notes which device calls, so that a refusal is shown with it. */
export function noteCaller({ request, session }: DeviceCall, deviceId: number): void {
  request.callingDevice = { organizationId: session.organizationId, deviceId }
}

/** By which a device’s calls are counted. */
export const callerName = ({ session }: Pick<DeviceCall, 'session'>, serial: string): string =>
  `${session.organizationId} ${serial.toLowerCase()}`
