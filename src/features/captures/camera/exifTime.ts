/** Tags of EXIF 2.32, 4.6.5. */
const exifDirectory = 0x8769
const dateTimeOriginal = 0x9003
const offsetTimeOriginal = 0x9011

const marker = [...'Exif\0\0'].map((letter) => letter.charCodeAt(0))

/**
 * When a JPEG or HEIC file says that it was photographed (EXIF DateTimeOriginal), in milliseconds since 1970; null where
 * it does not. Without an offset the camera's zone is taken to be this device's.
 */
export function exifTimeOf(bytes: ArrayBuffer): number | null {
  const tiff = tiffIn(bytes)
  if (tiff === null) return null
  try {
    const isLittle = tiff.getUint16(0) === 0x4949
    const root = tiff.getUint32(4, isLittle)
    const directory = entriesOf(tiff, isLittle, root).get(exifDirectory)
    if (directory === undefined) return null
    const entries = entriesOf(tiff, isLittle, tiff.getUint32(directory + 8, isLittle))
    const textOf = (tag: number) => {
      const at = entries.get(tag)
      return at === undefined ? '' : textAt(tiff, isLittle, at)
    }
    return parseTime(textOf(dateTimeOriginal), textOf(offsetTimeOriginal))
  } catch (error) {
    // Damaged data.
    if (!(error instanceof RangeError)) throw error
    return null
  }
}

/** A JPEG has it in one of its first segments, of 64 kB each at most; others anywhere. */
const searchedOfJpeg = 4 * 65_536

/** From the header that follows the first marker; the picture of a thumbnail comes later. */
function tiffIn(buffer: ArrayBuffer): DataView | null {
  const isJpeg = buffer.byteLength > 2 && new DataView(buffer).getUint16(0) === 0xffd8
  const bytes = isJpeg
    ? new Uint8Array(buffer, 0, Math.min(buffer.byteLength, searchedOfJpeg))
    : new Uint8Array(buffer)
  let at = bytes.indexOf(0x45)
  while (at !== -1) {
    const start = at + marker.length
    const order = bytes[start]
    if (marker.every((byte, index) => bytes[at + index] === byte) && (order === 0x49 || order === 0x4d))
      return new DataView(buffer, start)
    at = bytes.indexOf(0x45, at + 1)
  }
  return null
}

/** Where the entry of each tag begins. */
function entriesOf(tiff: DataView, isLittle: boolean, directory: number): ReadonlyMap<number, number> {
  const entries = new Map<number, number>()
  const count = tiff.getUint16(directory, isLittle)
  for (let index = 0; index < count; index += 1) {
    const at = directory + 2 + 12 * index
    entries.set(tiff.getUint16(at, isLittle), at)
  }
  return entries
}

function textAt(tiff: DataView, isLittle: boolean, entry: number): string {
  const length = tiff.getUint32(entry + 4, isLittle)
  const bytes = new Uint8Array(tiff.buffer, tiff.byteOffset + tiff.getUint32(entry + 8, isLittle), length)
  return new TextDecoder().decode(bytes)
}

/** `2026:11:26 09:10:00`, `+09:00`. */
function parseTime(text: string, offset: string): number | null {
  const parts = /^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)/.exec(text)
  if (!parts) return null
  const [, year, month, day, time] = parts
  const [zone = ''] = /^[+-]\d\d:\d\d/.exec(offset) ?? []
  const at = Date.parse(`${year}-${month}-${day}T${time}${zone}`)
  return Number.isNaN(at) ? null : at
}
