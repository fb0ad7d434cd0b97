import sharp from 'sharp'
import { frameSvg } from '../core/frame.ts'
import type { Frame } from '../core/types.ts'
import { openPicture, UndecodablePicture } from './decode.ts'

const FRAMED_LONG_SIDE = 1000
const FRAMED_QUALITY = 80
const THUMBNAIL_QUALITY = 72
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
export async function thumbnail(bytes: Uint8Array, width: number): Promise<Buffer> {
  try {
    return await openPicture(bytes)
      .resize({ width, withoutEnlargement: true })
      .webp({ quality: THUMBNAIL_QUALITY, effort: EFFORT })
      .toBuffer()
  } catch (cause) {
    throw new UndecodablePicture('the bytes are not a picture that can be decoded', { cause })
  }
}
