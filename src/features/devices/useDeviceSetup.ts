import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { allows } from '../../../contract/access.ts'
import type { DeviceCredentials } from '../../../contract/device-connections.ts'
import { type Device, deviceType } from '../../../contract/devices.ts'
import { useAccount } from '../../lib/queries/account.ts'
import { deviceCredentialsQuery } from '../../lib/queries/deviceConnection.ts'
import { useDeviceOrganization } from '../../lib/queries/deviceOrganization.ts'
import { isKeyExpired } from '../../shared/keys/keyExpiry.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { correctedNow } from '../../ui/text/currentMinute.ts'
import { saveDeviceFile } from './saveDeviceFile.ts'

/** QR code and configuration file: they prove the device and are for administrators. */
export function useDeviceSetup(device: Device) {
  const { role } = useAccount()
  const organization = useDeviceOrganization()
  const client = useQueryClient()
  const [saving, setSaving] = useState(false)
  /** The keys for all devices, while one is chosen for a device without a valid key of its own. */
  const [choices, setChoices] = useState<DeviceCredentials['shared_keys'] | null>(null)
  const { name, type, deleted_at: deletedAt } = device
  const hasFile = allows('admin', role) && type !== deviceType.mobile && deletedAt === null
  const saveWith = async (keyId: number | null) => {
    setChoices(null)
    await run(() => saveDeviceFile(device, organization, keyId))
  }
  const save = () =>
    run(async () => {
      const { key, shared_keys: shared } = await client.query(
        deviceCredentialsQuery(device.id, organization.id),
      )
      if (key === null || isKeyExpired(key.expire_at, correctedNow())) setChoices(shared)
      else await saveDeviceFile(device, organization, null)
    })
  const run = async (work: () => Promise<void>) => {
    setSaving(true)
    const failed = `「${name}」の設定ファイルを保存できませんでした`
    notify.retract(failed)
    try {
      await work()
    } catch (error) {
      notify.failure(error, { title: failed })
    } finally {
      setSaving(false)
    }
  }
  return {
    hasFile,
    hasQr: hasFile && type === deviceType.wifiCamera,
    saving,
    save,
    choices,
    setChoices,
    saveWith,
  }
}
