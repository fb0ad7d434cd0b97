import { cameraTypes, deviceType } from '../../../contract/devices.ts'
import type { Meter } from '../../../contract/meters.ts'

/** Kinds in the forms, with the specification's numbers. */
export const meterDeviceKind = { unregistered: 0, camera: 1, analogInput: 2, mobile: 3 } as const
export type MeterDeviceKind = (typeof meterDeviceKind)[keyof typeof meterDeviceKind]

export const meterDeviceKinds: readonly { kind: MeterDeviceKind; label: string }[] = [
  { kind: meterDeviceKind.unregistered, label: '未登録' },
  { kind: meterDeviceKind.camera, label: 'カメラ' },
  { kind: meterDeviceKind.analogInput, label: 'アナログ入力' },
  { kind: meterDeviceKind.mobile, label: 'モバイル' },
]

type DeviceType = NonNullable<Meter['device']>['type']

const types: Record<MeterDeviceKind, readonly DeviceType[]> = {
  [meterDeviceKind.unregistered]: [],
  [meterDeviceKind.camera]: cameraTypes,
  [meterDeviceKind.analogInput]: [deviceType.analogInput],
  [meterDeviceKind.mobile]: [deviceType.mobile],
}

/** Whether the kind offers devices of this type. */
export const isOfKind = (type: DeviceType, kind: MeterDeviceKind): boolean => types[kind].includes(type)

export const kindOf = (device: Meter['device']): MeterDeviceKind =>
  meterDeviceKinds.find(({ kind }) => device !== null && isOfKind(device.type, kind))?.kind ??
  meterDeviceKind.unregistered
