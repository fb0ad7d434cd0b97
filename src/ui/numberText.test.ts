import { expect, test } from 'vitest'
import { numberText } from './numberText.ts'

test.each([
  [12345.6, 2, '12,345.60'],
  [12345.6, 0, '12,346'],
  [0.42, null, '0.42'],
  [-3, 1, '-3.0'],
  [12345678, null, '12,345,678'],
])('%d with decimals %s is written %s', (value, decimals, text) => {
  expect(numberText(value, decimals)).toBe(text)
})
