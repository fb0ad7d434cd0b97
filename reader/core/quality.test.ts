import { expect, test } from 'vitest'
import { measureQuality, unreadableReason } from './quality.ts'

const floors = { contrast: 10, sharpness: 0.3 }
const SIZE = 40

const raster = (level: (x: number, y: number) => number) => ({
  width: SIZE,
  height: SIZE,
  channels: 1 as const,
  data: Float32Array.from({ length: SIZE * SIZE }, (_, at) => level(at % SIZE, Math.floor(at / SIZE))),
})

test('fine strokes are worth reading', () => {
  expect(unreadableReason(measureQuality(raster((x) => (x % 6 < 2 ? 40 : 200))), floors)).toBeNull()
})

test('soft strokes are out of focus', () => {
  const soft = raster((x) => 120 + 80 * Math.sin(x / 5))
  expect(unreadableReason(measureQuality(soft), floors)).toBe('blur')
})

test('a patch of light that washes the strokes out is no blur', () => {
  const washed = raster((x, y) => Math.min(255, 120 + 4 * (x + y)))
  expect(unreadableReason(measureQuality(washed), floors)).toBe('glare')
})
