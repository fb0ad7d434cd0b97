// Covers docs/requirements.md: 203

import { expect, test } from 'vitest'
import { isDisjoint, isInverted } from './ranges.ts'

const range = (start: number | null, end: number | null) => ({ start, end })

test.each([
  [range(130, 120), true],
  [range(120, 130), false],
  [range(1, 1), false],
  [range(null, null), false],
])('of %j it is said whether it is upside down: %s', (given, expected) => {
  expect(isInverted(given)).toBe(expected)
})

test.each([
  ['above', range(120, 130), true],
  ['below', range(-2, -1), true],
  ['touching the upper end', range(1, 2), false],
  ['touching the lower end', range(-1, 0), false],
  ['within', range(0.8, 0.9), false],
  ['around', range(-1, 2), false],
  ['that is none', range(null, null), false],
])('an abnormal range %s: whether it leaves out all of 0 to 1', (_where, abnormal, expected) => {
  expect(isDisjoint(abnormal, range(0, 1))).toBe(expected)
  expect(isDisjoint(abnormal, range(null, null))).toBe(false)
})
