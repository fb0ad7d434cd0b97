import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { captionSvg, frameSvg } from './frame.ts'
import type { Corners, Frame } from './types.ts'

const empty: Frame = { area: null, boxes: [], needle: null, mark: null, text: null }
const WIDTH = 200
const HEIGHT = 100

const upright = (x1: number, y1: number, x2: number, y2: number): Corners => [
  { x: x1, y: y1 },
  { x: x2, y: y1 },
  { x: x2, y: y2 },
  { x: x1, y: y2 },
]

/** Opacity of the drawn frame at a pixel, 0..255. */
async function opacity(frame: Frame, width = WIDTH, height = HEIGHT) {
  const { data } = await sharp(Buffer.from(frameSvg(frame, width, height)))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return (x: number, y: number) => data[(y * width + x) * 4 + 3] ?? 0
}

/** Grey levels of a framed plain picture of 1000 × 750 pixels shown as a 100 × 75 tile. */
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

  test('stands beside a needle, around its axis and clear of its tip, so that the needle itself can be seen', async () => {
    const needle = { from: { x: 0.1, y: 0.5 }, to: { x: 0.9, y: 0.5 } }
    const at = await opacity({ ...empty, needle }, 200, 200)
    const along = (y: number) => Array.from({ length: 190 }, (_, x) => at(x + 5, y))
    expect(Math.max(...along(86))).toBeGreaterThan(200)
    expect(Math.max(...along(114))).toBeGreaterThan(200)
    const needleItself = Array.from({ length: 140 }, (_, x) => at(x + 50, 100))
    expect(Math.max(...needleItself)).toBe(0)
    const axis = Array.from({ length: 40 }, (_, x) => at(x, 100))
    expect(Math.max(...axis)).toBeGreaterThan(200)
    expect(at(20, 100)).toBe(0)
  })

  test('points at a surface from both sides and leaves it free', async () => {
    const at = await opacity({ ...empty, mark: { from: { x: 0.4, y: 0.5 }, to: { x: 0.6, y: 0.5 } } })
    expect(at(79, 50)).toBeGreaterThan(150)
    expect(at(121, 50)).toBeGreaterThan(150)
    const surface = Array.from({ length: 30 }, (_, x) => at(85 + x, 50))
    expect(Math.max(...surface)).toBe(0)
  })

  test('outlines each digit and writes it above its box, or below where there is no room or another box', async () => {
    const known = { ...empty, text: '8' }
    const low = await opacity({ ...known, boxes: [{ corners: upright(0.4, 0.5, 0.6, 0.9), text: '8' }] })
    const high = await opacity({ ...known, boxes: [{ corners: upright(0.4, 0, 0.6, 0.4), text: '8' }] })
    const drawn = (at: (x: number, y: number) => number, from: number, to: number) => {
      let max = 0
      for (let y = from; y < to; y++) for (let x = 90; x < 110; x++) max = Math.max(max, at(x, y))
      return max
    }
    expect(low(80, 70)).toBeGreaterThan(150)
    expect(drawn(low, 36, 47)).toBeGreaterThan(200)
    expect(drawn(high, 43, 53)).toBeGreaterThan(200)
    const under = [
      { corners: upright(0.4, 0.1, 0.6, 0.48), text: '1' },
      { corners: upright(0.4, 0.5, 0.6, 0.8), text: '8' },
    ]
    expect(drawn(await opacity({ ...known, boxes: under }), 83, 93)).toBeGreaterThan(200)
  })

  test('of a meter on its side writes a digit beside its box, upright', async () => {
    const [a, b, c, d] = upright(0.3, 0.3, 0.5, 0.7)
    const onItsSide: Corners = [b, c, d, a]
    const at = await opacity({ ...empty, boxes: [{ corners: onItsSide, text: '1' }], text: '1' })
    const column = Array.from({ length: 60 }, (_, x) => at(102 + x, 50))
    expect(Math.max(...column)).toBeGreaterThan(200)
  })

  test('writes no figures where there is no value, though it shows where they were looked for', async () => {
    const boxes = [{ corners: upright(0.4, 0.5, 0.6, 0.9), text: '8' }]
    const written = async (text: string | null) => {
      const at = await opacity({ ...empty, boxes, text })
      return { box: at(80, 70), figure: at(100, 43) }
    }
    expect((await written('8')).figure).toBeGreaterThan(150)
    const unread = await written(null)
    expect(unread.figure).toBe(0)
    expect(unread.box).toBeGreaterThan(150)
  })

  test.each([20, 235])(
    'writes its figures on a ground of their own, over print on a plate as bright as %i',
    async (ground) => {
      const boxes = [{ corners: upright(0.4, 0.4, 0.6, 0.8), text: '8' }]
      const at = await tile({ ...empty, boxes, text: '8' }, ground)
      const levels = Array.from({ length: 12 * 8 }, (_, i) => at(44 + (i % 12), 21 + Math.floor(i / 12)))
      expect(Math.min(...levels)).toBeLessThan(90)
      expect(Math.max(...levels)).toBeGreaterThan(110)
    },
  )

  test.each([20, 235])('shows beside a needle on a tile of a picture as bright as %i', async (ground) => {
    const needle = { from: { x: 0.5, y: 0.5 }, to: { x: 0.5, y: 0.1 } }
    const at = await tile({ ...empty, needle }, ground)
    const across = Array.from({ length: 12 }, (_, x) => at(44 + x, 15))
    expect(Math.max(...across) - Math.min(...across)).toBeGreaterThan(40)
  })

  test('keeps markup out of what it draws', () => {
    const boxes = [{ corners: upright(0.4, 0.4, 0.6, 0.8), text: '"/><script>' }]
    expect(frameSvg({ ...empty, boxes, text: '1' }, WIDTH, HEIGHT)).not.toContain('script')
    expect(captionSvg('"/><script>', WIDTH, HEIGHT)).not.toContain('script')
  })
})

describe('a value below the photograph', () => {
  /** Brightness at a pixel, 0..255. */
  const caption = async (text: string) => {
    const { data } = await sharp(Buffer.from(captionSvg(text, 200, 20)))
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true })
    return (x: number) => Math.max(...Array.from({ length: 20 }, (_, y) => data[y * 200 + x] ?? 0))
  }
  const brightest = (at: (x: number) => number, from: number, to: number) =>
    Math.max(...Array.from({ length: to - from }, (_, x) => at(from + x)))

  test('is written in the middle without any font', async () => {
    const at = await caption('-12.5')
    expect(brightest(at, 85, 115)).toBeGreaterThan(200)
    expect(brightest(at, 0, 60)).toBeLessThan(60)
    expect(captionSvg('-12.5', 200, 20)).not.toContain('<text')
  })

  test('is written smaller where it is long, so that it fits', async () => {
    const at = await caption('123456789012345678901.678')
    expect(brightest(at, 10, 190)).toBeGreaterThan(150)
    expect(brightest(at, 196, 200)).toBeLessThan(60)
  })
})
