import { expect, test } from 'vitest'
import { typedValue } from './typedValue.ts'

test.each([
  ['0.42', 0.42],
  [' 12,345.60 ', 12345.6],
  ['１２．５', 12.5],
  ['−0.1', -0.1],
  ['ー３', -3],
  ['00012', 12],
])('%s means %d', (text, value) => {
  expect(typedValue(text)).toBe(value)
})

test('nothing typed means no value', () => {
  expect(typedValue('  ')).toBeNull()
})

test.each(['12a', '1,23', '1.2.3', '.', '-', '1e9', 'Infinity', '0x10'])('%s is no value', (text) => {
  expect(typedValue(text)).toBeUndefined()
})
