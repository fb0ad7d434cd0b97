// Covers docs/requirements.md: 214, 629, 724

import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { decodeDamaged } from '../../../reader/node/decode.ts'
import { withBrokenBody } from '../../../tests/support/files/damaged.ts'
import { heic } from '../../../tests/support/files/heic.ts'
import { parsePicture, undecodable } from './upload.ts'

const image = () => sharp({ create: { width: 8, height: 6, channels: 3, background: '#708090' } })

describe('taking a picture', () => {
  it.each([
    ['image/jpeg', () => image().jpeg()],
    ['image/png', () => image().png()],
    ['image/webp', () => image().webp()],
  ])('takes %s', async (mediaType, made) => {
    expect(await parsePicture(await made().toBuffer(), 'body')).toMatchObject({
      mediaType,
      width: 8,
      height: 6,
    })
  })

  it('refuses more than 20 MB and says so', async () => {
    await expect(parsePicture(Buffer.alloc(20_000_001), 'image_base64')).rejects.toMatchObject({
      code: 'payload_too_large',
      issues: [{ path: 'image_base64', message: '画像は 20 MB までです' }],
    })
  })

  it('takes the size of a picture as it is shown upright', async () => {
    const turned = await image().withMetadata({ orientation: 6 }).jpeg().toBuffer()
    expect(await parsePicture(turned, 'body')).toMatchObject({ width: 6, height: 8 })
  })

  it.each([
    ['SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['GIF', () => image().gif().toBuffer()],
    ['TIFF', () => image().tiff().toBuffer()],
    ['PDF', async () => Buffer.from('%PDF-1.7')],
    ['nothing', async () => Buffer.alloc(0)],
    ['text that names a kind', async () => Buffer.from('image/jpeg PNG RIFF WEBP ftypheic')],
  ])('refuses %s before any decoder sees it', async (_kind, made) => {
    await expect(parsePicture(await made(), 'body')).rejects.toMatchObject({
      code: 'picture_unsupported',
      issues: [{ path: 'body', message: 'JPEG、PNG、WebP のいずれの画像でもありません' }],
      cause: undefined,
    })
  })

  it.each(['avif', 'mif1', 'heic'])(
    'refuses AVIF by its own name, also under the brand %s',
    async (brand) => {
      const bytes = await image().avif().toBuffer()
      bytes.write(brand, 8, 'latin1')
      await expect(parsePicture(bytes, 'body')).rejects.toMatchObject({
        code: 'picture_unsupported',
        issues: [{ path: 'body', message: 'AVIF の画像には対応していません' }],
      })
    },
  )

  it('refuses HEIC, which cannot be decoded here, with a way out', async () => {
    await expect(parsePicture(heic, 'body')).rejects.toMatchObject({
      code: 'picture_unsupported',
      issues: [{ path: 'body', message: 'HEIC の画像は読み込めません。JPEG で送信してください' }],
    })
  })

  it('refuses what only begins like a picture, with the reason', async () => {
    await expect(parsePicture(Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'body')).rejects.toMatchObject({
      code: 'picture_unsupported',
      issues: [{ path: 'body', message: undecodable }],
    })
  })
})

describe('a picture with a broken body', () => {
  const noise = sharp({
    create: {
      width: 300,
      height: 200,
      channels: 3,
      background: '#708090',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
  const png = () => noise.clone().png().toBuffer()

  it.each([
    ['WebP', () => noise.clone().webp().toBuffer()],
    ['lossless WebP', () => noise.clone().webp({ lossless: true }).toBuffer()],
    ['PNG', png],
  ])('is refused if nothing of it can be decoded: %s', async (_format, made) => {
    const whole = await made()
    await expect(parsePicture(whole, 'body')).resolves.toMatchObject({ width: 300 })
    await expect(parsePicture(withBrokenBody(whole), 'body')).rejects.toMatchObject({
      code: 'picture_unsupported',
      issues: [{ path: 'body', message: undecodable }],
    })
  })

  it('is taken if a part of it can be decoded', async () => {
    const whole = await png()
    const half = whole.length >> 1
    for (const damaged of [whole.subarray(0, half), withBrokenBody(whole, half)])
      await expect(parsePicture(damaged, 'body')).resolves.toMatchObject({ mediaType: 'image/png' })
  })
})

it('a black PNG is a picture', async () => {
  const black = sharp({ create: { width: 8, height: 6, channels: 3, background: '#000' } })
  await expect(parsePicture(await black.png().toBuffer(), 'body')).resolves.toMatchObject({ width: 8 })
})

describe('a picture of just under 100 megapixels', () => {
  const large = (side: number) =>
    sharp({ create: { width: side, height: side, channels: 3, background: '#808080' } })

  it.each([
    ['JPEG', () => large(9_900).jpeg()],
    ['PNG', () => large(9_900).png()],
  ])('that is accepted is decoded as well: %s', async (_format, made) => {
    const bytes = await made().toBuffer()
    expect(await parsePicture(bytes, 'body')).toMatchObject({ width: 9_900, height: 9_900 })
    const { picture, isDamaged } = await decodeDamaged(bytes)
    expect([isDamaged, picture.width, picture.height]).toEqual([false, 4_000, 4_000])
    expect([...picture.data.slice(-4)]).toEqual([128, 128, 128, 255])
  })

  it('is the largest: a few pixels more are refused', async () => {
    const bytes = await large(10_001).jpeg().toBuffer()
    await expect(parsePicture(bytes, 'body')).rejects.toMatchObject({
      code: 'validation_failed',
      issues: [{ path: 'body', message: expect.stringContaining('100メガピクセル以下') }],
    })
  })
})
