import { type Device, deviceType } from '../../../../contract/devices.ts'
import { describeSchedule, measuringModeOf } from '../../../../contract/schedules.ts'

const cameras: readonly Device['type'][] = [deviceType.simCamera, deviceType.wifiCamera]

export const isCamera = ({ type }: Pick<Device, 'type'>): boolean => cameras.includes(type)

export const isAnalog = ({ type }: Pick<Device, 'type'>): boolean => type === deviceType.analogInput

/** Cameras by a schedule, analog units at an interval; the others measure nothing by themselves. */
export const isScheduled = (device: Pick<Device, 'type'>): boolean => isCamera(device) || isAnalog(device)

/** 試験（5分ごと）, 毎日 15:00, 未設定. */
export function measuringText(device: Pick<Device, 'type' | 'interval_crons'>): string {
  const { interval_crons: crons } = device
  if (crons === null || crons.trim() === '') return '未設定'
  const words = describeSchedule(crons)
  return isCamera(device) && measuringModeOf(crons) === 'trial' ? `試験（${words}）` : words
}
