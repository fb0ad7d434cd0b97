// Covers docs/requirements.md: 289, 614

import { expect, it } from 'vitest'
import { type AlertFacts, describeAlert } from './alert.ts'
import { mailOf, pushMessageOf } from './notice.ts'

const notification: AlertFacts = {
  alertId: 7,
  isAlert: true,
  isAlerted: true,
  escalatedTo: null,
  endedAt: new Date('2026-11-20T03:00:00Z'),
  meterId: 3,
  meterName: 'ポンプ',
  unit: 'MPa',
  decimalPoint: 2,
  emergencyStartValue: 0.8,
  emergencyEndValue: 1,
  rule: null,
  found: null,
  readingId: 21,
  value: 0.95,
  reasons: [],
  measured: null,
  measuredAt: new Date('2026-11-20T03:00:00Z'),
  timeMark: null,
  pictureSha256: null,
  resultSha256: null,
  timeZone: 'Asia/Tokyo',
  status: 0,
  expireAt: null,
}
const recipient = { username: 'taro', email: 'taro@example.com' }
const ref = { organizationId: 1, subject: 'alert', id: 7 }
const alertMail = (facts: AlertFacts, ...rest: [typeof recipient, Parameters<typeof mailOf>[3]]) =>
  mailOf(describeAlert(facts), ref, ...rest)
const alertPushMessage = (facts: AlertFacts) => pushMessageOf(describeAlert(facts), ref)
const writing = { publicUrl: 'https://kenshin.example.com', jpeg: null, instead: false }

it.each([
  ['goes on', { isAlert: true, isAlerted: true }, 'occurring'],
  ['is over', { isAlert: false, isAlerted: true }, 'past'],
  ['is confirmed', { isAlert: false, isAlerted: false }, 'confirmed'],
])(
  'mail and notification of an alert that %s lead to it, in the tab where it stands',
  (_state, flags, tab) => {
    const path = `/alerts?tab=${tab}&alert=7&value=21`
    expect(alertPushMessage({ ...notification, ...flags }).url).toBe(path)
    const { text, html } = alertMail({ ...notification, ...flags }, recipient, writing)
    expect(text).toContain(`アラート: https://kenshin.example.com${path}\n`)
    expect(html).toContain(
      `<a href="https://kenshin.example.com${path.replaceAll('&', '&amp;')}">アラート</a>`,
    )
  },
)

it('a mail carries no links where nobody knows the address of the console', () => {
  const { text, html } = alertMail(notification, recipient, { ...writing, publicUrl: undefined })
  expect(text).not.toContain('/alerts')
  expect(html).not.toContain('<a ')
})

it.each([
  [0.425, 2, '0.43 MPa'],
  [-0.425, 2, '-0.43 MPa'],
  [1.005, 2, '1.01 MPa'],
  [1234567.5, 1, '1,234,567.5 MPa'],
  [1234.5, null, '1,234.5 MPa'],
])('a value of %d with decimals %s is written as on screens: %s', (value, decimalPoint, text) => {
  const measured = { ...notification, value, decimalPoint }
  expect(alertMail(measured, recipient, writing).text.split('\n')).toContain(`測定値: ${text}`)
  expect(alertPushMessage(measured).body.split('\n')).toContain(`測定値: ${text}`)
})

it('the ends of a range have thousands separators', () => {
  const wide = { ...notification, decimalPoint: 0, emergencyStartValue: 9000, emergencyEndValue: 12000 }
  expect(alertMail(wide, recipient, writing).text).toContain('異常範囲: 9,000 〜 12,000 MPa')
})

it.each([
  [2, '異常範囲: 0.80 〜 1.00 MPa'],
  [null, '異常範囲: 0.8 〜 1.0 MPa'],
])('of a meter with decimals %s both ends of the range have the same', (decimalPoint, range) => {
  expect(alertMail({ ...notification, decimalPoint }, recipient, writing).text).toContain(range)
})

it.each([
  [['loop broken'], '測定値: データ無し（断線の疑い）'],
  [['loop short'], '測定値: データ無し（短絡の疑い）'],
  [[], '測定値: データ無し'],
])('a missing value with the reasons %j is named in mail and notification', (reasons, line) => {
  const missing = { ...notification, value: null, reasons }
  expect(alertMail(missing, recipient, writing).text.split('\n')).toContain(line)
  expect(alertPushMessage(missing).body.split('\n')).toContain(line)
})

it('the current of a loop that is probably broken is written with its fault', () => {
  const broken = { ...notification, value: null, reasons: ['loop broken'], measured: 3.2 }
  const line = '測定値: データ無し（断線の疑い、3.20 mA）'
  expect(alertMail(broken, recipient, writing).text.split('\n')).toContain(line)
  expect(alertPushMessage(broken).body.split('\n')).toContain(line)
})

it.each([
  ['unconfirmed', '測定日時: 2026年11月20日 12:00（時刻不明）'],
  ['arrival', '測定日時: 2026年11月20日 12:00'],
] as const)('a time with the mark %s is written as "%s"', (timeMark, line) => {
  const marked = { ...notification, timeMark }
  expect(alertMail(marked, recipient, writing).text.split('\n')).toContain(line)
  expect(alertPushMessage(marked).body.split('\n')).toContain(line)
})
