import { ActionIcon, Tooltip } from '@mantine/core'
import { IconFileDownload, IconQrcode, IconRestore, IconTrash, type TablerIcon } from '@tabler/icons-react'
import { useState } from 'react'
import { allows } from '../../../contract/access.ts'
import { type Device, deviceType } from '../../../contract/devices.ts'
import { useAccount } from '../../lib/queries/account.ts'
import { useDeviceOrganization } from '../../lib/queries/deviceOrganization.ts'
import { notify } from '../../ui/notice/notify.tsx'
import classes from './DeviceActions.module.css'
import { saveDeviceFile } from './saveDeviceFile.ts'

interface Props {
  device: Device
  onQr: (device: Device) => void
  onRemove: (device: Device) => void
  onRestore: (device: Device) => void
}

/** What can be done with a device; QR code and configuration file prove the device and are for administrators. */
export function DeviceActions({ device, onQr, onRemove, onRestore }: Props) {
  const { role } = useAccount()
  const organization = useDeviceOrganization()
  const [saving, setSaving] = useState(false)
  const { name, type, deleted_at: deletedAt } = device
  if (deletedAt !== null)
    return (
      <span className={classes.actions}>
        <Action icon={IconRestore} label="復元" name={name} onClick={() => onRestore(device)} />
      </span>
    )
  const configured = allows('admin', role) && type !== deviceType.mobile
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
  return (
    <span className={classes.actions}>
      {configured && type === deviceType.wifiCamera && (
        <Action icon={IconQrcode} label="QRコード" name={name} onClick={() => onQr(device)} />
      )}
      {configured && (
        <Action
          icon={IconFileDownload}
          label="設定ファイル"
          name={name}
          loading={saving}
          onClick={() => void save()}
        />
      )}
      <Action icon={IconTrash} label="削除" name={name} destructive onClick={() => onRemove(device)} />
    </span>
  )
}

interface ActionProps {
  icon: TablerIcon
  label: string
  name: string
  loading?: boolean
  destructive?: boolean
  onClick: () => void
}

const Action = ({ icon: Icon, label, name, loading = false, destructive, onClick }: ActionProps) => (
  <Tooltip label={label}>
    <ActionIcon
      variant="default"
      className={classes.action}
      aria-label={`${name}の${label}`}
      loading={loading}
      data-destructive={destructive}
      onClick={onClick}
    >
      <Icon size={18} aria-hidden />
    </ActionIcon>
  </Tooltip>
)
