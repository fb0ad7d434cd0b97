import { stripHeif } from './heif.ts'
import { stripJpeg } from './jpeg.ts'
import { stripPng } from './png.ts'
import { stripWebp } from './webp.ts'

const byMediaType: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  'image/jpeg': stripJpeg,
  'image/png': stripPng,
  'image/webp': stripWebp,
  'image/heic': stripHeif,
  'image/heif': stripHeif,
}

/**
 * The picture without personal metadata: place, time, device, author (decision 032). Pixels, colours and orientation
 * stay. Null for a malformed file, which may contain anything.
 */
export function withoutPersonalData(bytes: Uint8Array, mediaType: string): Buffer | null {
  const strip = byMediaType[mediaType]
  if (strip === undefined) return null
  try {
    return strip(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
