import { type DeviceType, deviceType } from '../../../contract/devices.ts'
import { Failure } from '../../api/call.ts'
import type { Tx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { setupKeyOf } from '../keys/index.ts'
import { type DeviceRecord, findDeviceRecord, listChildren } from './repository.ts'
import { isCamera } from './schedule-rules.ts'

/** What a device needs to register; fields as `POST /api/v1/device-api/register` takes them. */
const registrationOf = ({ serialNumber, accessHash }: DeviceRecord, serverUrl: string) => ({
  server_url: serverUrl,
  serial_number: serialNumber,
  access_hash: accessHash,
})

/** Throws `not_found`: a deleted device does not register. */
async function findLive(tx: Tx, organizationId: number, id: number): Promise<DeviceRecord> {
  const device = await findDeviceRecord(tx, organizationId, id)
  if (device.deletedAt !== null) throw new Failure('not_found')
  return device
}

/** The device to set up. `pickedKeyId`: the key for devices that have none of their own. */
interface Setup {
  deviceId: number
  pickedKeyId: number | null
  serverUrl: string
}

type SetupDeps = Pick<Deps, 'clock' | 'secrets'>

export async function qrText(
  deps: SetupDeps,
  tx: Tx,
  organizationId: number,
  { deviceId, pickedKeyId, serverUrl }: Setup,
): Promise<string> {
  const device = await findLive(tx, organizationId, deviceId)
  return JSON.stringify({
    ...registrationOf(device, serverUrl),
    api_key: await setupKeyOf(deps, tx, organizationId, { deviceId, pickedKeyId }),
  })
}

const isParent = (type: DeviceType) => type === deviceType.wifiRouter || type === deviceType.wifiRepeater
const isChild = (type: DeviceType) => isCamera(type) || type === deviceType.analogInput

/**
 * The configuration file of a camera or analog unit, or of a router or repeater with the devices behind it. The key of
 * a wireless network is not known here: whoever sets a device up writes it in. Throws `validation_failed` for the other
 * kind.
 */
export async function configurationFile(
  deps: SetupDeps,
  tx: Tx,
  organizationId: number,
  { deviceId, pickedKeyId, serverUrl, kind }: Setup & { kind: 'child' | 'parent' },
): Promise<object> {
  const device = await findLive(tx, organizationId, deviceId)
  if (!(kind === 'child' ? isChild : isParent)(device.type)) {
    const kinds = kind === 'child' ? 'カメラかアナログ入力' : 'WiFiルーターか中継器'
    throw new Failure('validation_failed', {
      issues: [{ path: 'device_id', message: `${kinds}を選択してください` }],
    })
  }
  const common = {
    ...registrationOf(device, serverUrl),
    wifi: { ssid: '', password: '' },
    api_key: await setupKeyOf(deps, tx, organizationId, { deviceId, pickedKeyId }),
  }
  if (kind === 'child') return common
  const children = await listChildren(tx, organizationId, deviceId)
  const devices: object[] = []
  for (const { id, name, type, serialNumber, accessHash } of children) {
    devices.push({
      device_id: id,
      name,
      type,
      serial_number: serialNumber,
      access_hash: accessHash,
      api_key: await setupKeyOf(deps, tx, organizationId, { deviceId: id, pickedKeyId }),
    })
  }
  return { ...common, devices }
}
