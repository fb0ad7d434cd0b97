import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { frameSvg } from './frame.ts'
import type { Corners, Frame } from './types.ts'

const empty: Frame = { area: null, boxes: [], needle: null, text: null }
const WIDTH = 200
const HEIGHT = 100

const upright = (x1: number, y1: number, x2: number, y2: number): Corners => [
  { x: x1, y: y1 },
  { x: x2, y: y1 },
  { x: x2, y: y2 },
  { x: x1, y: y2 },
]

/** How opaque the drawn frame is at a place, 0..255. */
async function opacity(frame: Frame, width = WIDTH, height = HEIGHT) {
  const { data } = await sharp(Buffer.from(frameSvg(frame, width, height)))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return (x: number, y: number) => data[(y * width + x) * 4 + 3] ?? 0
}

/** The levels of grey of a framed plain picture of 1000 × 750 pixels shown as a tile of 100 × 75. */
async function tile(frame: Frame, ground: number) {
  const { data, info } = await sharp({
    create: { width: 1000, height: 750, channels: 3, background: { r: ground, g: ground, b: ground } },
  })
    .composite([{ input: Buffer.from(frameSvg(frame, 1000, 750)) }])
    .png()
    .toBuffer()
    .then((framed) =>
      sharp(framed).resize(100).removeAlpha().greyscale().raw().toBuffer({ resolveWithObject: true }),
    )
  return (x: number, y: number) => data[(y * info.width + x) * info.channels] ?? 0
}

describe('a frame', () => {
  test('with nothing in it is transparent', async () => {
    const at = await opacity(empty)
    expect(at(100, 50) + at(10, 90)).toBe(0)
  })

  test('marks the corners of the area and leaves its middle clear', async () => {
    const at = await opacity({ ...empty, area: upright(0.25, 0.2, 0.75, 0.8) })
    expect(at(52, 20)).toBeGreaterThan(200)
    expect(at(148, 80)).toBeGreaterThan(200)
    expect(at(100, 20)).toBe(0)
    expect(at(100, 50)).toBe(0)
  })

  test('marks a leaning area where its corners are', async () => {
    const leaning: Corners = [
      { x: 0.5, y: 0.1 },
      { x: 0.7, y: 0.5 },
      { x: 0.5, y: 0.9 },
      { x: 0.3, y: 0.5 },
    ]
    const at = await opacity({ ...empty, area: leaning })
    expect(at(100, 11)).toBeGreaterThan(150)
    expect(at(138, 50)).toBeGreaterThan(150)
    expect(at(62, 12)).toBe(0)
  })

  test('draws the needle from its axis to its tip', async () => {
    const at = await opacity({ ...empty, needle: { from: { x: 0.1, y: 0.5 }, to: { x: 0.9, y: 0.5 } } })
    expect(at(100, 50)).toBeGreaterThan(200)
    expect(at(100, 80)).toBe(0)
  })

  test('outlines each digit and writes it above its box, or below where there is no room', async () => {
    const low = await opacity({ ...empty, boxes: [{ corners: upright(0.4, 0.5, 0.6, 0.9), text: '8' }] })
    const high = await opacity({ ...empty, boxes: [{ corners: upright(0.4, 0, 0.6, 0.4), text: '8' }] })
    const drawn = (at: (x: number, y: number) => number, from: number, to: number) => {
      let most = 0
      for (let y = from; y < to; y++) for (let x = 90; x < 110; x++) most = Math.max(most, at(x, y))
      return most
    }
    expect(low(80, 70)).toBeGreaterThan(150)
    expect(drawn(low, 36, 47)).toBeGreaterThan(200)
    expect(drawn(high, 43, 53)).toBeGreaterThan(200)
  })

  test('of a meter on its side writes a digit beside its box, upright', async () => {
    const [a, b, c, d] = upright(0.3, 0.3, 0.5, 0.7)
    const onItsSide: Corners = [b, c, d, a]
    const at = await opacity({ ...empty, boxes: [{ corners: onItsSide, text: '1' }] })
    const column = Array.from({ length: 60 }, (_, x) => at(102 + x, 50))
    expect(Math.max(...column)).toBeGreaterThan(200)
  })

  test('writes the value in the lower left corner without any font', async () => {
    const at = await opacity({ ...empty, text: '-12.5' })
    expect(at(8, 88)).toBeGreaterThan(150)
    expect(frameSvg({ ...empty, text: '-12.5' }, WIDTH, HEIGHT)).not.toContain('<text')
  })

  test('writes the value in another corner when it would hide what was read', async () => {
    const boxes = [{ corners: upright(0.02, 0.7, 0.2, 0.98), text: '1' }]
    const at = await opacity({ ...empty, boxes, text: '1' })
    expect(at(194, 90)).toBeGreaterThan(150)
  })

  test('writes longer values smaller, so that they fit', async () => {
    const at = await opacity({ ...empty, text: '123456789012345.678' })
    expect(at(195, 88)).toBe(0)
  })

  test.each([20, 235])('shows line and value on a tile of a picture as bright as %i', async (ground) => {
    const needle = { from: { x: 0.5, y: 0.5 }, to: { x: 0.5, y: 0.1 } }
    const at = await tile({ ...empty, needle, text: '888' }, ground)
    const across = Array.from({ length: 12 }, (_, x) => at(44 + x, 25))
    expect(Math.max(...across) - Math.min(...across)).toBeGreaterThan(80)
    const levels = Array.from({ length: 24 * 12 }, (_, i) => at(3 + (i % 24), 60 + Math.floor(i / 24)))
    expect(Math.max(...levels) - Math.min(...levels)).toBeGreaterThan(150)
  })

  test('keeps markup out of what it draws', () => {
    expect(frameSvg({ ...empty, text: '"/><script>' }, WIDTH, HEIGHT)).not.toContain('script')
  })
})
