import {
  type Arrivals,
  type Device,
  deviceStatus,
  deviceType,
  type OutageCause,
} from '../../../contract/devices.ts'

import { isKeyExpired, keyExpiryWarning } from '../../shared/keys/keyExpiry.ts'

export { resolutionName, typeNames } from '../../shared/devices/deviceNames.ts'

/** 3時間, 自動（20分）. */
export function retryText({
  heartbeat_time,
  retry_seconds,
}: Pick<Device, 'heartbeat_time' | 'retry_seconds'>): string {
  const hours = Math.floor(retry_seconds / 3600)
  const minutes = Math.floor(retry_seconds / 60) % 60
  const text = `${hours === 0 ? '' : `${hours}時間`}${minutes === 0 ? '' : `${minutes}分`}`
  return heartbeat_time === null ? `自動（${text}）` : text
}

/** Shown to those who are not offered short intervals for a camera. */
export const shortIntervalsText =
  '短い間隔（n分ごと）の試験は、システム管理者だけが設定できます。必要な場合はシステム管理者に依頼してください。'

/** 45秒, 12分, 3時間5分, 2日4時間. */
export function durationText(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  const days = Math.floor(hours / 24)
  if (minutes === 0) return `${seconds}秒`
  if (hours === 0) return `${minutes}分`
  return days === 0 ? `${hours}時間${minutes % 60}分` : `${days}日${hours % 24}時間`
}

/** Per cent; whole only when all arrived. Null: nothing was due. */
export const arrivalRate = ({ scheduled, arrived }: Arrivals): number | null =>
  scheduled === 0 ? null : Math.floor((100 * arrived) / scheduled)

/** 98 %; undefined: without a schedule. */
export function rateText(arrivals: Arrivals | undefined): string {
  const rate = arrivals ? arrivalRate(arrivals) : null
  return rate === null ? '予定なし' : `${rate} %`
}

/** 98 %（123/125件）. */
export function countedRateText(arrivals: Arrivals | undefined): string {
  const counts = arrivals?.scheduled ? `（${arrivals.arrived}/${arrivals.scheduled}件）` : ''
  return `${rateText(arrivals)}${counts}`
}

interface Advice {
  /** What is the matter. */
  cause: string
  /** What to check. */
  check: string
}

const outageTexts: Record<OutageCause, Advice> = {
  never_started: {
    cause: '登録後に一度も通信がありません',
    check: '電源と初期設定を確認してください。',
  },
  battery: { cause: '電池切れの可能性があります', check: '電池を交換してください。' },
  signal: {
    cause: '電波が弱く、届いていない可能性があります',
    check: '端末の位置とアンテナを確認してください。',
  },
  router: {
    cause: '同じルーターの端末がまとめて通信していません',
    check: 'ルーターの電源と回線を確認してください。',
  },
  unknown: { cause: '原因は特定できていません', check: '電源、電池、電波を確認してください。' },
}

const statusAdvice: Record<Device['status'], Advice | null> = {
  [deviceStatus.waiting]: { cause: '最初の通信を待っています', check: '端末の電源を入れてください。' },
  [deviceStatus.working]: null,
  [deviceStatus.lowBattery]: { cause: '電池が残りわずかです', check: '電池を交換してください。' },
  [deviceStatus.error]: { cause: '端末がエラーを報告しました', check: '端末の状態を確認してください。' },
  [deviceStatus.communicationError]: outageTexts.unknown,
}

/** What a person should look at; null while all is well. A phone reports when somebody photographs. */
export function adviceOf({ status, outage, type, deleted_at }: Device): Advice | null {
  if (deleted_at !== null) return null
  if (outage !== null) return outageTexts[outage.cause]
  return type === deviceType.mobile && status === deviceStatus.waiting ? null : statusAdvice[status]
}

/** A device whose own key has expired, or expires soon; otherwise null. */
export function keyAdviceOf(
  { key_expire_at: expireAt, deleted_at: deletedAt }: Pick<Device, 'key_expire_at' | 'deleted_at'>,
  now: number,
): Advice | null {
  const warning = keyExpiryWarning(expireAt, now)
  if (warning === null || deletedAt !== null) return null
  return {
    cause: isKeyExpired(expireAt, now) ? 'キーの有効期限が切れています' : `キーが${warning}になります`,
    check: '管理者が「接続」でキーを更新し、新しいキーを端末に設定してください。',
  }
}
