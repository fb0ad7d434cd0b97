import type { PushMessage } from '../../../contract/push.ts'
import { rangeDecimals, rangeText } from '../../../contract/ranges.ts'
import type { Mail } from '../../mail/mailer.ts'
import { formatLocalTime } from '../../time-zone.ts'
import type { NotificationData } from './notification-data.ts'

/** Label and text of each line. */
function factsOf(notification: NotificationData): [label: string, text: string][] {
  const { timeZone, unit, value, isAlert, isAlerted } = notification
  const { emergencyStartValue: start, emergencyEndValue: end } = notification
  const { decimalPoint } = notification
  const number = (given: number) => (decimalPoint === null ? String(given) : given.toFixed(decimalPoint))
  const range = (from: number, to: number) => {
    const decimals = decimalPoint ?? rangeDecimals(from, to)
    return rangeText(from.toFixed(decimals), to.toFixed(decimals))
  }
  return [
    ['測定値', value === null ? 'データなし' : `${number(value)} ${unit}`],
    ['異常範囲', start === null || end === null ? '未登録' : `${range(start, end)} ${unit}`],
    ['測定日時', formatLocalTime(timeZone, notification.measuredAt)],
    ...(isAlerted && !isAlert
      ? [['終了日時', formatLocalTime(timeZone, notification.endedAt)] as [string, string]]
      : []),
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

/** For members who asked for notifications only, and could not be reached. */
const insteadText =
  '通知を届けられないブラウザがあるため、メールでお知らせします。アラートの画面で通知の設定を確認してください。'

interface MailOptions {
  publicUrl: string | undefined
  jpeg: Uint8Array | null
  instead: boolean
}

export function alertMail(
  notification: NotificationData,
  recipient: { username: string; email: string },
  { publicUrl, jpeg, instead }: MailOptions,
): Mail {
  const facts = factsOf(notification)
  const statement = statementOf(notification)
  const links: [label: string, address: string][] =
    publicUrl === undefined
      ? []
      : [
          ['アラート', `${publicUrl}${pathOf(notification)}`],
          ['メーター', `${publicUrl}/meters/${notification.meterId}`],
        ]
  const text = [
    `${recipient.username} 様`,
    '',
    statement,
    '',
    ...facts.map(([label, fact]) => `${label}: ${fact}`),
    ...(links.length > 0 ? ['', ...links.map(([label, address]) => `${label}: ${address}`)] : []),
    ...(instead ? ['', insteadText] : []),
    '',
  ].join('\n')
  const cid = `alert-${notification.alertId}@kenshin`
  const html = [
    '<!doctype html><html lang="ja"><body style="font-family: sans-serif; line-height: 1.6">',
    `<p>${escapeHtml(recipient.username)} 様</p><p><strong>${escapeHtml(statement)}</strong></p>`,
    '<table style="border-collapse: collapse">',
    ...facts.map(
      ([label, fact]) =>
        `<tr><th style="text-align: left; padding: 2px 16px 2px 0">${label}</th><td>${escapeHtml(fact)}</td></tr>`,
    ),
    '</table>',
    ...(jpeg === null
      ? []
      : [
          `<p><img src="cid:${cid}" alt="${escapeHtml(notification.meterName)}の画像" style="max-width: 100%; height: auto"></p>`,
        ]),
    ...links.map(([label, address]) => `<p><a href="${escapeHtml(address)}">${label}</a></p>`),
    ...(instead ? [`<p>${insteadText}</p>`] : []),
    '</body></html>',
  ].join('\n')
  const picture = jpeg && {
    cid,
    filename: 'meter.jpg',
    contentType: 'image/jpeg',
    content: Buffer.from(jpeg).toString('base64'),
  }
  return {
    to: recipient.email,
    subject: `【検針】異常${endedSuffix(notification)}: ${notification.meterName}`,
    text,
    html,
    attachments: picture === null ? [] : [picture],
  }
}

export const alertPushMessage = (notification: NotificationData): PushMessage => ({
  title: `異常${endedSuffix(notification)}: ${notification.meterName}`,
  body: factsOf(notification)
    .map(([label, fact]) => `${label}: ${fact}`)
    .join('\n'),
  tag: `alert-${notification.alertId}`,
  url: pathOf(notification),
})

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)
