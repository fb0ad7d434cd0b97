import { inspectJpeg } from '../core/files/jpeg.ts'

const endMarker = new Uint8Array([0xff, 0xd9])

/**
 * Returns a picture for `createImageBitmap`. A damaged JPEG gets an end marker, because Chromium would otherwise refuse one
 * that is cut off, although pages display it.
 */
export function pictureBlob(bytes: ArrayBuffer, mime: string): Blob {
  const isDamaged = inspectJpeg(new Uint8Array(bytes))?.isDamaged === true
  return new Blob(isDamaged ? [bytes, endMarker] : [bytes], { type: mime })
}
