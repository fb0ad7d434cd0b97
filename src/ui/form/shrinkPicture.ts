/** Digits must stay at least 28 px high to be read. */
const longSide = 2000
/** Of an uploaded picture of a meter. MB. */
const mostMegabytes = 0.5

/**
 * A picture from a file as it is uploaded: a JPEG of about 500 kB, at most 2,000 px on the long side. A kind that
 * this browser cannot decode (HEIC outside Apple’s) is given back as it is.
 */
export async function shrinkPicture(file: File): Promise<Blob> {
  try {
    const { default: compress } = await import('browser-image-compression')
    return await compress(file, {
      maxSizeMB: mostMegabytes,
      maxWidthOrHeight: longSide,
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

/** The bytes as a JSON body carries them. */
export function base64Of(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^data:[^,]*,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
}
