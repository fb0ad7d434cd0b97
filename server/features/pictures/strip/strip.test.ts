// Covers docs/requirements.md: 629

import sharp, { type Sharp } from 'sharp'
import { describe, expect, it } from 'vitest'
import { withoutPersonalData } from './index.ts'
import { maxParts } from './parts.ts'

const secret = 'N35 41 22 SECRET'
/** 8 × 6 pixels, each its own colour, so that a turned picture differs. */
const raw = Buffer.from(Array.from({ length: 8 * 6 * 3 }, (_, at) => (at * 37) % 256))
const written = (orientation: number) => ({
  exif: { IFD0: { Make: secret, Copyright: secret }, IFD3: { GPSLatitude: '35/1 41/1 22/1' } },
  orientation,
})
const picture = (orientation: number): Sharp =>
  sharp(raw, { raw: { width: 8, height: 6, channels: 3 } })
    .withMetadata({ orientation })
    .withExif(written(orientation).exif)
    .withMetadata(written(orientation))
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${secret}</x:xmpmeta>`)

const kinds = [
  { mediaType: 'image/jpeg', make: (given: Sharp) => given.jpeg() },
  { mediaType: 'image/jpeg', make: (given: Sharp) => given.jpeg({ progressive: true }) },
  { mediaType: 'image/png', make: (given: Sharp) => given.png() },
  { mediaType: 'image/webp', make: (given: Sharp) => given.webp({ lossless: true }) },
]
const pixelsOf = (bytes: Uint8Array) => sharp(bytes).autoOrient().toColourspace('srgb').raw().toBuffer()

describe.each(kinds)('a picture of $mediaType without personal data', ({ mediaType, make }) => {
  it.each([1, 3, 6])('held %i has its pixels, the same way up, and nothing else', async (orientation) => {
    const given = await make(picture(orientation)).toBuffer()
    expect(given.includes(secret)).toBe(true)
    const shown = withoutPersonalData(given, mediaType) ?? Buffer.alloc(0)
    expect(shown.includes(secret)).toBe(false)
    expect(await pixelsOf(shown)).toEqual(await pixelsOf(given))
    const metadata = await sharp(shown).metadata()
    expect(metadata.xmp).toBeUndefined()
    expect(metadata.orientation ?? 1).toBe(orientation)
    expect(metadata.icc).toEqual((await sharp(given).metadata()).icc)
    expect(withoutPersonalData(shown, mediaType)).toEqual(shown)
  })

  it('has nothing that follows it in its file', async () => {
    const given = Buffer.concat([await make(picture(1)).toBuffer(), Buffer.from(secret)])
    expect(withoutPersonalData(given, mediaType)?.includes(secret)).toBe(false)
  })

  it('that breaks off is shown as far as it goes', async () => {
    const given = await make(picture(1)).toBuffer()
    for (let length = 16; length < given.length; length += 7) {
      expect(() => withoutPersonalData(given.subarray(0, length), mediaType)).not.toThrow()
    }
  })
})

describe('parts of a picture', () => {
  const lone = (count: number) => Buffer.alloc(2 * count, Buffer.from([0xff, 0xd8]))
  const inserted = (picture: Buffer, at: number, more: Buffer) =>
    Buffer.concat([picture.subarray(0, at), more, picture.subarray(at)])
  const chunk = Buffer.alloc(12)
  chunk.write('teXt', 4, 'latin1')
  const fourth = Buffer.from('XMP \0\0\0\0', 'latin1')

  it('that are markers without content are left out of a JPEG', async () => {
    const given = await picture(6).jpeg().toBuffer()
    const shown = withoutPersonalData(inserted(given, 2, lone(3)), 'image/jpeg')
    expect(shown).toEqual(withoutPersonalData(given, 'image/jpeg'))
  })

  it.each([
    ['image/jpeg', 'jpeg', 2, lone(maxParts)],
    ['image/jpeg', 'jpeg', 2, Buffer.alloc(4 * maxParts, Buffer.from([0xff, 0xdb, 0, 2]))],
    ['image/png', 'png', 8, Buffer.alloc(12 * maxParts, chunk)],
    ['image/webp', 'webp', 12, Buffer.alloc(8 * maxParts, fourth)],
  ] as const)(
    'are counted: a %s with more than any camera writes is not shown',
    async (mediaType, kind, at, many) => {
      const given = await picture(1).toFormat(kind).toBuffer()
      expect(withoutPersonalData(inserted(given, at, many), mediaType)).toBeNull()
    },
  )
})

/** A box of ISO/IEC 14496-12. */
function box(type: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + body.length)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}
const bytes = (...values: number[]) => Buffer.from(values)
const info = (id: number, type: string) =>
  box('infe', bytes(2, 0, 0, 0, 0, id, 0, 0), Buffer.from(`${type}\0`))

/** A picture and its EXIF, one after the other in `mdat`. */
function heic(length = secret.length): Buffer {
  const pixels = Buffer.from('the coded picture')
  const build = (start: number) => {
    const place = (id: number, at: number, size: number) =>
      bytes(0, id, 0, 0, 0, 1, 0, 0, at >> 8, at & 255, 0, 0, 0, size)
    const meta = box(
      'meta',
      bytes(0, 0, 0, 0),
      box('iinf', bytes(0, 0, 0, 0, 0, 2), info(1, 'hvc1'), info(2, 'Exif')),
      box(
        'iloc',
        bytes(0, 0, 0, 0, 0x44, 0, 0, 2),
        place(1, start, pixels.length),
        place(2, start + pixels.length, length),
      ),
    )
    return Buffer.concat([box('ftyp', Buffer.from('heic\0\0\0\0')), meta])
  }
  const start = build(0).length + 8
  return Buffer.concat([build(start), box('mdat', pixels, Buffer.from(secret))])
}

describe('a HEIC file without personal data', () => {
  it('has its picture where it was, and its EXIF blanked', () => {
    const given = heic()
    const shown = withoutPersonalData(given, 'image/heic')
    expect(shown).toHaveLength(given.length)
    expect(shown?.includes(secret)).toBe(false)
    expect(shown?.indexOf('the coded picture')).toBe(given.indexOf('the coded picture'))
    expect(given.includes(secret)).toBe(true)
  })

  it('that holds a sequence of pictures has what its film tells of the place blanked', () => {
    const told = Buffer.from(secret)
    const film = box('moov', box('mvhd', bytes(0)), box('udta', told), box('trak', box('meta', told)))
    const given = Buffer.concat([heic(), film])
    const shown = withoutPersonalData(given, 'image/heic')
    expect(shown).toHaveLength(given.length)
    expect(shown?.includes(secret)).toBe(false)
    expect(shown?.includes('mvhd')).toBe(true)
  })

  it('is not shown where nobody can tell what is in it', () => {
    expect(withoutPersonalData(heic(5000), 'image/heic')).toBeNull()
  })

  /** EXIF in as many places as are told, each of `length` bytes from the beginning of the file. */
  const scattered = (places: Buffer, sizes: number) =>
    Buffer.concat([
      box('ftyp', Buffer.from('heic\0\0\0\0')),
      box(
        'meta',
        bytes(0, 0, 0, 0),
        box('iinf', bytes(0, 0, 0, 0, 0, 1), info(1, 'Exif')),
        box('iloc', bytes(0, 0, 0, 0, sizes, 0, 0, 1, 0, 1, 0, 0), places),
      ),
    ])

  it('is not shown where its EXIF stands in more places than any camera writes, be they empty', () => {
    expect(withoutPersonalData(scattered(bytes(0xff, 0xff), 0), 'image/heic')).toBeNull()
  })

  it('is not shown where its EXIF stands in the same place again and again', () => {
    const again = Buffer.alloc(3 * 1000, bytes(0, 0, 40))
    expect(
      withoutPersonalData(
        scattered(Buffer.concat([bytes(1000 >> 8, 1000 & 255), again]), 0x21),
        'image/heic',
      ),
    ).toBeNull()
  })
})
