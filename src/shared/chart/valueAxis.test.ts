// Covers docs/requirements.md: 87

import { expect, test } from 'vitest'
import { extentOf, valueAxis } from './valueAxis.ts'

test('an axis begins and ends at round numbers around the values', () => {
  expect(valueAxis([0.42, 0.78])).toMatchObject({ low: 0.4, high: 0.8, decimals: 1 })
  expect(valueAxis([12_340, 12_980])).toMatchObject({ low: 12_300, high: 13_100, decimals: 0 })
})

test('values that never change still have an axis', () => {
  const { low, high } = valueAxis([5, 5])
  expect(low).toBeLessThan(5)
  expect(high).toBeGreaterThan(5)
})

test('an axis goes below 0 only for values or a range that do', () => {
  expect(valueAxis([0.02, 1.2])).toMatchObject({ low: 0, high: 1.5 })
  expect(valueAxis([0, 0])).toMatchObject({ low: 0 })
  expect(valueAxis([-0.1, 1.2]).low).toBeLessThan(-0.1)
})

test('every value lies inside the axis, whatever its size and sign', () => {
  for (const [low, high] of [
    [-3, 12],
    [-1e9, -1e9 + 3],
    [1e-5, 2e-5],
    [99_999_999, 100_000_000],
  ] as const) {
    const axis = valueAxis([low, high])
    expect(axis.low).toBeLessThanOrEqual(low)
    expect(axis.high).toBeGreaterThanOrEqual(high)
    expect(axis.high - axis.low).toBeLessThan((high - low) * 2)
  }
})

test('the abnormal range is shown where it is near, and does not flatten the readings where it is not', () => {
  expect(extentOf([0.4, 0.6], [0.8, 1])).toEqual([0.4, 1])
  expect(extentOf([0.4, 0.42], [0.8, 1])).toEqual([0.4, 0.42])
  expect(extentOf([], [0.8, 1])).toBeNull()
})
