import { crc32 } from 'node:zlib'
import { orientationOf, tiffOf } from './exif.ts'
import { createCount } from './parts.ts'

const SIGNATURE = 8
/** Ancillary chunks that affect colours: W3C PNG, 11.3. */
const colours = new Set([
  'tRNS',
  'cHRM',
  'gAMA',
  'iCCP',
  'sBIT',
  'sRGB',
  'cICP',
  'pHYs',
  'acTL',
  'fcTL',
  'fdAT',
])

/**
 * Keeps critical and colour chunks, and the orientation.
 *
 * @throws RangeError for too many parts
 */
export function stripPng(bytes: Buffer): Buffer {
  const count = createCount()
  const kept = [bytes.subarray(0, SIGNATURE)]
  let at = SIGNATURE
  while (at + 8 <= bytes.length) {
    count()
    const type = bytes.toString('latin1', at + 4, at + 8)
    const end = at + 12 + bytes.readUInt32BE(at)
    // Critical chunks begin with a capital.
    if (/^[A-Z]/.test(type) || colours.has(type)) kept.push(bytes.subarray(at, end))
    else if (type === 'eXIf') kept.push(...exifOf(orientationOf(bytes.subarray(at + 8, end - 4))))
    at = end
    if (type === 'IEND') break
  }
  return Buffer.concat(kept)
}

function exifOf(orientation: number): Buffer[] {
  if (orientation === 1) return []
  const content = Buffer.concat([Buffer.from('eXIf', 'latin1'), tiffOf(orientation)])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length - 4)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(content))
  return [length, content, sum]
}
