import type { pictureTypes } from '../../../contract/pictures.ts'

/** Bytes at an offset, written as Latin-1; a file has the signature where all of one line fit. */
type MagicBytes = readonly (readonly [offset: number, bytes: string])[]

/** Brands of pictures coded as HEVC, single or as a sequence, and of HEIF at large: ISO/IEC 23008-12, 10 and annex B. */
const heif = (...brands: string[]): MagicBytes[] =>
  brands.map((brand) => [
    [4, 'ftyp'],
    [8, brand],
  ])

/** How files of the kinds we take begin. */
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

/** Whether the bytes begin as a file of a kind we take; they may still be broken. */
export function isSupportedPicture(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1')
  return Object.values(magicBytes)
    .flat()
    .some((signature) => signature.every(([offset, expected]) => head.startsWith(expected, offset)))
}

/** The box that says how an AV1 picture is coded, where HEIC has `hvcC`: AV1 Image File Format, 2.2.1. */
const av1 = Buffer.from('av1C')
const hevc = Buffer.from('hvcC')
/** What stands before the pictures themselves, with room to spare. */
const headLength = 65_536

/** Whether a file of the HEIF family is coded as AV1, whatever brand it names itself by. */
export function isAvif(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, headLength))
  return head.toString('latin1', 4, 8) === 'ftyp' && head.includes(av1) && !head.includes(hevc)
}
