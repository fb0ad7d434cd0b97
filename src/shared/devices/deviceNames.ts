import { type Device, type DeviceType, deviceType, resolutionType } from '../../../contract/devices.ts'

export const typeNames: Record<DeviceType, string> = {
  [deviceType.simCamera]: 'SIMカメラ',
  [deviceType.wifiRouter]: 'WiFiルーター',
  [deviceType.wifiCamera]: 'WiFiカメラ',
  [deviceType.wifiRepeater]: 'WiFi中継器',
  [deviceType.analogInput]: 'アナログ入力',
  [deviceType.mobile]: 'モバイル',
}

const resolutionNames = {
  [resolutionType.low]: '低',
  [resolutionType.middle]: '標準',
  [resolutionType.high]: '高',
}

export const resolutionName = (type: Device['resolution_type']): string =>
  resolutionNames[type ?? resolutionType.middle]
