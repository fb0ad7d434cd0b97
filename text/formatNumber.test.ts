import { expect, test } from 'vitest'
import { formatForInput, formatNumber, formatRange, roundToDecimals } from './formatNumber.ts'

test.each([
  [12345.6, 2, '12,345.60'],
  [12345.6, 0, '12,346'],
  [0.42, null, '0.42'],
  [-3, 1, '-3.0'],
  [50.05, 1, '50.1'],
  [-0.04, 1, '0.0'],
  [12345678, null, '12,345,678'],
  [0.425, 2, '0.43'],
  [1.005, 2, '1.01'],
  [-0.425, 2, '-0.43'],
  [123456789012.125, 2, '123,456,789,012.13'],
  [1e15, 1, '1,000,000,000,000,000.0'],
])('%d with decimals %s is written %s', (value, decimals, text) => {
  expect(formatNumber(value, decimals)).toBe(text)
})

test('a value to type over is the one that is shown, without the commas', () => {
  expect(formatForInput(12345.65, 1)).toBe('12345.7')
  expect(formatForInput(0.42, null)).toBe('0.42')
})

test('a value is rounded as it is shown', () => {
  expect([0.425, 1.005, -0.425, 123456789012.125].map((value) => roundToDecimals(value, 2))).toEqual([
    0.43, 1.01, -0.43, 123456789012.13,
  ])
  expect(roundToDecimals(-0.004, 2)).toBe(0)
})

test.each([
  [0.8, 1, null, '0.8 〜 1.0'],
  [0, 0.25, null, '0.00 〜 0.25'],
  [0, 12000, null, '0 〜 12,000'],
  [-0.1, 1e-7, null, '-0.1 〜 0.0'],
  [0.8, 1, 2, '0.80 〜 1.00'],
])('a range from %d to %d with decimals %s is written %s', (start, end, decimals, text) => {
  expect(formatRange(start, end, decimals)).toBe(text)
})
