// Covers docs/requirements.md: 623

import { expect, it } from 'vitest'
import { formatDifference } from './formatDifference.ts'

it.each([
  [12.345, 1, '+12.3'],
  [-1234.5, 1, '−1,234.5'],
  [0, 1, '±0.0'],
  [0.04, 1, '±0.0'],
  [-0.04, 1, '±0.0'],
  [-0, null, '±0'],
])('shows the difference %d with %s decimals as %s', (by, decimals, text) => {
  expect(formatDifference(by, decimals)).toBe(text)
})
