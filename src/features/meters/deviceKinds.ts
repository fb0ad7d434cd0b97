import { cameraTypes, deviceType } from '../../../contract/devices.ts'
import type { Meter } from '../../../contract/meters.ts'

/** Kinds in the forms, with the specification's numbers. */
export const deviceKind = { unregistered: 0, camera: 1, analogInput: 2, mobile: 3 } as const
export type DeviceKind = (typeof deviceKind)[keyof typeof deviceKind]

export const deviceKinds: readonly { kind: DeviceKind; label: string }[] = [
  { kind: deviceKind.unregistered, label: '未登録' },
  { kind: deviceKind.camera, label: 'カメラ' },
  { kind: deviceKind.analogInput, label: 'アナログ入力' },
  { kind: deviceKind.mobile, label: 'モバイル' },
]

type DeviceType = NonNullable<Meter['device']>['type']

const types: Record<DeviceKind, readonly DeviceType[]> = {
  [deviceKind.unregistered]: [],
  [deviceKind.camera]: cameraTypes,
  [deviceKind.analogInput]: [deviceType.analogInput],
  [deviceKind.mobile]: [deviceType.mobile],
}

/** Whether the kind offers devices of this type. */
export const isOfKind = (type: DeviceType, kind: DeviceKind): boolean => types[kind].includes(type)

export const kindOf = (device: Meter['device']): DeviceKind =>
  deviceKinds.find(({ kind }) => device !== null && isOfKind(device.type, kind))?.kind ??
  deviceKind.unregistered
