import { measureQuality } from '../core/quality.ts'
import { greyPicture } from '../core/register/grey.ts'

/** Width at which photographs of one scene are compared, in pixels. */
const WIDTH = 640

/**
 * For comparing photographs of the same scene: falls with blur.
 *
 * @throws DOMException when the bytes are not a picture
 */
export async function sharpnessOf(bytes: ArrayBuffer, mime: string): Promise<number> {
  const bitmap = await createImageBitmap(new Blob([bytes], { type: mime }), {
    resizeWidth: WIDTH,
    resizeQuality: 'medium',
  })
  try {
    const { width, height } = bitmap
    const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
    if (!context) throw new Error('no 2d context')
    context.drawImage(bitmap, 0, 0)
    const { data } = context.getImageData(0, 0, width, height)
    const grey = greyPicture({ width, height, data }, Math.max(width, height))
    return measureQuality({ ...grey, channels: 1 }).sharpness
  } finally {
    bitmap.close()
  }
}
