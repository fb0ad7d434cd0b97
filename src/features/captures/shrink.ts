/** Photographs up to this size are sent as they are. Bytes. */
export const keptAsIs = 4_000_000
/** Digits must stay at least 28 px high to be read. */
const longSide = 2000
/** How far the result may be from the planned size. */
const tolerance = 0.02

/** What the server cannot decode, but the phone that made it can. */
const onlyPhonesDecode = ['image/heic', 'image/heif']

/**
 * A JPEG of a large photograph, or of one in a form that only phones decode; or null when there is nothing to gain or the result cannot be trusted:
 * some phones give back a black or cropped picture and call it success. Never throws: the original is always good.
 */
export async function shrink(bytes: ArrayBuffer, mime: string): Promise<ArrayBuffer | null> {
  const foreign = onlyPhonesDecode.includes(mime)
  if (bytes.byteLength <= keptAsIs && !foreign) return null
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

/** The size is as planned and the picture is neither all black nor all white nor one grey. */
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
