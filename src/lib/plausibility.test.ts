import { describe, expect, test } from 'vitest'
import { categoryType } from '../../contract/categories.ts'
import { plausibilityWarnings } from './plausibility.ts'

const gauge = {
  start_value: 0,
  end_value: 10,
  emergency_start_value: 8,
  emergency_end_value: 10,
  evidence: [{ value: 4, created_at: '2026-11-19T09:00:00+09:00' }],
}
const rangeless = {
  ...gauge,
  start_value: null,
  end_value: null,
  emergency_start_value: null,
  emergency_end_value: null,
}
const lastOf = (value: number) => [{ value, created_at: '2026-11-19T09:00:00+09:00' }]

describe('a value is asked about', () => {
  test.each([
    ['in the abnormal range', 8, { ...gauge, evidence: lastOf(7) }, ['異常範囲の値です。']],
    ['outside the measuring range', -1, { ...gauge, evidence: lastOf(0) }, ['測定範囲の外の値です。']],
    ['far from the last one in its range', 7.5, gauge, ['前回の値から大きく変わっています。']],
    ['far from the last one without a range', 7, rangeless, ['前回の値から大きく変わっています。']],
  ])('%s', (_, value, meter, doubts) => {
    expect(plausibilityWarnings(value, meter, categoryType.circle)).toEqual(doubts)
  })

  test('of a counter that runs backwards', () => {
    expect(plausibilityWarnings(3.9, rangeless, categoryType.counter)).toEqual([
      '前回の値より小さくなっています。',
    ])
    expect(plausibilityWarnings(3.9, rangeless, categoryType.segment)).toEqual([])
  })
})

describe('a value is taken without asking', () => {
  test.each([
    ['near the last one', 5, gauge],
    ['when there is no last one', 7, { ...gauge, evidence: [] }],
    ['when the last one was zero and there is no range', 500, { ...rangeless, evidence: lastOf(0) }],
  ])('%s', (_, value, meter) => {
    expect(plausibilityWarnings(value, meter, categoryType.circle)).toEqual([])
  })
})
