import { type Device, isCamera } from '../../../../contract/devices.ts'
import { describeSchedule, measuringModeOf } from '../../../../contract/time/schedules.ts'

/** 試験（5分ごと）, 毎日 15:00, 未設定. */
export function measuringText({
  type,
  interval_crons: crons,
}: Pick<Device, 'type' | 'interval_crons'>): string {
  if (crons === null || crons.trim() === '') return '未設定'
  const words = describeSchedule(crons)
  return isCamera(type) && measuringModeOf(crons) === 'trial' ? `試験（${words}）` : words
}
