// Covers docs/requirements.md: 537, 587, 596, 645, 668

import { describe, expect, test } from 'vitest'
import { categoryType } from '../../../contract/categories.ts'
import { aReplacement } from '../../../tests/support/responses/meters.ts'
import { type CheckedMeter, doubtsOf, elapsedText } from './plausibility.ts'

const lastOf = (value: number) => [{ value, created_at: '2026-11-19T09:00:00+09:00' }]
const gauge: CheckedMeter = {
  start_value: 0,
  end_value: 10,
  emergency_start_value: 8,
  emergency_end_value: 10,
  evidence: lastOf(4),
  decimal_point: null,
  digit_number: null,
  is_cumulative: false,
  rate: null,
  replacement: null,
}
const rangeless: CheckedMeter = {
  ...gauge,
  start_value: null,
  end_value: null,
  emergency_start_value: null,
  emergency_end_value: null,
}
const counter: CheckedMeter = {
  ...rangeless,
  evidence: lastOf(9990),
  digit_number: 5,
  decimal_point: 1,
  is_cumulative: true,
  rate: { usual: 12.34, greatest: 20, days: 1 },
}
const replaced: CheckedMeter = {
  ...counter,
  evidence: lastOf(0),
  replacement: aReplacement({ replaced_at: '2026-11-19T09:00:00+09:00', old_end_value: 34_571 }),
}
const day = 86_400_000
const told = (value: number, meter: CheckedMeter, type: 0 | 2 | 3, days = 1) => {
  const at = Date.parse('2026-11-19T09:00:00+09:00') + days * day
  return doubtsOf({ shown: { value, at }, meter, type, unit: 'm³' })
}

describe('a value is asked about, with how much is odd', () => {
  test.each([
    [
      'in the abnormal range',
      8,
      { ...gauge, evidence: lastOf(7) },
      'abnormal',
      '異常範囲（8 〜 10 m³）の値です。',
    ],
    [
      'outside the measuring range',
      -1,
      { ...gauge, evidence: lastOf(0) },
      'out_of_range',
      '測定範囲（0 〜 10 m³）の外の値です。',
    ],
    [
      'far from the last one in its range',
      7.5,
      gauge,
      'large_change',
      '前回の 4 m³ から大きく変わり、3.5 m³ 増えています。',
    ],
    [
      'far from the last one without a range',
      1,
      rangeless,
      'large_change',
      '前回の 4 m³ から大きく変わり、3 m³ 減っています。',
    ],
  ])('%s', (_, value, meter, doubt, text) => {
    expect(told(value, meter, categoryType.circle)).toEqual([{ doubt, text }])
  })

  test('of a cumulative meter that runs backwards, unlike a display of momentary values', () => {
    expect(told(9880.5, counter, categoryType.counter)).toEqual([
      { doubt: 'backwards', text: '前回の 9,990.0 m³ より 109.5 m³ 小さい値です。' },
    ])
    expect(told(9880.5, counter, categoryType.segment)).toMatchObject([{ doubt: 'backwards' }])
    expect(told(3.9, rangeless, categoryType.segment)).toEqual([])
  })

  test('of a counter that runs faster than it ever did', () => {
    const risen = { ...counter, evidence: lastOf(100) }
    expect(told(190.1, risen, categoryType.counter, 3)).toEqual([
      {
        doubt: 'too_fast',
        text: '前回から3日間で 90.1 m³ 増えています。ふだんは1日あたり 12.3 m³、多い日でも 20 m³ です。',
      },
    ])
  })
})

describe('a difference adds up with the values next to it, which are rounded to the decimals of the meter', () => {
  const ammeter = { ...rangeless, decimal_point: 0 }
  const totalizer = { ...ammeter, is_cumulative: true }

  test('above the last one', () => {
    const meter = { ...ammeter, evidence: lastOf(299.5) }
    const text = '前回の 300 m³ から大きく変わり、4,900 m³ 増えています。'
    expect(told(5200, meter, categoryType.circle)).toEqual([{ doubt: 'large_change', text }])
  })

  test('so a counter that shows the same as before does not run backwards', () => {
    expect(told(300, { ...totalizer, evidence: lastOf(300.4) }, categoryType.counter)).toEqual([])
  })

  test.each([
    ['a gauge', ammeter, '次回の 300 m³ から大きく離れ、600 m³ 大きい値です。', 900],
    ['a counter', totalizer, '次回の 300 m³ より 50 m³ 大きい値です。', 350],
  ])('and with the next one of %s', (_, meter, text, value) => {
    const at = Date.parse('2026-11-20T09:00:00+09:00')
    const checked = { shown: { value, at }, meter: { ...meter, evidence: [] }, unit: 'm³' }
    const doubts = doubtsOf({ ...checked, type: categoryType.circle, next: { value: 299.5, at: at + day } })
    expect(doubts).toMatchObject([{ text }])
  })
})

describe('a value of an earlier time is compared with the next reading', () => {
  const at = Date.parse('2026-11-20T09:00:00+09:00')
  const next = (value: number, days = 2) => ({ value, at: at + days * day })
  const toldNext = (value: number, meter: CheckedMeter, type: 0 | 3, following: ReturnType<typeof next>) =>
    doubtsOf({ shown: { value, at }, meter, type, unit: 'm³', next: following })

  test.each<[string, number, CheckedMeter, 0 | 3, ReturnType<typeof next>, string, string]>([
    [
      'of a counter that is lower',
      9992,
      counter,
      categoryType.counter,
      next(9991.5),
      'above_next',
      '次回の 9,991.5 m³ より 0.5 m³ 大きい値です。',
    ],
    [
      'of a counter that would have run too fast',
      9992,
      { ...counter, digit_number: 6 },
      categoryType.counter,
      next(10_092),
      'too_fast',
      '次回までの2日間で 100.0 m³ 増えることになります。ふだんは1日あたり 12.3 m³ です。',
    ],
    [
      'of a gauge that is far away',
      4,
      gauge,
      categoryType.circle,
      next(0.5),
      'large_change',
      '次回の 0.5 m³ から大きく離れ、3.5 m³ 大きい値です。',
    ],
  ])('%s', (_, value, meter, type, following, doubt, text) => {
    expect(toldNext(value, meter, type, following)).toEqual([{ doubt, text }])
  })

  test('and fits in between', () => {
    expect(toldNext(9992, counter, categoryType.counter, next(9995))).toEqual([])
    expect(toldNext(4, gauge, categoryType.circle, next(4.5))).toEqual([])
  })
})

describe('behind a replacement a value is held against the new meter’s start', () => {
  test.each([
    [
      'at the old meter’s rate',
      90.1,
      replaced,
      'too_fast',
      /^メーター交換から3日間で 90\.1 m³ 増えています。/,
    ],
    [
      'by the old meter’s last value without a rate',
      34_570.1,
      { ...replaced, digit_number: 6, rate: null },
      'large_change',
      /^交換時の開始値 0\.0 m³ から大きく変わり、34,570\.1 m³ 増えています。/,
    ],
  ])('%s', (_, value, meter, doubt, text) => {
    expect(told(value, meter, categoryType.counter, 3)).toEqual([
      { doubt, text: expect.stringMatching(text) },
    ])
    expect(told(20, meter, categoryType.counter, 3)).toEqual([])
  })
})

describe('a value is taken without asking', () => {
  test.each<[string, number, CheckedMeter, 0 | 3]>([
    ['near the last one', 5, gauge, 0],
    ['when there is no last one', 7, { ...gauge, evidence: [] }, 0],
    ['when the last one was zero and there is no range', 500, { ...rangeless, evidence: lastOf(0) }, 0],
    ['of a counter at a rate that it had before', 9999.9, counter, 3],
    ['of a counter that began anew', 5, counter, 3],
  ])('%s', (_, value, meter, type) => {
    expect(told(value, meter, type)).toEqual([])
  })
})

test.each([
  [-5, '1分間'],
  [90 * 60_000, '90分間'],
  [5 * 3_600_000, '5時間'],
  [3 * day, '3日間'],
])('%i ms are %s', (elapsed, text) => expect(elapsedText(elapsed)).toBe(text))

describe('a value that is not what the reader was sure of', () => {
  const asked = (value: number, read: number, meter: CheckedMeter, type: 0 | 2 | 3) =>
    doubtsOf({ shown: { value, at: 0 }, meter: { ...meter, evidence: [] }, type, unit: 'm³', sureRead: read })
  const names = (...of: Parameters<typeof asked>) => asked(...of).map(({ doubt }) => doubt)

  test.each([
    ['two figures exchanged', 153.4, 135.4, counter, 3],
    ['two of the last figure of a counter', 135.6, 135.4, counter, 3],
    ['two of the last figure of a display without decimals', 12, 14, rangeless, 2],
    ['three hundredths of a scale', 4.3, 4, { ...gauge, decimal_point: 1 }, 0],
    ['three hundredths of a value whose scale is not known', 103, 100, rangeless, 0],
  ] as const)('%s is asked about', (_, value, read, meter, type) => {
    expect(names(value, read, meter, type)).toEqual(['not_as_read'])
  })

  test.each([
    ['the same', 135.4, 135.4, counter, 3],
    ['one of the last figure, between which a drum may stand', 135.5, 135.4, counter, 3],
    ['one of the last figure over a rollover', 0, 9999.9, counter, 3],
    ['two hundredths of a scale, by which a reading may be off', 4.2, 4, { ...gauge, decimal_point: 1 }, 0],
    ['one of the last figure of a coarse scale', 5, 4, { ...gauge, decimal_point: 0 }, 0],
  ] as const)('%s is not', (_, value, read, meter, type) => {
    expect(names(value, read, meter, type)).toEqual([])
  })

  test('it comes first, in one question with what else is odd', () => {
    const doubts = asked(9, 4, gauge, 0)
    expect(doubts).toMatchObject([
      { doubt: 'not_as_read', text: '写真から読み取った 4 m³ と違います。' },
      { doubt: 'abnormal' },
    ])
  })
})
