import * as z from 'zod/mini'
import { role } from '../../../contract/access.ts'
import { type DeviceType, deviceType } from '../../../contract/devices.ts'
import { fixedIntervalOf, scheduleText } from '../../../contract/time/schedules.ts'
import { Failure, type Session } from '../../api/call.ts'
import { isValidSchedule } from './due-times.ts'

export const isCamera = (type: DeviceType) => type === deviceType.simCamera || type === deviceType.wifiCamera

const refuse = (message: string) =>
  new Failure('validation_failed', { issues: [{ path: 'interval_crons', message }] })

/**
 * The schedule that a device of this type gets. Cameras follow any schedule that is due at some time, analog units one
 * of the fixed intervals, others none. Throws `validation_failed`.
 */
export function scheduleFor(type: DeviceType, given: string | null): string | null {
  const schedule = given === null || given.trim() === '' ? null : given
  if (!isCamera(type) && type !== deviceType.analogInput) {
    if (schedule !== null) throw refuse('この種類の端末には測定設定がありません')
    return null
  }
  if (schedule === null) throw refuse('未入力です')
  const parsed = z.safeParse(scheduleText, schedule)
  if (!parsed.success) throw refuse(parsed.error.issues[0]?.message ?? '測定設定が正しくありません')
  if (type === deviceType.analogInput && fixedIntervalOf(parsed.data) === null) {
    throw refuse('測定間隔は1・3・5・10・15・30・60分から選択してください')
  }
  if (!isValidSchedule(parsed.data)) throw refuse('一度も実行されない測定設定が含まれています')
  return parsed.data
}

/** Trial mode of a camera is switched on, changed and switched off by system administrators. Throws `forbidden`. */
export function assertMode(
  { role: of }: Pick<Session, 'role'>,
  type: DeviceType,
  schedules: readonly (string | null)[],
): void {
  const isTrial = schedules.some((schedule) => schedule !== null && fixedIntervalOf(schedule) !== null)
  if (!isTrial || !isCamera(type) || of === role.system) return
  throw new Failure('forbidden', {
    issues: [{ path: 'interval_crons', message: '測定モードを変更できるのはシステム管理者だけです' }],
  })
}
