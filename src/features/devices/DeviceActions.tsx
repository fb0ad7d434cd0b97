import { ActionIcon, Tooltip } from '@mantine/core'
import { IconFileDownload, IconQrcode, IconRestore, IconTrash, type TablerIcon } from '@tabler/icons-react'
import type { Device } from '../../../contract/devices.ts'
import classes from './DeviceActions.module.css'
import { SetupKeyDialog } from './SetupKeyDialog.tsx'
import { useDeviceSetup } from './useDeviceSetup.ts'

interface Props {
  device: Device
  onQr: (device: Device) => void
  onRemove: (device: Device) => void
  onRestore: (device: Device) => void
}

/** What can be done with a device. */
export function DeviceActions({ device, onQr, onRemove, onRestore }: Props) {
  const setup = useDeviceSetup(device)
  const { name, deleted_at: deletedAt } = device
  if (deletedAt !== null)
    return (
      <span className={classes.actions}>
        <Action icon={IconRestore} label="復元" name={name} onClick={() => onRestore(device)} />
      </span>
    )
  return (
    <span className={classes.actions}>
      {setup.hasQr && <Action icon={IconQrcode} label="QRコード" name={name} onClick={() => onQr(device)} />}
      {setup.hasFile && (
        <Action
          icon={IconFileDownload}
          label="設定ファイル"
          name={name}
          loading={setup.saving}
          onClick={() => void setup.save()}
        />
      )}
      {setup.choices && (
        <SetupKeyDialog
          keys={setup.choices}
          onSave={(keyId) => void setup.saveWith(keyId)}
          onClose={() => setup.setChoices(null)}
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
