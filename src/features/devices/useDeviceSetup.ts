import { useState } from 'react'
import { allows } from '../../../contract/access.ts'
import { type Device, deviceType } from '../../../contract/devices.ts'
import { useAccount } from '../../lib/queries/account.ts'
import { useDeviceOrganization } from '../../lib/queries/deviceOrganization.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { saveDeviceFile } from './saveDeviceFile.ts'

/** QR code and configuration file: they prove the device and are for administrators. */
export function useDeviceSetup(device: Device) {
  const { role } = useAccount()
  const organization = useDeviceOrganization()
  const [saving, setSaving] = useState(false)
  const { name, type, deleted_at: deletedAt } = device
  const hasFile = allows('admin', role) && type !== deviceType.mobile && deletedAt === null
  const save = async () => {
    setSaving(true)
    const failed = `「${name}」の設定ファイルを保存できませんでした`
    notify.retract(failed)
    try {
      await saveDeviceFile(device, organization)
    } catch (error) {
      notify.failure(error, { title: failed })
    } finally {
      setSaving(false)
    }
  }
  return { hasFile, hasQr: hasFile && type === deviceType.wifiCamera, saving, save }
}
