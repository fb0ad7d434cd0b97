import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { conditions, type Face, photograph } from '../../../faces/index.ts'
import { faceOf } from '../../support/reader/rendered-meters.ts'

/** Below what the app shrinks before it is sent. */
export const photographBytes = 4_000_000
/** As phones take them: 12 megapixels. */
const size = { width: 4000, height: 3000 }
/** Bytes of a comment that the bench's page overwrites to make another photograph of it. */
const markLength = 16
const longestComment = 65_533

/** A counter of seven figures: the rendered gas meter without its first drum. */
export function sevenFigures(): Face {
  const face = faceOf('city-gas')
  if (face.style.kind !== 'counter') throw new Error('the gas meter has drums')
  const { boxes } = face.style
  return { ...face, key: 'seven-figures', digits: 7, style: { ...face.style, boxes: boxes.slice(1) } }
}

/** The meter in a JPEG of 12 megapixels and at most so many bytes. */
export async function phonePhotograph(face: Face, value: number, bytes: number): Promise<Buffer> {
  const { jpeg } = await photograph(face, value, conditions(5, 0.2))
  const pixels = await sharp(jpeg).resize(size).raw().toBuffer()
  // The noise of a sensor is most of what a phone's photograph weighs.
  let state = 1
  for (let at = 0; at < pixels.length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    pixels[at] = Math.max(0, Math.min(255, (pixels[at] ?? 0) + (state >>> 28) - 8))
  }
  const encode = (quality: number) =>
    sharp(pixels, { raw: { ...size, channels: 3 } })
      .jpeg({ quality })
      .toBuffer()
  let [low, high] = [30, 95]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((await encode(middle)).length <= bytes) low = middle
    else high = middle
  }
  return withComments(await encode(low), [Buffer.alloc(markLength)])
}

/** A small picture with as many bytes, so that the server's reading of it behind the call costs little. */
export async function heavyPhotograph(face: Face, value: number, bytes: number): Promise<Buffer> {
  const { jpeg } = await photograph(face, value, conditions(5, 0.2))
  const comments = [Buffer.alloc(markLength)]
  // Less the heads of the comments.
  for (let left = bytes - jpeg.length - 1000; left > 0; left -= longestComment)
    comments.push(randomBytes(Math.min(left, longestComment)))
  return withComments(jpeg, comments)
}

/** Behind the first marker. */
export function withComments(jpeg: Buffer, comments: readonly Buffer[]): Buffer {
  const segments = comments.flatMap((comment) => {
    const head = Buffer.from([0xff, 0xfe, 0, 0])
    head.writeUInt16BE(comment.length + 2, 2)
    return [head, comment]
  })
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)])
}
