import { expect, test } from 'vitest'
import { conclude } from './result.ts'

test.each([
  { value: 50.05, shownDecimals: 1, text: '50.1' },
  { value: -50.05, shownDecimals: 1, text: '-50.1' },
  { value: -0.04, shownDecimals: 1, text: '0.0' },
  { value: 12345.5, shownDecimals: 2, text: '12345.50' },
  { value: 0.125, shownDecimals: null, text: '0.125' },
])('$value with $shownDecimals decimals is drawn as $text, as screens write it', (given) => {
  const { value, frame } = conclude({ ...given, decimals: 3, confidence: 1 })
  expect(value).toBe(given.value)
  expect(frame.text).toBe(given.text)
})
