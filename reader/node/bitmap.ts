import type { Picture } from '../core/types.ts'

const SIGNATURE = 'BM'
const HEADERS = 54

/** Windows bitmaps, which sharp does not open. */
export function isBitmap(bytes: Uint8Array): boolean {
  return bytes.length >= HEADERS && Buffer.from(bytes.subarray(0, 2)).toString('latin1') === SIGNATURE
}

/**
 * Decodes an uncompressed Windows bitmap of 24 or 32 bits a pixel: BGR, rows padded to four bytes, bottom up
 * unless the height is negative (Microsoft, BITMAPINFOHEADER).
 *
 * @throws RangeError for any other bitmap, more than `maxPixels`, or missing pixels
 */
export function decodeBitmap(bytes: Uint8Array, maxPixels: number): Picture {
  const header = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const start = header.readUInt32LE(10)
  const width = header.readInt32LE(18)
  const signedHeight = header.readInt32LE(22)
  const height = Math.abs(signedHeight)
  const depth = header.readUInt16LE(28) / 8
  const compression = header.readUInt32LE(30)
  const stride = Math.ceil((width * depth) / 4) * 4
  const supported = compression === 0 && (depth === 3 || depth === 4)
  if (!supported || width < 1 || height < 1 || width * height > maxPixels)
    throw new RangeError('not a bitmap of 24 or 32 bits a pixel')
  if (start + stride * height > bytes.length) throw new RangeError('the bitmap ends before its last pixel')
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  let at = 0
  for (let y = 0; y < height; y++) {
    let from = start + (signedHeight > 0 ? height - 1 - y : y) * stride
    for (let x = 0; x < width; x++) {
      data[at] = bytes[from + 2] ?? 0
      data[at + 1] = bytes[from + 1] ?? 0
      data[at + 2] = bytes[from] ?? 0
      at += 4
      from += depth
    }
  }
  return { width, height, data }
}
