import { type GreyPicture, sampleBilinear } from './grey.ts'
import { type Homography, scaleAt } from './homography.ts'

/** A picture without lighting: (value − local mean) / local contrast. */
export interface NormalisedPicture extends GreyPicture {
  /** For each pixel: `OUTSIDE` the photograph, `SEEN`, or `DAZZLED` by light in the glass. */
  seen: Uint8Array
}

export const OUTSIDE = 0
export const SEEN = 1
export const DAZZLED = 2

/** The picture at 1, 1/2, 1/4, … */
export type Pyramid = readonly GreyPicture[]

/**
 * Warps the photograph into the reference's frame of `width` × `height` pixels, from the coarsest sufficient
 * level.
 *
 * @param h from the pixels of the output to those of `pyramid[0]`
 */
export function warp(pyramid: Pyramid, h: Homography, width: number, height: number): NormalisedPicture {
  const { longest, shortest } = scaleAt(h, width / 2, height / 2)
  const steps = Math.sqrt(longest * shortest)
  let level = 0
  while (level < pyramid.length - 1 && steps / (1 << level) > 1.5) level++
  const source = pyramid[level] as GreyPicture
  const across = source.width / (pyramid[0] as GreyPicture).width
  const down = source.height / (pyramid[0] as GreyPicture).height
  const data = new Float32Array(width * height)
  const seen = new Uint8Array(width * height)
  const right = source.width - 0.501
  const bottom = source.height - 0.501
  for (let row = 0; row < height; row++) {
    const y = row + 0.5
    for (let column = 0; column < width; column++) {
      const x = column + 0.5
      const w = h[6] * x + h[7] * y + h[8]
      const u = ((h[0] * x + h[1] * y + h[2]) / w) * across - 0.5
      const v = ((h[3] * x + h[4] * y + h[5]) / w) * down - 0.5
      const at = row * width + column
      if (w > 0 && u >= -0.5 && v >= -0.5 && u <= right && v <= bottom) seen[at] = SEEN
      data[at] = w > 0 ? sampleBilinear(source, u, v) : 0
    }
  }
  return { width, height, data, seen }
}

/** Contrasts well below `floor` stay flat. */
export function normaliseContrast(
  grey: GreyPicture,
  seen: Uint8Array | null,
  reach: number,
  floor: number,
): NormalisedPicture {
  const { width, height, data } = grey
  const mean = boxMean(data, width, height, reach)
  const squares = new Float32Array(data.length)
  for (let at = 0; at < data.length; at++) {
    const difference = (data[at] as number) - (mean[at] as number)
    squares[at] = difference * difference
  }
  const variance = boxMean(squares, width, height, reach)
  const out = new Float32Array(data.length)
  for (let at = 0; at < out.length; at++) {
    const spread = Math.sqrt((variance[at] as number) + floor * floor)
    out[at] = ((data[at] as number) - (mean[at] as number)) / spread
  }
  return { width, height, data: out, seen: seen ?? new Uint8Array(data.length).fill(SEEN) }
}

/** Mean over (2 · reach + 1)² pixels; edges are extended. */
function boxMean(data: Float32Array, width: number, height: number, reach: number): Float32Array {
  const across = new Float32Array(data.length)
  const size = 2 * reach + 1
  for (let y = 0; y < height; y++) {
    const start = y * width
    let sum = 0
    for (let x = -reach; x <= reach; x++) sum += data[start + Math.min(width - 1, Math.max(0, x))] as number
    for (let x = 0; x < width; x++) {
      across[start + x] = sum / size
      sum +=
        (data[start + Math.min(width - 1, x + reach + 1)] as number) -
        (data[start + Math.max(0, x - reach)] as number)
    }
  }
  const out = new Float32Array(data.length)
  const sums = new Float64Array(width)
  const add = (y: number, sign: number) => {
    const start = Math.min(height - 1, Math.max(0, y)) * width
    for (let x = 0; x < width; x++) sums[x] = (sums[x] as number) + sign * (across[start + x] as number)
  }
  for (let y = -reach; y <= reach; y++) add(y, 1)
  for (let y = 0; y < height; y++) {
    const start = y * width
    for (let x = 0; x < width; x++) out[start + x] = (sums[x] as number) / size
    add(y + reach + 1, 1)
    add(y - reach, -1)
  }
  return out
}
