/** Px, at most. Digits must stay at least 28 px high to be read. */
const longSide = 2000
/** Of an uploaded picture. MB. */
const maxMegabytes = 0.5

/**
 * Returns a JPEG of about 500 kB, at most 2,000 px (or `side`) on the long side, or the file itself if it is
 * a damaged JPEG or this browser cannot decode it.
 */
export async function compressForUpload(file: File, side = longSide): Promise<Blob> {
  const { inspectJpeg } = await import('../../../reader/web/index.ts')
  // The copy would look complete: the server could not mark its reading as doubtful.
  if (inspectJpeg(new Uint8Array(await file.arrayBuffer()))?.isDamaged === true) return file
  try {
    const { default: compress } = await import('browser-image-compression')
    return await compress(file, {
      maxSizeMB: maxMegabytes,
      maxWidthOrHeight: side,
      alwaysKeepResolution: true,
      fileType: 'image/jpeg',
      initialQuality: 0.9,
      useWebWorker: false,
    })
  } catch (error) {
    console.warn(error)
    return file
  }
}

/** An icon of at most this many px on the long side; PNG and WebP stay what they are, for their transparency. */
export async function compressIcon(file: File, limit: number): Promise<Blob> {
  const { default: compress } = await import('browser-image-compression')
  return compress(file, { maxSizeMB: maxMegabytes, maxWidthOrHeight: limit, useWebWorker: false })
}

/** For JSON bodies. */
export function base64Of(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^data:[^,]*,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
}
