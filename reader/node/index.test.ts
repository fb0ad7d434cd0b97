import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { cases } from '../../tests/fixtures/reader/cases.ts'
import expected from '../../tests/fixtures/reader/expected.json' with { type: 'json' }
import { framePicture, loadModels, readPicture, thumbnail, UndecodablePicture } from './index.ts'

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

describe('derived pictures', () => {
  test('a framed picture is WebP of at most 1000 pixels with the frame in it', async () => {
    const plain = await sharp({ create: { width: 2000, height: 1000, channels: 3, background: '#808080' } })
      .jpeg()
      .toBuffer()
    const needle = { from: { x: 0.1, y: 0.5 }, to: { x: 0.9, y: 0.5 } }
    const framed = sharp(await framePicture(plain, { area: null, boxes: [], needle, text: null }))
    expect(await framed.metadata()).toMatchObject({ format: 'webp', width: 1000, height: 500 })
    const { data, info } = await framed.raw().toBuffer({ resolveWithObject: true })
    const pixel = (x: number, y: number) => [
      ...data.subarray((y * info.width + x) * info.channels).subarray(0, 3),
    ]
    const [red = 0, green = 0, blue = 0] = pixel(500, 250)
    expect(green).toBeGreaterThan(Math.max(red, blue) + 50)
    expect(pixel(500, 100).every((level) => Math.abs(level - 128) < 6)).toBe(true)
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
