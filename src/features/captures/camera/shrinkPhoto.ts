import { inspectJpeg } from '../../../../reader/web/index.ts'

/** Up to this size a photograph is sent unchanged. Bytes. */
export const maxUnchangedBytes = 4_000_000
/** Px. Digits must stay at least 28 px high to be read. */
const longSide = 2000
/** Largest deviation from the planned width and height. */
const tolerance = 0.02

/** Whether the phone can decode the format and the server cannot. */
export const isForeign = (mime: string): boolean => mime === 'image/heic' || mime === 'image/heif'

/**
 * A smaller JPEG of a large photograph or of a format only phones decode; null without gain, for a damaged
 * JPEG, or if the phone returned a black or cropped picture without an error. Never throws; the original can always be sent.
 */
export async function shrinkPhoto(bytes: ArrayBuffer, mime: string): Promise<ArrayBuffer | null> {
  const foreign = isForeign(mime)
  if (bytes.byteLength <= maxUnchangedBytes && !foreign) return null
  // The smaller one would look complete: the server could not mark its reading as doubtful.
  if (inspectJpeg(new Uint8Array(bytes))?.isDamaged === true) return null
  try {
    const original = new File([bytes], 'photograph', { type: mime })
    const { default: compress } = await import('browser-image-compression')
    const smaller = await compress(original, {
      maxWidthOrHeight: longSide,
      fileType: 'image/jpeg',
      initialQuality: 0.9,
      useWebWorker: false,
    })
    if ((smaller.size >= bytes.byteLength && !foreign) || !(await isFaithful(original, smaller))) return null
    return await smaller.arrayBuffer()
  } catch (error) {
    console.warn(error)
    return null
  }
}

/** The planned size, and not all black, white or grey. */
async function isFaithful(original: Blob, smaller: Blob): Promise<boolean> {
  const [before, after] = await Promise.all([createImageBitmap(original), createImageBitmap(smaller)])
  try {
    const scale = Math.min(1, longSide / Math.max(before.width, before.height))
    const isNear = (size: number, planned: number) => Math.abs(size - planned) <= planned * tolerance
    if (!isNear(after.width, before.width * scale) || !isNear(after.height, before.height * scale))
      return false
    return hasContent(after) || !hasContent(before)
  } finally {
    before.close()
    after.close()
  }
}

function hasContent(picture: ImageBitmap): boolean {
  const side = 32
  const context = new OffscreenCanvas(side, side).getContext('2d')
  if (!context) return false
  context.drawImage(picture, 0, 0, side, side)
  const { data } = context.getImageData(0, 0, side, side)
  let low = 255
  let high = 0
  for (let index = 0; index < data.length; index += 4) {
    const green = data[index + 1] ?? 0
    low = Math.min(low, green)
    high = Math.max(high, green)
  }
  return high - low > 8
}
