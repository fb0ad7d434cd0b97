// Covers docs/requirements.md: 530, 566

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Counting, differenceBetween, greatestDifference } from './consumption.ts'

const day = 86_400_000

/** Shows up to 9999.99. */
const counter: Counting = { digits: 6, decimals: 2, multiplier: 1, rate: null }
const rate = { usual: 8, greatest: 10, days: 1 }

test('The difference between two readings is never negative', () => {
  const figure = fc.double({ min: 0, max: 9999.99, noNaN: true })
  fc.assert(
    fc.property(figure, figure, fc.constantFrom(null, rate), (from, to, known) => {
      const found = differenceBetween(
        { value: from, at: 0 },
        { value: to, at: day },
        { ...counter, rate: known },
      )
      expect(found === null || found.amount >= 0).toBe(true)
    }),
  )
})

test('A counter may exceed its greatest rate by half, and a short span is as long as the rate is known for', () => {
  expect(greatestDifference(rate, 2 * day)).toBe(30)
  expect(greatestDifference(rate, 60_000)).toBe(15)
  expect(greatestDifference({ ...rate, days: 30 }, day)).toBe(450)
  expect(greatestDifference(null, day)).toBeNull()
})
