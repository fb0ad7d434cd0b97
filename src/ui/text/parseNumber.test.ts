import { expect, test } from 'vitest'
import { parseNumber, parseNumberValue } from './parseNumber.ts'

test.each([
  ['0.42', 0.42],
  [' 12,345.60 ', 12345.6],
  ['１２．５', 12.5],
  ['−0.1', -0.1],
  ['-0.1', -0.1],
  ['ー３', -3],
  ['+5', 5],
  ['5.', 5],
  ['.5', 0.5],
  ['００１２', 12],
  ['00012', 12],
])('%s means %d', (text, value) => {
  expect(parseNumberValue(text)).toBe(value)
})

test('nothing typed means no value', () => {
  expect(parseNumberValue('  ')).toBeNull()
})

test.each(['12a', '1,23', '1.2.3', '.', '-', '1e9', 'Infinity', '0x10', '9'.repeat(400), '1000000000000001'])(
  '%s is no value',
  (text) => {
    expect(parseNumberValue(text)).toBeUndefined()
  },
)

test.each([
  ['1.50', 2],
  ['．５', 1],
  ['5.', 0],
  ['1,234', 0],
])('%s is written with %d figures after the point', (text, decimals) => {
  expect(parseNumber(text)?.decimals).toBe(decimals)
})
