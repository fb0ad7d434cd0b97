import sharp, { type Sharp } from 'sharp'
import type { Picture } from '../core/types.ts'
import { decodeBitmap, isBitmap } from './bitmap.ts'

/** Enough for any phone; a larger claim is more likely an attack than a photograph. */
const MOST_PIXELS = 80_000_000

/** The bytes are not a picture that can be decoded. */
export class UndecodablePicture extends Error {
  override name = 'UndecodablePicture'
}

/** Opens a photograph turned upright, in sRGB. */
export function openPicture(bytes: Uint8Array): Sharp {
  return sharp(bytes, { limitInputPixels: MOST_PIXELS }).autoOrient().toColourspace('srgb')
}

/** @throws UndecodablePicture */
export async function decode(bytes: Uint8Array): Promise<Picture> {
  try {
    if (isBitmap(bytes)) return decodeBitmap(bytes, MOST_PIXELS)
    const { data, info } = await openPicture(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    const pixels = new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength)
    return { width: info.width, height: info.height, data: pixels }
  } catch (cause) {
    throw new UndecodablePicture('the bytes are not a picture that can be decoded', { cause })
  }
}
