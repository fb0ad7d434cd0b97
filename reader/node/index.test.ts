// Covers docs/requirements.md: 315, 629

import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { cases } from '../../tests/fixtures/reader/cases.ts'
import expected from '../../tests/fixtures/reader/expected.json' with { type: 'json' }
import {
  type Corners,
  decode,
  type Frame,
  framePicture,
  loadModels,
  readPicture,
  thumbnail,
  UndecodablePicture,
} from './index.ts'

const results: Record<string, unknown> = expected
const fixture = (file: string) => readFile(new URL(`../../tests/fixtures/reader/${file}`, import.meta.url))

describe('reading a photograph', () => {
  test.each(cases)('of the fixture "$name" gives the stored result', async ({ name, file, settings }) => {
    expect(await readPicture(await fixture(file), settings)).toEqual(results[name])
  })

  test('turned by its camera gives the same result', async () => {
    const one = cases.find(({ file }) => file === 'counter.png')
    if (!one) throw new Error('no such case')
    const upright = await fixture(one.file)
    const turned = await sharp(upright).rotate(90).withMetadata({ orientation: 8 }).png().toBuffer()
    expect(await readPicture(turned, one.settings)).toEqual(results[one.name])
  })

  test('refuses bytes that are no picture', async () => {
    const one = cases[0]
    if (!one) throw new Error('no such case')
    await expect(readPicture(Buffer.from('not a picture'), one.settings)).rejects.toThrow(UndecodablePicture)
  })

  test('builds its networks once', async () => {
    expect(await loadModels()).toBe(await loadModels())
  })
})

describe('a photograph of more pixels than are read', () => {
  const huge = (how: { orientation?: number } = {}) =>
    sharp({ create: { width: 6000, height: 3000, channels: 3, background: '#808080' } })
      .composite([
        {
          input: { create: { width: 3000, height: 3000, channels: 3, background: '#fff' } },
          left: 0,
          top: 0,
        },
      ])
      .withMetadata(how)
      .jpeg()
      .toBuffer()

  test('is made smaller while it is decoded, the same way up', async () => {
    const { width, height, data } = await decode(await huge({ orientation: 6 }))
    expect(width * height).toBeLessThanOrEqual(16_000_000)
    expect(height / width).toBeCloseTo(2, 2)
    const level = (y: number) => data[4 * (y * width + (width >> 1))]
    expect([level(10), level(height - 10)]).toEqual([255, 128])
  })

  test('is drawn over like any other', async () => {
    const area: Corners = [
      { x: 0.6, y: 0.4 },
      { x: 0.7, y: 0.4 },
      { x: 0.7, y: 0.5 },
      { x: 0.6, y: 0.5 },
    ]
    const made = await framePicture(await huge(), { area, boxes: [], needle: null, mark: null, text: null })
    expect(await sharp(made?.whole).metadata()).toMatchObject({ width: 1000, height: 500 })
    expect(await sharp(made?.tile).metadata()).toMatchObject({ width: 480, height: 360 })
  })
})

describe('derived pictures', () => {
  const plain = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#808080' } })
      .jpeg()
      .toBuffer()
  const upright = (x1: number, y1: number, x2: number, y2: number): Corners => [
    { x: x1, y: y1 },
    { x: x2, y: y1 },
    { x: x2, y: y2 },
    { x: x1, y: y2 },
  ]
  const looked: Frame = {
    area: upright(0.4, 0.4, 0.6, 0.8),
    boxes: [],
    needle: null,
    mark: null,
    text: '12.5',
  }
  const framed = async (bytes: Uint8Array, frame: Frame) => {
    const made = await framePicture(bytes, frame)
    if (!made) throw new Error('nothing was drawn')
    return made
  }
  async function pixelsOf(webp: Uint8Array) {
    const { data, info } = await sharp(webp).raw().toBuffer({ resolveWithObject: true })
    return (x: number, y: number) => [...data.subarray((y * info.width + x) * info.channels).subarray(0, 3)]
  }
  const isGreen = ([red = 0, green = 0, blue = 0]: number[]) => green > Math.max(red, blue) + 50

  test('a framed picture is WebP of at most 1000 pixels with the frame over it and the value below it', async () => {
    const { whole } = await framed(await plain(2000, 1000), looked)
    expect(await sharp(whole).metadata()).toMatchObject({ format: 'webp', width: 1000, height: 545 })
    const pixel = await pixelsOf(whole)
    expect(isGreen(pixel(410, 200))).toBe(true)
    for (const [x, y] of [
      [500, 300],
      [20, 480],
      [980, 20],
    ] as const)
      expect(pixel(x, y).every((level) => Math.abs(level - 128) < 6)).toBe(true)
    const strip = Array.from({ length: 1000 }, (_, x) => pixel(x, 522)[0] ?? 0)
    expect(Math.max(...strip) - Math.min(...strip)).toBeGreaterThan(150)
  })

  test('a framed picture without a value ends where the photograph does', async () => {
    const { whole } = await framed(await plain(800, 600), { ...looked, text: null })
    expect(await sharp(whole).metadata()).toMatchObject({ width: 800, height: 600 })
  })

  test('its tile shows the part that was read, sharp, with the frame whole and no value', async () => {
    const { tile } = await framed(await plain(2000, 1000), looked)
    expect(await sharp(tile).metadata()).toMatchObject({ format: 'webp', width: 480, height: 360 })
    const pixel = await pixelsOf(tile)
    const green = []
    for (let y = 0; y < 360; y++) for (let x = 0; x < 480; x++) if (isGreen(pixel(x, y))) green.push({ x, y })
    expect(Math.min(...green.map(({ x }) => x))).toBeLessThan(110)
    expect(Math.max(...green.map(({ x }) => x))).toBeGreaterThan(370)
    expect(Math.max(...green.map(({ y }) => y))).toBeLessThan(350)
    expect(pixel(10, 350).every((level) => Math.abs(level - 128) < 6)).toBe(true)
  })

  test('the tile of a photograph that its camera turned is cut where the meter stands', async () => {
    const sideways = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#808080' } })
      .composite([
        { input: { create: { width: 80, height: 80, channels: 3, background: '#f00' } }, left: 700, top: 20 },
      ])
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    // Upright, the red patch is at the lower right.
    const corners = upright(0.8, 0.85, 0.98, 0.99)
    const { tile } = await framed(sideways, { ...looked, area: corners, text: null })
    const [red = 0, green = 255] = (await pixelsOf(tile))(300, 180)
    expect(red).toBeGreaterThan(200)
    expect(green).toBeLessThan(60)
  })

  test('nothing is drawn where nothing was looked at', async () => {
    expect(await framePicture(await plain(80, 60), { ...looked, area: null, text: null })).toBeNull()
  })

  test('a thumbnail is WebP of the asked width, upright, and never enlarged', async () => {
    const sideways = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#fff' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect(await sharp(await thumbnail(sideways, 100)).metadata()).toMatchObject({
      format: 'webp',
      width: 100,
      height: 200,
    })
    expect(await sharp(await thumbnail(sideways, 900)).metadata()).toMatchObject({ width: 200, height: 400 })
  })
})
