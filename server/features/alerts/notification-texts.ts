import { loopFaultText } from '../../../contract/abnormal.ts'
import { formatCurrent, formatNumber, formatRange } from '../../../contract/formatNumber.ts'
import type { PushMessage } from '../../../contract/push.ts'
import type { Mail } from '../../mail/mailer.ts'
import { type Line, noticeMail } from '../../mail/notice.ts'
import { formatLocalTime } from '../../time-zone.ts'
import type { NotificationData } from './notification-data.ts'

function factsOf(notification: NotificationData): Line[] {
  const { timeZone, unit, value, isAlert, isAlerted, measuredAt, timeMark } = notification
  const { emergencyStartValue: start, emergencyEndValue: end } = notification
  const { decimalPoint, measured } = notification
  const fault = loopFaultText(notification.reasons)
  const current = measured === null ? '' : `、${formatCurrent(measured)}`
  const missing = fault === null ? 'データ無し' : `データ無し（${fault}${current}）`
  return [
    ['測定値', value === null ? missing : `${formatNumber(value, decimalPoint)} ${unit}`],
    [
      '異常範囲',
      start === null || end === null ? '未登録' : `${formatRange(start, end, decimalPoint)} ${unit}`,
    ],
    [
      '測定日時',
      `${formatLocalTime(timeZone, measuredAt)}${timeMark === 'unconfirmed' ? '（時刻不明）' : ''}`,
    ],
    ...(isAlerted && !isAlert ? [['終了日時', formatLocalTime(timeZone, notification.endedAt)] as Line] : []),
  ]
}

/** A mail may be late: it tells the state at the time of writing. */
function statementOf({ meterName, isAlert, isAlerted }: NotificationData): string {
  if (isAlert) return `「${meterName}」で異常を検出しました。`
  if (isAlerted) return `「${meterName}」で異常がありました。現在は終了しています。`
  return `「${meterName}」で異常を検出しました。すでに確認済みです。`
}

const endedSuffix = ({ isAlert, isAlerted }: NotificationData) => (isAlerted && !isAlert ? '（終了）' : '')

function pathOf({ alertId, readingId, isAlert, isAlerted }: NotificationData): string {
  const tab = isAlert ? 'occurring' : isAlerted ? 'past' : 'confirmed'
  return `/alerts?tab=${tab}&alert=${alertId}&value=${readingId}`
}

interface MailOptions {
  publicUrl: string | undefined
  jpeg: Uint8Array | null
  instead: boolean
}

export function alertMail(
  notification: NotificationData,
  recipient: { username: string; email: string },
  { jpeg, ...options }: MailOptions,
): Mail {
  const { alertId, meterId, meterName } = notification
  const notice = {
    subject: `【検針】異常${endedSuffix(notification)}: ${meterName}`,
    statement: statementOf(notification),
    facts: factsOf(notification),
    links: [
      ['アラート', pathOf(notification)],
      ['メーター', `/meters/${meterId}`],
    ] satisfies Line[],
    picture: jpeg && { cid: `alert-${alertId}@kenshin`, alt: `${meterName}の画像`, jpeg },
  }
  return noticeMail(notice, recipient, options)
}

export const alertPushMessage = (notification: NotificationData): PushMessage => ({
  title: `異常${endedSuffix(notification)}: ${notification.meterName}`,
  body: factsOf(notification)
    .map(([label, fact]) => `${label}: ${fact}`)
    .join('\n'),
  tag: `alert-${notification.alertId}`,
  url: pathOf(notification),
})
