import { pictureBlob } from '../../../../reader/web/index.ts'

/** Twice the list's thumbnail, for high-density screens. Px. */
const width = 160

/** A small JPEG; null where this browser cannot decode the photograph. */
export async function createThumbnail(bytes: ArrayBuffer, mime: string): Promise<Blob | null> {
  const picture = await createImageBitmap(pictureBlob(bytes, mime), {
    resizeWidth: width,
    resizeQuality: 'medium',
  }).catch(() => null)
  if (picture === null) return null
  const canvas = new OffscreenCanvas(picture.width, picture.height)
  canvas.getContext('2d')?.drawImage(picture, 0, 0)
  picture.close()
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.8 })
}
