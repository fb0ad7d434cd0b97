/** Markers: ITU-T T.81, B.1. */
const MARKER = 0xff
const START = 0xd8
const END = 0xd9
const SCAN = 0xda

const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7

/**
 * What the structure of a JPEG shows without decoding it. `isDamaged`: it ends early, or has other bytes where a marker
 * belongs; decoders show such a file as far as they can, without a word. `hasPixels`: it contains some data of a scan.
 */
export interface JpegStructure {
  isDamaged: boolean
  hasPixels: boolean
}

/** Null for other formats. */
export function inspectJpeg(bytes: Uint8Array): JpegStructure | null {
  if (bytes[0] !== MARKER || bytes[1] !== START) return null
  const found = { isDamaged: false, hasPixels: false }
  let at = 2
  for (;;) {
    const next = bytes.indexOf(MARKER, at)
    if (next !== at) found.isDamaged = true
    if (next < 0) return found
    at = next
    // A marker may be preceded by any number of fill bytes.
    while (bytes[at + 1] === MARKER) at += 1
    const marker = bytes[at + 1]
    if (marker === undefined) return { ...found, isDamaged: true }
    if (marker === END) return found
    at += 2
    if (isRestart(marker)) continue
    at += ((bytes[at] ?? 0) << 8) + (bytes[at + 1] ?? 0)
    if (marker !== SCAN) continue
    const end = endOfScan(bytes, at)
    if (end > at) found.hasPixels = true
    at = end
  }
}

/** The place of the next marker that is neither a stuffed byte nor a restart, or the end of the file. */
function endOfScan(bytes: Uint8Array, from: number): number {
  let at = bytes.indexOf(MARKER, from)
  while (at >= 0) {
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && next !== MARKER && !isRestart(next)) return at
    at = bytes.indexOf(MARKER, at + 1)
  }
  return bytes.length
}
