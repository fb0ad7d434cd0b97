import { describe, expect, test } from 'vitest'
import { limitSize, resample } from './resample.ts'

const four = { width: 4, height: 1, channels: 1, data: Float32Array.from([10, 20, 30, 40]) }

describe('resizing', () => {
  test('keeps a window at its own size as it is', () => {
    expect([...resample(four, { left: 0, top: 0, right: 4, bottom: 1 }, 4, 1).data]).toEqual([10, 20, 30, 40])
  })

  test('takes the mean of what a smaller pixel covers, parts of pixels by their part', () => {
    expect([...resample(four, { left: 0, top: 0, right: 4, bottom: 1 }, 2, 1).data]).toEqual([15, 35])
    expect(resample(four, { left: 0.5, top: 0, right: 2, bottom: 1 }, 1, 1).data[0]).toBeCloseTo(50 / 3, 4)
  })

  test('goes straight from pixel to pixel when it enlarges', () => {
    expect([...resample(four, { left: 0, top: 0, right: 4, bottom: 1 }, 8, 1).data]).toEqual([
      10, 12.5, 17.5, 22.5, 27.5, 32.5, 37.5, 40,
    ])
  })

  test('continues the edge outside the raster', () => {
    expect([...resample(four, { left: -2, top: -1, right: 6, bottom: 2 }, 8, 3).data].slice(8, 16)).toEqual([
      10, 10, 10, 20, 30, 40, 40, 40,
    ])
  })

  test('keeps channels apart', () => {
    const source = { width: 2, height: 1, channels: 2, data: Float32Array.from([0, 100, 50, 200]) }
    expect([...resample(source, { left: 0, top: 0, right: 2, bottom: 1 }, 1, 1).data]).toEqual([25, 150])
  })
})

describe('limiting a picture', () => {
  test('reduces its long side and keeps its shape', () => {
    const limited = limitSize({ width: 400, height: 100, data: new Uint8ClampedArray(160_000).fill(7) }, 200)
    expect([limited.width, limited.height, limited.data.length]).toEqual([200, 50, 40_000])
    expect(new Set(limited.data)).toEqual(new Set([7]))
  })

  test('leaves a small one alone', () => {
    const picture = { width: 2, height: 1, data: new Uint8ClampedArray(8) }
    expect(limitSize(picture, 200)).toBe(picture)
  })
})
