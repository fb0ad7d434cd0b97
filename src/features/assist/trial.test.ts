import { expect, test } from 'vitest'
import { categoryType } from '../../../contract/categories.ts'
import { knownSettings, valuesMatch } from './trial.ts'

const gauge = knownSettings({
  category: categoryType.circle,
  range: { start: 0, end: 10 },
  digits: { digitNumber: null, decimalPoint: 1 },
  boost: true,
})
const counter = knownSettings({
  category: categoryType.counter,
  range: { start: null, end: null },
  digits: { digitNumber: 6, decimalPoint: 2 },
  boost: false,
})

test('a needle matches within two hundredths of its scale', () => {
  expect(valuesMatch(5.19, 5, gauge)).toBe(true)
  expect(valuesMatch(5.21, 5, gauge)).toBe(false)
})

test('figures agree to the last digit only', () => {
  expect(valuesMatch(6980.37, 6980.37, counter)).toBe(true)
  expect(valuesMatch(6980.38, 6980.37, counter)).toBe(false)
  expect(valuesMatch(0.1 + 0.2, 0.3, counter)).toBe(true)
})

test('without a range a needle is compared with the value itself', () => {
  const open = { ...gauge, range: null, decimalPoint: null }
  expect(valuesMatch(101, 100, open)).toBe(true)
  expect(valuesMatch(104, 100, open)).toBe(false)
})

test('a range counts only with both ends', () => {
  expect(gauge.range).toEqual({ start: 0, end: 10 })
  expect(counter.range).toBeNull()
})

test('a trial reads with AI boost where the meter does', () => {
  expect([gauge.boost, counter.boost]).toEqual([true, false])
})
