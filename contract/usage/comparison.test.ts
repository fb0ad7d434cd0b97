// Covers docs/requirements.md: 708

import { expect, test } from 'vitest'
import { changePerDay, excessOfParent, withCarriedDifference } from './comparison.ts'

test('Usages are compared per day: 330 in 30 days is 10 % more than 340 in 34 days', () => {
  expect(changePerDay({ usage: 330, days: 30 }, { usage: 340, days: 34 })).toBeCloseTo(0.1, 12)
  expect(changePerDay({ usage: 330, days: 30 }, { usage: 0, days: 31 })).toBeNull()
})

test('A parent of 120 counted 30 more than its children, which is 25 %', () => {
  expect(excessOfParent(120, [30.2, 41.5, 18.3])).toEqual({ difference: 30, part: 0.25 })
  expect(excessOfParent(0, [1.1])).toEqual({ difference: -1.1, part: null })
})

test('A correction of a closed month is carried into the next month', () => {
  expect(withCarriedDifference(77, 331, 313)).toBe(59)
  expect(withCarriedDifference(0.3, 0.1, 0.2)).toBe(0.4)
})
