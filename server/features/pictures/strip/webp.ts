import { orientationOf, tiffOf } from './exif.ts'
import { createCount } from './parts.ts'

/** RFC 9649, 2.7. */
const needed = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])
const HAS_EXIF = 0x08
const HAS_XMP = 0x04

/**
 * Keeps pixels, colours and orientation.
 *
 * @throws RangeError for too many parts
 */
export function stripWebp(bytes: Buffer): Buffer {
  const count = createCount()
  const kept: Buffer[] = []
  let orientation = 1
  let at = 12
  while (at + 8 <= bytes.length) {
    count()
    const type = bytes.toString('latin1', at, at + 4)
    const size = bytes.readUInt32LE(at + 4)
    const end = at + 8 + size + (size % 2)
    // Some writers prepend the header of a JPEG segment.
    const content = bytes.subarray(at + 8, at + 8 + size)
    const tiff = content.toString('latin1', 0, 6) === 'Exif\0\0' ? content.subarray(6) : content
    if (needed.has(type)) kept.push(bytes.subarray(at, end))
    else if (type === 'EXIF') orientation = orientationOf(tiff)
    at = end
  }
  const exif = exifOf(orientation)
  const chunks = Buffer.concat([...kept, ...exif])
  if (chunks.toString('latin1', 0, 4) === 'VP8X') {
    const flags = chunks.readUInt8(8) & ~(HAS_EXIF | HAS_XMP)
    chunks.writeUInt8(exif.length > 0 ? flags | HAS_EXIF : flags, 8)
  }
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  head.writeUInt32LE(4 + chunks.length, 4)
  return Buffer.concat([head, chunks])
}

function exifOf(orientation: number): Buffer[] {
  if (orientation === 1) return []
  const tiff = tiffOf(orientation)
  const head = Buffer.from('EXIF\0\0\0\0', 'latin1')
  head.writeUInt32LE(tiff.length, 4)
  return [head, tiff]
}
