import { expect, test } from 'vitest'
import { extentOf, valueScale } from './valueScale.ts'

test('ticks are round numbers around the values', () => {
  expect(valueScale([0.42, 0.78], 4)).toEqual({
    low: 0.4,
    high: 0.8,
    ticks: [0.4, 0.5, 0.6, 0.7, 0.8],
    decimals: 1,
  })
  expect(valueScale([12_340, 12_980], 5).ticks).toEqual([12_200, 12_400, 12_600, 12_800, 13_000, 13_200])
})

test('values that never change still have a scale', () => {
  const { low, high, ticks } = valueScale([5, 5], 4)
  expect(low).toBeLessThan(5)
  expect(high).toBeGreaterThan(5)
  expect(ticks.length).toBeGreaterThan(2)
  expect(valueScale([0, 0], 4).ticks).toContain(0)
})

test('every value lies inside the scale, whatever its size and sign', () => {
  for (const [low, high] of [
    [-3, 12],
    [-1e9, -1e9 + 3],
    [1e-5, 2e-5],
    [99_999_999, 100_000_000],
  ] as const) {
    const scale = valueScale([low, high], 5)
    expect(scale.low).toBeLessThanOrEqual(low)
    expect(scale.high).toBeGreaterThanOrEqual(high)
    expect(scale.ticks.length).toBeLessThanOrEqual(9)
  }
})

test('the abnormal range is shown where it is near, and does not flatten the readings where it is not', () => {
  expect(extentOf([0.4, 0.6], [0.8, 1])).toEqual([0.4, 1])
  expect(extentOf([0.4, 0.42], [0.8, 1])).toEqual([0.4, 0.42])
  expect(extentOf([], [0.8, 1])).toBeNull()
})
