import {
  IconAntenna,
  IconDeviceCctv,
  IconDeviceMobile,
  IconWaveSine,
  type TablerIcon,
} from '@tabler/icons-react'
import { cameraTypes, type DeviceType, deviceType, parentTypes } from '../../../contract/devices.ts'

export type DeviceKindName = 'camera' | 'wifi' | 'analog' | 'mobile'

/** Devices that are listed together. */
export interface DeviceKind {
  name: DeviceKindName
  label: string
  icon: TablerIcon
  types: readonly DeviceType[]
}

export const cameraKind: DeviceKind = {
  name: 'camera',
  label: 'カメラ',
  icon: IconDeviceCctv,
  types: cameraTypes,
}

export const deviceKinds: readonly DeviceKind[] = [
  cameraKind,
  { name: 'wifi', label: 'WiFi', icon: IconAntenna, types: parentTypes },
  { name: 'analog', label: 'アナログ', icon: IconWaveSine, types: [deviceType.analogInput] },
  { name: 'mobile', label: 'モバイル', icon: IconDeviceMobile, types: [deviceType.mobile] },
]
