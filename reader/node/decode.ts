import sharp, { type Sharp } from 'sharp'
import type { Picture } from '../core/types.ts'
import { decodeBitmap, isBitmap } from './bitmap.ts'

/** Enough for any phone; more is likely an attack. */
const MAX_PIXELS = 80_000_000
/**
 * More than usual phones take. Larger photographs are downscaled while decoding (cheap for JPEG and WebP); no
 * method uses more.
 */
const MAX_DECODED = 16_000_000

export class UndecodablePicture extends Error {
  override name = 'UndecodablePicture'
}

/** Upright, in sRGB. */
export function openPicture(bytes: Uint8Array): Sharp {
  return sharp(bytes, { limitInputPixels: MAX_PIXELS }).autoOrient().toColourspace('srgb')
}

/**
 * For drawing repeatedly. A photograph larger than what is read is decoded once, to that size: cropping would
 * decode all of it each time.
 *
 * @throws UndecodablePicture
 */
export async function openLimited(
  bytes: Uint8Array,
): Promise<{ width: number; height: number; open: () => Sharp }> {
  const upright = (await openPicture(bytes).metadata()).autoOrient
  if (scaleOf(upright) >= 1) return { ...upright, open: () => openPicture(bytes) }
  const { width, height, data } = await decode(bytes)
  return { width, height, open: () => sharp(data, { raw: { width, height, channels: 4 } }) }
}

const scaleOf = ({ width, height }: { width: number; height: number }) =>
  Math.sqrt(MAX_DECODED / (width * height))

/** @throws UndecodablePicture */
export async function decode(bytes: Uint8Array): Promise<Picture> {
  try {
    if (isBitmap(bytes)) return decodeBitmap(bytes, MAX_PIXELS)
    const upright = (await openPicture(bytes).metadata()).autoOrient
    const scale = scaleOf(upright)
    const photograph = openPicture(bytes)
    if (scale < 1) photograph.resize({ width: Math.round(upright.width * scale) })
    const { data, info } = await photograph.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    const pixels = new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength)
    return { width: info.width, height: info.height, data: pixels }
  } catch (cause) {
    throw new UndecodablePicture('the bytes are not a picture that can be decoded', { cause })
  }
}
