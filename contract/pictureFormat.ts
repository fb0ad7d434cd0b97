/** Bytes at offsets, in Latin-1; all must match. */
type MagicBytes = readonly (readonly [offset: number, bytes: string])[]

/** Brands of ISO base media files: ISO/IEC 14496-12, 4.3. */
const brands = (...names: string[]): MagicBytes[] =>
  names.map((name) => [
    [4, 'ftyp'],
    [8, name],
  ])

const magicBytes = {
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
  // AV1 Image File Format, 6.
  'image/avif': brands('avif', 'avis'),
  // Brands of HEVC pictures and sequences, and of HEIF in general: ISO/IEC 23008-12, 10 and annex B.
  'image/heic': brands('heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs'),
  'image/heif': brands('mif1', 'msf1'),
} as const satisfies Record<string, readonly MagicBytes[]>

export type PictureFormat = keyof typeof magicBytes
const formats = Object.keys(magicBytes) as PictureFormat[]

/** Configuration boxes of AV1 and HEVC pictures: AV1 Image File Format, 2.2.1. */
const av1 = 'av1C'
const hevc = 'hvcC'
/** Contains all headers of a HEIF file, with room to spare. */
const headLength = 65_536

/**
 * Returns the media type that the first bytes of a file show, whatever its name or label says. The file may still be
 * damaged. Null for anything but a picture of these formats.
 */
export function pictureFormatOf(bytes: Uint8Array): PictureFormat | null {
  const head = latin1(bytes, 16)
  const found = formats.find((format) =>
    magicBytes[format].some((signature) =>
      signature.every(([offset, expected]) => head.startsWith(expected, offset)),
    ),
  )
  // The brand does not decide: AVIF pictures also come under HEIF brands.
  if (found === 'image/heif' || found === 'image/heic') return isAv1(bytes) ? 'image/avif' : found
  return found ?? null
}

function isAv1(bytes: Uint8Array): boolean {
  const boxes = latin1(bytes, headLength)
  return boxes.includes(av1) && !boxes.includes(hevc)
}

/** The first bytes as text, one character a byte. */
const latin1 = (bytes: Uint8Array, length: number): string =>
  Array.from(bytes.subarray(0, length), (byte) => String.fromCharCode(byte)).join('')
