import type { Picture } from '../core/types.ts'
import { pictureBlob } from './pictureBlob.ts'

/**
 * Upright, in sRGB.
 *
 * @throws DOMException (InvalidStateError) when the bytes are not a picture
 */
export async function decode(bytes: ArrayBuffer, mime: string): Promise<Picture> {
  const bitmap = await createImageBitmap(pictureBlob(bytes, mime), {
    imageOrientation: 'from-image',
  })
  try {
    const { width, height } = bitmap
    const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
    if (!context) throw new Error('no 2d context')
    context.drawImage(bitmap, 0, 0)
    return { width, height, data: context.getImageData(0, 0, width, height).data }
  } finally {
    bitmap.close()
  }
}
