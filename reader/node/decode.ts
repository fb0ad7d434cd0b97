import sharp, { type Sharp } from 'sharp'
import type { Picture } from '../core/types.ts'
import { decodeBitmap, isBitmap } from './bitmap.ts'
import { maxPixels } from './max-pixels.ts'

/**
 * More than usual phones take. Larger photographs are downscaled while decoding (cheap for JPEG and WebP); no
 * method uses more.
 */
const MAX_DECODED = 16_000_000

export class UndecodablePicture extends Error {
  override name = 'UndecodablePicture'
}

/**
 * Upright, in sRGB. A damaged file is decoded as far as it goes, as browsers do; `isStrict` refuses it.
 */
export function openPicture(bytes: Uint8Array, isStrict = false): Sharp {
  return sharp(bytes, { limitInputPixels: maxPixels, failOn: isStrict ? 'warning' : 'none' })
    .autoOrient()
    .toColourspace('srgb')
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

/**
 * Decodes a picture for reading. `isDamaged`: a part of the file is missing or broken, so that some of the pixels are grey
 * or wrong.
 *
 * @throws UndecodablePicture if nothing can be decoded
 */
export async function decodeDamaged(bytes: Uint8Array): Promise<{ picture: Picture; isDamaged: boolean }> {
  try {
    return { picture: await pixelsOf(bytes, true), isDamaged: false }
  } catch {
    return { picture: await decode(bytes), isDamaged: true }
  }
}

/** @throws UndecodablePicture if nothing can be decoded */
export async function decode(bytes: Uint8Array): Promise<Picture> {
  try {
    return await pixelsOf(bytes, false)
  } catch (cause) {
    throw new UndecodablePicture('the bytes are not a picture that can be decoded', { cause })
  }
}

async function pixelsOf(bytes: Uint8Array, isStrict: boolean): Promise<Picture> {
  if (isBitmap(bytes)) return decodeBitmap(bytes, maxPixels)
  const upright = (await openPicture(bytes, isStrict).metadata()).autoOrient
  const scale = scaleOf(upright)
  const photograph = openPicture(bytes, isStrict)
  if (scale < 1) photograph.resize({ width: Math.round(upright.width * scale) })
  const { data, info } = await photograph.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const pixels = new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength)
  return { width: info.width, height: info.height, data: pixels }
}
