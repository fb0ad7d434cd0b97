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
 * The same picture without what its file tells of people: where and when it was taken, with which device, by whom
 * (decision 032). Pixels, colours and orientation stay as they are. Null where the file is not built as its kind says,
 * so that nobody can tell what is in it.
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
