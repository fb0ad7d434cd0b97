import { expect, test } from 'vitest'
import { detrendedContrast } from './detrended-contrast.ts'

function raster(at: (x: number, y: number) => number) {
  const data = Float32Array.from({ length: 20 * 32 }, (_, index) => at(index % 20, Math.floor(index / 20)))
  return { width: 20, height: 32, channels: 1, data }
}

const bar = (x: number): number => (x >= 8 && x < 12 ? 30 : 0)

test('even ground and slanting or bent light show no contrast', () => {
  expect(detrendedContrast(raster(() => 130))).toBeLessThan(0.01)
  expect(
    detrendedContrast(raster((x, y) => 40 + 3 * x + 2 * y + 0.1 * x * y - 0.2 * x * x + 0.05 * y * y)),
  ).toBeLessThan(0.01)
})

test('a stroke shows the same contrast in any light', () => {
  const plain = detrendedContrast(raster((x) => 100 + bar(x)))
  expect(plain).toBeGreaterThan(8)
  expect(detrendedContrast(raster((x, y) => 100 + bar(x) + 4 * x - 3 * y))).toBeCloseTo(plain, 2)
})
