import { IconPlugConnectedX, type TablerIcon } from '@tabler/icons-react'
import { type Device, deviceStatus } from '../../../contract/devices.ts'
import { StatusPill, type Tone } from '../../ui/text/StatusPill.tsx'

const appearance: Record<Device['status'], { tone: Tone; label: string; icon?: TablerIcon }> = {
  [deviceStatus.waiting]: { tone: 'waiting', label: '起動待ち' },
  [deviceStatus.working]: { tone: 'normal', label: '稼働中' },
  [deviceStatus.lowBattery]: { tone: 'weak', label: '稼働中(BAT低)' },
  [deviceStatus.error]: { tone: 'abnormal', label: 'エラー' },
  [deviceStatus.communicationError]: { tone: 'abnormal', label: '通信エラー', icon: IconPlugConnectedX },
}

export const deviceStatusNames = Object.fromEntries(
  Object.entries(appearance).map(([status, { label }]) => [status, label]),
) as Record<Device['status'], string>

/** Device status in the specification's colours, with icon and label. */
export function DeviceStatus({ status }: Pick<Device, 'status'>) {
  const { tone, label, icon } = appearance[status]
  return (
    <StatusPill tone={tone} {...(icon && { icon })}>
      {label}
    </StatusPill>
  )
}
