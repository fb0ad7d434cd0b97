// Covers docs/requirements.md: 521

import { expect, test } from 'vitest'
import { figuresOf, numberOf, placeOf, turned, withDigit } from './figures.ts'

const meter = { digit_number: null, decimal_point: 2, start_value: null, end_value: null }

test.each([
  ['with its decimals', 0.4, meter, '040'],
  ['with the figures of its range', 0.4, { ...meter, start_value: 0, end_value: 250 }, '00040'],
  ['with the drums of its counter', 1240, { ...meter, digit_number: 7, decimal_point: 0 }, '0001240'],
  ['with as many decimals as it has', 12.345, { ...meter, decimal_point: null }, '12345'],
  ['without its sign', -3.5, { ...meter, decimal_point: 1 }, '35'],
])('a value stands %s', (_, value, of, digits) => {
  const figures = figuresOf(value, of)
  expect(figures?.digits).toBe(digits)
  expect(figures && numberOf(figures)).toBe(value)
})

test('more figures than fit side by side are typed instead', () => {
  expect(figuresOf(1.5, { ...meter, digit_number: 12, decimal_point: 11 })).not.toBeNull()
  expect(figuresOf(1_234_567_890_123, meter)).toBeNull()
})

test('a turned drum changes no other, over nine to nought and back', () => {
  const figures = { negative: false, digits: '199', decimals: 1 }
  expect(numberOf(turned(figures, 2, 1))).toBe(19)
  expect(numberOf(turned(figures, 0, -2))).toBe(99.9)
  expect(numberOf(turned(figures, 1, -13))).toBe(16.9)
  expect(numberOf(withDigit(figures, 0, 0))).toBe(9.9)
  expect(numberOf({ negative: true, digits: '000', decimals: 1 })).toBe(0)
})

test('each drum is called by its place', () => {
  const figures = { negative: false, digits: '123456', decimals: 1 }
  expect([0, 3, 4, 5].map((index) => placeOf(figures, index))).toEqual([
    '一万の位',
    '十の位',
    '一の位',
    '小数第1位',
  ])
})
