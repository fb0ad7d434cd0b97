// Covers docs/requirements.md: 989, 1062, 1092

import { expect, it } from 'vitest'
import { reachText } from './reachText.ts'

const everyDay = [0, 1, 2, 3, 4, 5, 6]
const night = { from: '22:00', to: '07:00', weekdays: everyDay }
const noon = { from: '12:00', to: '13:00', weekdays: everyDay }
const weekend = { ...night, weekdays: [6, 0] }

const unset = { push: false, quietHours: null, groups: [], escalation: null, repeatHours: null }
const nowhere =
  'アラートはメールでも、この端末の通知でも届きません。アプリを開いているあいだは、画面でお知らせします。'

it.each([
  [true, true, null, 'アラートはメールとこの端末の通知で、発生するとすぐに届きます。'],
  [true, false, null, 'アラートはメールで、発生するとすぐに届きます。'],
  [false, true, null, 'アラートはこの端末の通知で、発生するとすぐに届きます。'],
  [false, false, null, nowhere],
  [
    true,
    true,
    night,
    'アラートはメールとこの端末の通知で、7:00から22:00のあいだ届きます。22:00から翌7:00の分は、7:00にまとめて届きます。',
  ],
  [
    true,
    false,
    night,
    'アラートはメールで、7:00から22:00のあいだ届きます。22:00から翌7:00の分は、7:00にまとめて届きます。',
  ],
  [
    false,
    true,
    noon,
    'アラートはこの端末の通知で、13:00から翌12:00のあいだ届きます。12:00から13:00の分は、13:00にまとめて届きます。',
  ],
  [
    true,
    true,
    weekend,
    'アラートはメールとこの端末の通知で、発生するとすぐに届きます。毎週土・日曜日の22:00から翌7:00の分は、7:00にまとめて届きます。',
  ],
  [
    false,
    true,
    { ...night, weekdays: [1, 2, 3, 4, 5] },
    'アラートはこの端末の通知で、発生するとすぐに届きます。平日の22:00から翌7:00の分は、7:00にまとめて届きます。',
  ],
  [false, false, night, nowhere],
])('mail %s, notifications %s, quiet hours %j: %s', (mail, push, quietHours, expected) => {
  expect(reachText({ ...unset, mail, push, quietHours })).toBe(expected)
})

it.each([
  [[{ name: '設備班', isMember: false }], '通知先グループを決めたルールのアラートは、届きません。'],
  [
    [
      { name: '設備班', isMember: true },
      { name: '夜間当番', isMember: true },
      { name: '事務', isMember: false },
    ],
    '通知先グループを決めたルールのアラートは、「設備班」「夜間当番」へのものだけ届きます。',
  ],
])('groups that rules notify, %j: %s', (groups, expected) => {
  const always = { ...unset, groups }
  expect(reachText({ ...always, mail: true })).toBe(
    `アラートはメールで、発生するとすぐに届きます。${expected}`,
  )
  expect(reachText({ ...always, mail: false })).toBe(nowhere)
})

it.each([
  [true, false, null, 4, '確認されないあいだは、4時間ごとにもう一度届きます。'],
  [false, false, null, 4, ''],
  [
    true,
    true,
    30,
    null,
    '30分確認されないアラートは、「課長」のメンバーとしてメールとこの端末の通知で届きます。',
  ],
  [
    false,
    false,
    90,
    4,
    '1時間30分確認されないアラートは、「課長」のメンバーとしてメールで届きます。確認されないあいだは、4時間ごとにもう一度届きます。',
  ],
])(
  'mail %s, notifications %s, told after %s minutes and each %s hours: %s',
  (mail, push, minutes, repeatHours, expected) => {
    const settings = { ...unset, mail, push }
    const escalation = minutes === null ? null : { minutes, group: '課長' }
    expect(reachText({ ...settings, escalation, repeatHours })).toBe(`${reachText(settings)}${expected}`)
  },
)
