import { describe, expect, test } from 'vitest'
import { createRaster } from '../../../tests/support/reader/raster.ts'
import type { Picture } from '../types.ts'
import { rectify } from './rectify.ts'

const level = ({ width, data }: Picture, x: number, y: number) => data[4 * (y * width + x)]
const whole = { x1: 0, y1: 0, x2: 1, y2: 1 }

describe('a rectified photograph', () => {
  test('shows what the mapping points at, in the shape of the reference', () => {
    const raster = createRaster(400, 300, [20, 20, 20])
    raster.rectangle(200, 150, 300, 225, [220, 220, 220])
    // The reference shows the quarter of the photograph with the light rectangle.
    const out = rectify(
      raster.picture,
      [0.25, 0, 0.5, 0, 0.25, 0.5, 0, 0, 1],
      { width: 200, height: 150 },
      whole,
    )
    expect([out.width, out.height]).toEqual([100, 75])
    expect(level(out, 50, 37)).toBe(220)
    const around = rectify(
      raster.picture,
      [0.5, 0, 0.375, 0, 0.5, 0.375, 0, 0, 1],
      { width: 200, height: 150 },
      whole,
    )
    expect(level(around, 10, 10)).toBe(20)
    expect(level(around, 100, 75)).toBe(220)
  })

  test('is never finer than the photograph', () => {
    const { picture } = createRaster(100, 100, [9, 9, 9])
    const out = rectify(picture, [1, 0, 0, 0, 1, 0, 0, 0, 1], { width: 1600, height: 1600 }, whole)
    expect(out.width).toBe(100)
  })

  test('averages what it reduces', () => {
    const picture = createRaster(1600, 40, [0, 0, 0]).picture
    for (let at = 0; at < picture.data.length; at += 8) picture.data.fill(200, at, at + 3)
    const out = rectify(picture, [1, 0, 0, 0, 1, 0, 0, 0, 1], { width: 400, height: 10 }, whole)
    const shown = level(out, Math.floor(out.width / 2), Math.floor(out.height / 2)) ?? 0
    expect(Math.abs(shown - 100)).toBeLessThan(30)
  })

  test('leaves out what lies beyond the region', () => {
    const { picture } = createRaster(200, 200, [90, 90, 90])
    const out = rectify(
      picture,
      [1, 0, 0, 0, 1, 0, 0, 0, 1],
      { width: 200, height: 200 },
      { x1: 0.5, y1: 0, x2: 1, y2: 1 },
    )
    expect(level(out, 50, 100)).toBe(0)
    expect(level(out, 150, 100)).toBe(90)
  })
})
