// Covers docs/requirements.md: 972

import { expect, it } from 'vitest'
import { usualBandOf } from './usualBand.ts'

const day = 86_400_000
const daily = (values: readonly number[]) => values.map((value, index) => ({ value, at: index * day }))

it('is the middle eight tenths of the values of a gauge', () => {
  expect(usualBandOf(daily([5, 1, 2, 3, 4, 6, 7, 8, 9, 100]), false)).toEqual({
    low: 2,
    high: 9,
    per_day: false,
  })
})

it('is what a counter counts a day, without what rolled over', () => {
  const readings = [...daily([99_980, 99_990]), { value: 4, at: 2 * day }, { value: 14, at: 3 * day }]
  const later = [44, 55, 75, 85].map((value, index) => ({ value, at: (6 + index) * day }))
  expect(usualBandOf([...readings, ...later], true)).toEqual({ low: 10, high: 20, per_day: true })
})

it('is unknown where few values are', () => {
  expect(usualBandOf(daily([1, 2, 3, 4]), false)).toBeNull()
  expect(usualBandOf(daily([1, 2, 3, 4, 5]), true)).toBeNull()
})
