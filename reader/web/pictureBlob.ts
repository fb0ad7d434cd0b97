const endMarker = new Uint8Array([0xff, 0xd9])

/**
 * Returns a picture for `createImageBitmap`. A JPEG gets another end marker, because Chromium would refuse one that is cut
 * off, although pages display it. What follows the first end marker is ignored.
 */
export const pictureBlob = (bytes: ArrayBuffer, mime: string): Blob =>
  new Blob(mime === 'image/jpeg' ? [bytes, endMarker] : [bytes], { type: mime })
