import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { frameSvg } from './frame.ts'
import type { Frame } from './types.ts'

const empty: Frame = { area: null, boxes: [], needle: null, text: null }
const WIDTH = 200
const HEIGHT = 100

/** How opaque the drawn frame is at a place, 0..255. */
async function opacity(frame: Frame) {
  const { data } = await sharp(Buffer.from(frameSvg(frame, WIDTH, HEIGHT)))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return (x: number, y: number) => data[(y * WIDTH + x) * 4 + 3] ?? 0
}

describe('a frame', () => {
  test('with nothing in it is transparent', async () => {
    const at = await opacity(empty)
    expect(at(100, 50) + at(10, 90)).toBe(0)
  })

  test('marks the corners of the area and leaves its middle clear', async () => {
    const at = await opacity({ ...empty, area: { x1: 0.25, y1: 0.2, x2: 0.75, y2: 0.8 } })
    expect(at(52, 20)).toBeGreaterThan(200)
    expect(at(148, 80)).toBeGreaterThan(200)
    expect(at(100, 20)).toBe(0)
    expect(at(100, 50)).toBe(0)
  })

  test('draws the needle from its axis to its tip', async () => {
    const at = await opacity({ ...empty, needle: { from: { x: 0.1, y: 0.5 }, to: { x: 0.9, y: 0.5 } } })
    expect(at(100, 50)).toBeGreaterThan(200)
    expect(at(100, 80)).toBe(0)
  })

  test('outlines each digit and writes it above its box, or below where there is no room', async () => {
    const low = await opacity({
      ...empty,
      boxes: [{ rectangle: { x1: 0.4, y1: 0.5, x2: 0.6, y2: 0.9 }, text: '8' }],
    })
    const high = await opacity({
      ...empty,
      boxes: [{ rectangle: { x1: 0.4, y1: 0, x2: 0.6, y2: 0.4 }, text: '8' }],
    })
    const drawn = (at: (x: number, y: number) => number, from: number, to: number) => {
      let most = 0
      for (let y = from; y < to; y++) for (let x = 90; x < 110; x++) most = Math.max(most, at(x, y))
      return most
    }
    expect(low(80, 70)).toBeGreaterThan(150)
    expect(drawn(low, 36, 47)).toBeGreaterThan(200)
    expect(drawn(high, 43, 53)).toBeGreaterThan(200)
  })

  test('writes the value in the lower left corner without any font', async () => {
    const at = await opacity({ ...empty, text: '-12.5' })
    expect(at(8, 88)).toBeGreaterThan(150)
    expect(frameSvg({ ...empty, text: '-12.5' }, WIDTH, HEIGHT)).not.toContain('<text')
  })

  test('writes longer values smaller, so that they fit', async () => {
    const at = await opacity({ ...empty, text: '123456789012345.678' })
    expect(at(195, 88)).toBe(0)
  })

  test('keeps markup out of what it draws', () => {
    expect(frameSvg({ ...empty, text: '"/><script>' }, WIDTH, HEIGHT)).not.toContain('script')
  })
})
