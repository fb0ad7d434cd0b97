// Covers docs/requirements.md: 334, 353, 369, 370, 386, 669

import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import * as z from 'zod/mini'
import {
  analogIntervals,
  cameraIntervals,
  defaultSchedule,
  describeSchedule,
  everyHour,
  everyMinutes,
  fixedIntervalOf,
  formatScheduleRows,
  isDueOn,
  joinCrons,
  measuringModeOf,
  parseScheduleRows,
  scheduleDayChoices,
  scheduleHourChoices,
  scheduleMinuteChoices,
  scheduleText,
  splitCrons,
  trialIntervals,
} from './schedules.ts'

const row = fc.record({
  day: fc.constantFrom(...scheduleDayChoices.map(({ value }) => value)),
  hour: fc.oneof(fc.integer({ min: 0, max: 23 }), fc.constant(everyHour)),
  minute: fc.constantFrom(0, 15, 30, 45),
})
const item = fc.oneof(
  fc.integer({ min: 0, max: 59 }).map(String),
  fc.constantFrom('*', '*/2', '1-5', 'MON', '5#2', 'L', '0-30/10', '99'),
)
const field = fc.oneof(
  fc.constant('*'),
  fc.array(item, { minLength: 1, maxLength: 3 }).map((items) => items.join(',')),
)
const cron = fc.tuple(field, field, field, field, field).map((fields) => fields.join(' '))
const crons = fc.array(cron, { minLength: 1, maxLength: 6 })

describe('splitting', () => {
  it('gives back what was joined', () => {
    fc.assert(
      fc.property(crons, (given) => {
        expect(splitCrons(joinCrons(given))).toEqual(given)
      }),
    )
  })

  it('accepts whatever was joined', () => {
    fc.assert(
      fc.property(crons, (given) => {
        const text = joinCrons(given)
        expect(z.safeParse(scheduleText, text).success).toBe(text.length <= 1000)
      }),
    )
  })

  test.each([
    ['', []],
    ['0 15 * * *', ['0 15 * * *']],
    ['0 15 * * *,30 9 * * 1', ['0 15 * * *', '30 9 * * 1']],
    ['0 15 * * *, 30 9 * * 1', ['0 15 * * *', '30 9 * * 1']],
    ['0 15 * * * ,30 9 * * 1\n', ['0 15 * * *', '30 9 * * 1']],
    ['0,30 9,17 1,15 * *', ['0,30 9,17 1,15 * *']],
    ['0 15 * * *,0,30 9 * * *', ['0 15 * * *', '0,30 9 * * *']],
    ['0 15 * * 1,15,30 9 * * *', ['0 15 * * 1', '15,30 9 * * *']],
    ['0 15 * * 1,3,30 9 * * *', ['0 15 * * 1,3', '30 9 * * *']],
    ['0 15 * * 1, 3,30 9 * * *', ['0 15 * * 1', '3,30 9 * * *']],
    ['0 15 * * 1,3, 5,30 9 * * *', ['0 15 * * 1,3', '5,30 9 * * *']],
    ['0 15 * * MON-FRI,*/5 * * * *', ['0 15 * * MON-FRI', '*/5 * * * *']],
    ['daily', ['daily']],
  ])('splits %j', (text, expected) => {
    expect(splitCrons(text)).toEqual(expected)
  })
})

describe('rows of the editor', () => {
  it('come back from their text', () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 20 }), (rows) => {
        const text = formatScheduleRows(rows)
        expect(parseScheduleRows(text)).toEqual(rows)
        expect(text).not.toContain(' ,')
        expect(text).not.toContain(', ')
      }),
    )
  })

  it('never change a schedule: what they show says the same, and the rest they do not show', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          crons,
          fc.array(
            fc.oneof(
              cron,
              row.map((one) => formatScheduleRows([one])),
            ),
          ),
        ),
        (given) => {
          const text = joinCrons(given)
          const rows = parseScheduleRows(text)
          if (rows !== null) expect(formatScheduleRows(rows)).toBe(text)
        },
      ),
    )
  })

  test.each([
    '5 15 * * *',
    '0 15 * * 1-5',
    '0 15 * * 7',
    '0 15 1 1 *',
    '0 15 1 * 1',
    '0 15 32 * *',
    '0 24 * * *',
    '00 15 * * *',
    '0 9 */2 * *',
    '*/5 * * * *',
    '0 15 * * *,0 9 */2 * *',
    'daily',
  ])('do not show %j', (text) => {
    expect(parseScheduleRows(text)).toBeNull()
  })

  it('are chosen from days, hours and quarters', () => {
    const days = scheduleDayChoices.map(({ label }) => label)
    expect(days.slice(0, 9)).toEqual(['毎日', '日曜', '月曜', '火曜', '水曜', '木曜', '金曜', '土曜', '1日'])
    expect(days).toHaveLength(39)
    expect(days.at(-1)).toBe('31日')
    expect(scheduleHourChoices[0]).toEqual({ value: '0-23', label: '毎時' })
    expect(scheduleHourChoices.slice(1).map(({ value }) => Number(value))).toEqual(
      Array.from({ length: 24 }, (_, n) => n),
    )
    expect(scheduleMinuteChoices.map(({ label }) => label)).toEqual(['00分', '15分', '30分', '45分'])
  })

  it('store every hour as a range, which is not taken for trial mode', () => {
    const hourly = formatScheduleRows([{ day: '* * *', hour: everyHour, minute: 0 }])
    expect(hourly).toBe('0 0-23 * * *')
    expect(measuringModeOf(hourly)).toBe('normal')
    expect(parseScheduleRows(hourly)).toEqual([{ day: '* * *', hour: everyHour, minute: 0 }])
    expect(describeSchedule(hourly)).toBe('毎日 毎時00分')
    expect(describeSchedule('30 0-23 * * 1')).toBe('毎週月曜 毎時30分')
  })

  it('begin with every day at 15:00', () => {
    expect(defaultSchedule).toBe('0 15 * * *')
  })
})

describe('fixed intervals', () => {
  it('are those of the document', () => {
    expect(trialIntervals).toEqual([1, 3, 5, 10, 15, 30, 60])
    expect(analogIntervals).toEqual([1, 3, 5, 10, 15, 30, 60])
    expect(cameraIntervals).toEqual([5, 10, 15, 30, 60])
    expect(trialIntervals.map(everyMinutes)).toEqual([
      '* * * * *',
      '*/3 * * * *',
      '*/5 * * * *',
      '*/10 * * * *',
      '*/15 * * * *',
      '*/30 * * * *',
      '0 * * * *',
    ])
  })

  test.each(trialIntervals)('every %i minutes is a trial', (minutes) => {
    expect(fixedIntervalOf(everyMinutes(minutes))).toBe(minutes)
    expect(measuringModeOf(everyMinutes(minutes))).toBe('trial')
  })

  test.each(['', '0 15 * * *', '*/20 * * * *', '*/5 9 * * *', '*/5 * * * *,0 * * * *'])(
    '%j is none',
    (text) => {
      expect(measuringModeOf(text)).toBe('normal')
    },
  )
})

test.each([
  ['', ''],
  ['0 15 * * *', '毎日 15:00'],
  ['30 9 * * 1', '毎週月曜 09:30'],
  ['0 0 * * 0', '毎週日曜 00:00'],
  ['0 0 1 * *', '毎月1日 00:00'],
  ['5 23 31 * *', '毎月31日 23:05'],
  ['0 9 */2 * *', '2日ごと 09:00'],
  ['0 9 */1 * *', '0 9 */1 * *'],
  ['* * * * *', '1分ごと'],
  ['*/5 * * * *', '5分ごと'],
  ['*/20 * * * *', '20分ごと'],
  ['0 * * * *', '60分ごと'],
  ['*/7 * * * *', '*/7 * * * *'],
  ['0 15 * * *,30 9 * * 1', '毎日 15:00、毎週月曜 09:30'],
  ['0 15 * * *,0 9 * * 1-5', '毎日 15:00、0 9 * * 1-5'],
  ['0 9 1 1 *', '0 9 1 1 *'],
  ['60 9 * * *', '60 9 * * *'],
  ['0 24 * * *', '0 24 * * *'],
])('%j reads %j', (text, expected) => {
  expect(describeSchedule(text)).toBe(expected)
})

describe('a schedule that is sent', () => {
  const messages = (text: string) =>
    z.safeParse(scheduleText, text).error?.issues.map(({ message }) => message)

  test.each(['0 15 * * *', ' 0 15 * * * ', '0 15 * * 1,3, 0,30 9 * * MON-FRI', '0 0 L * 5#2'])(
    'may be %j',
    (text) => {
      expect(z.parse(scheduleText, text)).toBe(text.trim())
    },
  )

  test.each([
    '',
    'daily',
    '@daily',
    '0 15 * *',
    '0 0 15 * * *',
    '0 15 * * *,',
    '0 15 * * *,,0 9 * * *',
    '0 15 * * ?',
    '0 15 * * * ; ls',
    // Mondays and Wednesdays, then 9:00, or Mondays, then 9:03 and 9:00?
    '0 15 * * 1,3,0 9 * * *',
  ])('may not be %j', (text) => {
    expect(messages(text)).toEqual(['測定設定はcron式（5項目）をカンマと空白で区切って入力してください'])
  })

  it('has 20 expressions at most', () => {
    const of = (count: number) => Array.from({ length: count }, () => '0 15 * * *').join(',')
    expect(messages(of(20))).toBeUndefined()
    expect(messages(of(21))).toEqual(['測定設定は20件まで登録できます'])
  })

  it('has 1,000 characters at most', () => {
    const of = (length: number) => `${'0,'.repeat((length - 9) / 2)}0 * * * *`
    expect(of(1000 - 1)).toHaveLength(999)
    expect(messages(of(999))).toBeUndefined()
    expect(messages(of(1001))).toEqual(['測定設定は1000文字以内で入力してください'])
  })
})

// 22 November 2026 is a Sunday.
test.each([
  ['0 7 * * *', true],
  ['*/5 * * * *', true],
  ['0 7 * * 1,30 9 * * 0', true],
  ['0 7 22 * *', true],
  ['0 7 * * 1', false],
  ['0 7 21 * *', false],
  ['', false],
])('isDueOn of %j on 22 November is %s', (schedule, isDue) => {
  expect(isDueOn(schedule, '2026-11-22')).toBe(isDue)
})
