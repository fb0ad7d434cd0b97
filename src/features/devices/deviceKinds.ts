import {
  IconAntenna,
  IconDeviceCctv,
  IconDeviceMobile,
  IconWaveSine,
  type TablerIcon,
} from '@tabler/icons-react'
import { type DeviceType, deviceType } from '../../../contract/devices.ts'

export type DeviceKindName = 'camera' | 'wifi' | 'analog' | 'mobile'

/** Devices that are listed together. */
export interface DeviceKind {
  name: DeviceKindName
  label: string
  icon: TablerIcon
  types: readonly DeviceType[]
}

export const deviceKinds: readonly DeviceKind[] = [
  {
    name: 'camera',
    label: 'カメラ',
    icon: IconDeviceCctv,
    types: [deviceType.simCamera, deviceType.wifiCamera],
  },
  { name: 'wifi', label: 'WiFi', icon: IconAntenna, types: [deviceType.wifiRouter, deviceType.wifiRepeater] },
  { name: 'analog', label: 'アナログ', icon: IconWaveSine, types: [deviceType.analogInput] },
  { name: 'mobile', label: 'モバイル', icon: IconDeviceMobile, types: [deviceType.mobile] },
]

/** Routers and repeaters: other devices report through them. */
export const isParent = (type: DeviceType): boolean =>
  type === deviceType.wifiRouter || type === deviceType.wifiRepeater
