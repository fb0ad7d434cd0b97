import { expect, test } from 'vitest'
import { conclude, decimalsFor } from './result.ts'

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

test.each([
  { span: 0.4, decimals: 4 },
  { span: 1, decimals: 3 },
  { span: 9.99, decimals: 3 },
  { span: 10, decimals: 2 },
  { span: 1000, decimals: 0 },
  { span: 1e9, decimals: 0 },
  { span: 1e-12, decimals: 12 },
  { span: 0, decimals: 3 },
])('a scale that spans $span is read to $decimals decimals', ({ span, decimals }) => {
  expect(decimalsFor(span)).toBe(decimals)
})
