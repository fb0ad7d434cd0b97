import type { pictureTypes } from '../../../contract/pictures.ts'

/** Bytes at offsets, in Latin-1; all must match. */
type MagicBytes = readonly (readonly [offset: number, bytes: string])[]

/** Brands of HEVC pictures and sequences, and of HEIF in general: ISO/IEC 23008-12, 10 and annex B. */
const heif = (...brands: string[]): MagicBytes[] =>
  brands.map((brand) => [
    [4, 'ftyp'],
    [8, brand],
  ])

const magicBytes: Record<(typeof pictureTypes)[number], readonly MagicBytes[]> = {
  // SOI and the first byte of the next marker: ITU-T T.81, B.1.1.
  'image/jpeg': [[[0, '\xff\xd8\xff']]],
  // W3C PNG, 5.2.
  'image/png': [[[0, '\x89PNG\r\n\x1a\n']]],
  // RFC 9649, 2.4.
  'image/webp': [
    [
      [0, 'RIFF'],
      [8, 'WEBP'],
    ],
  ],
  'image/heic': heif('heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs'),
  'image/heif': heif('mif1', 'msf1'),
}

/** Whether the bytes begin like a supported picture; they may still be broken. */
export function isSupportedPicture(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1')
  return Object.values(magicBytes)
    .flat()
    .some((signature) => signature.every(([offset, expected]) => head.startsWith(expected, offset)))
}

/** Configuration boxes of AV1 and HEVC pictures: AV1 Image File Format, 2.2.1. */
const av1 = Buffer.from('av1C')
const hevc = Buffer.from('hvcC')
/** Contains all headers, with room to spare. */
const headLength = 65_536

/** Whether a HEIF file is coded as AV1, whatever its brand says. */
export function isAvif(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, headLength))
  return head.toString('latin1', 4, 8) === 'ftyp' && head.includes(av1) && !head.includes(hevc)
}
