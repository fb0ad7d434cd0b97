import sharp from 'sharp'
import { frameSvg } from '../core/frame.ts'
import type { Frame } from '../core/types.ts'
import { openPicture, UndecodablePicture } from './decode.ts'

const FRAMED_LONG_SIDE = 1000
const FRAMED_QUALITY = 80
const THUMBNAIL_QUALITY = 72
const REFERENCE_LONG_SIDE = 1000
const REFERENCE_QUALITY = 80
/** Half the time of libwebp's usual 4 for files a twentieth larger. */
const EFFORT = 2

/** The photograph as WebP, its long side at most 1000 pixels, with the frame drawn over it. */
export async function framePicture(bytes: Uint8Array, frame: Frame): Promise<Buffer> {
  const { data, info } = await openPicture(bytes)
    .resize({ width: FRAMED_LONG_SIDE, height: FRAMED_LONG_SIDE, fit: 'inside', withoutEnlargement: true })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const overlay = Buffer.from(frameSvg(frame, info.width, info.height))
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
    .composite([{ input: overlay }])
    .webp({ quality: FRAMED_QUALITY, effort: EFFORT })
    .toBuffer()
}

/**
 * The photograph as WebP, at most `width` pixels wide.
 *
 * @throws UndecodablePicture
 */
export const thumbnail = (bytes: Uint8Array, width: number): Promise<Buffer> =>
  reduced(bytes, { width }, THUMBNAIL_QUALITY)

/**
 * A meter's reference picture as photographs are registered to it, on phones and on the server alike: WebP, its long
 * side at most 1000 pixels.
 *
 * @throws UndecodablePicture
 */
export const referencePicture = (bytes: Uint8Array): Promise<Buffer> =>
  reduced(bytes, { width: REFERENCE_LONG_SIDE, height: REFERENCE_LONG_SIDE }, REFERENCE_QUALITY)

async function reduced(
  bytes: Uint8Array,
  size: { width: number; height?: number },
  quality: number,
): Promise<Buffer> {
  try {
    return await openPicture(bytes)
      .resize({ ...size, fit: 'inside', withoutEnlargement: true })
      .webp({ quality, effort: EFFORT })
      .toBuffer()
  } catch (cause) {
    throw new UndecodablePicture('the bytes are not a picture that can be decoded', { cause })
  }
}
