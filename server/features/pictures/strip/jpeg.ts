import { orientationOf, tiffOf } from './exif.ts'
import { createCount } from './parts.ts'

/** Markers: ITU-T T.81, B.1. */
const END = 0xd9
const SCAN = 0xda
const APP0 = 0xe0
const APP1 = 0xe1
const APP2 = 0xe2
const APP14 = 0xee
const APP15 = 0xef
const COMMENT = 0xfe
const EXIF = 'Exif\0\0'

/**
 * Keeps only the segments that pixels and colours need, and the orientation. Data after the picture, such as a film, is
 * dropped.
 *
 * @throws RangeError for too many parts
 */
export function stripJpeg(bytes: Buffer): Buffer {
  const count = createCount()
  const kept: Buffer[] = []
  let orientation = 1
  let at = 2
  for (;;) {
    count()
    // Bytes between segments are skipped, as decoders do.
    at = bytes.indexOf(0xff, at)
    if (at < 0) break
    while (bytes[at + 1] === 0xff) at += 1
    const marker = bytes[at + 1]
    if (marker === undefined) break
    if (marker === END) {
      kept.push(bytes.subarray(at, at + 2))
      break
    }
    // Markers without content are dropped outside a scan.
    if (marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8)) {
      at += 2
      continue
    }
    if (at + 4 > bytes.length) break
    const start = at
    at += 2 + bytes.readUInt16BE(at + 2)
    const content = bytes.subarray(start + 4, at)
    if (marker === SCAN) at = endOfScan(bytes, at)
    if (isNeeded(marker, content)) kept.push(bytes.subarray(start, at))
    else if (marker === APP1 && startsWith(content, EXIF)) orientation = orientationOf(content.subarray(6))
  }
  return Buffer.concat([bytes.subarray(0, 2), ...exifOf(orientation), ...kept])
}

function isNeeded(marker: number, content: Buffer): boolean {
  if (marker === APP0) return startsWith(content, 'JFIF\0')
  if (marker === APP2) return startsWith(content, 'ICC_PROFILE\0')
  if (marker === APP14) return startsWith(content, 'Adobe')
  return marker !== COMMENT && (marker < APP0 || marker > APP15)
}

/** The next marker that is neither a stuffed byte nor a restart. */
function endOfScan(bytes: Buffer, from: number): number {
  let at = bytes.indexOf(0xff, from)
  while (at >= 0) {
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
    at = bytes.indexOf(0xff, at + 1)
  }
  return bytes.length
}

function exifOf(orientation: number): Buffer[] {
  if (orientation === 1) return []
  const content = Buffer.concat([Buffer.from(EXIF, 'latin1'), tiffOf(orientation)])
  const head = Buffer.from([0xff, APP1, 0, content.length + 2])
  return [head, content]
}

const startsWith = (content: Buffer, text: string) => content.toString('latin1', 0, text.length) === text
