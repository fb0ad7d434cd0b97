import type { Raster } from './resample.ts'
import type { Reason } from './types.ts'

export interface Quality {
  /** Standard deviation of the luma, in grey levels. */
  contrast: number
  /** Standard deviation of the Laplacian over that of the luma: falls with blur, whatever the light. */
  sharpness: number
  /** Fraction of pixels near white. */
  saturated: number
}

const WHITE = 250

/** For a one-channel raster of 0..255. */
export function measureQuality(grey: Raster): Quality {
  const { width, height, data } = grey
  let sum = 0
  let squares = 0
  let white = 0
  for (const value of data) {
    sum += value
    squares += value * value
    if (value >= WHITE) white++
  }
  const contrast = deviation(sum, squares, data.length)
  let edges = 0
  let edgeSquares = 0
  for (let row = 1; row < height - 1; row++) {
    for (let column = 1; column < width - 1; column++) {
      const laplacian = laplacianAt(grey, row * width + column)
      edges += laplacian
      edgeSquares += laplacian * laplacian
    }
  }
  const edge = deviation(edges, edgeSquares, (width - 2) * (height - 2))
  return { contrast, sharpness: contrast > 0 ? edge / contrast : 0, saturated: white / data.length }
}

const laplacianAt = ({ width, data }: Raster, at: number): number =>
  (data[at - 1] ?? 0) +
  (data[at + 1] ?? 0) +
  (data[at - width] ?? 0) +
  (data[at + width] ?? 0) -
  4 * (data[at] ?? 0)

/** The median of the absolute values of a normal distribution, in standard deviations. */
const MEDIAN = 0.6745

/**
 * Returns the sharpness without what noise adds to it. Most of a picture is flat, so that the median of its edges is
 * noise: noise makes a blurred picture seem sharp, but no edge stands out.
 *
 * @param quality of the same raster
 */
export function sharpnessAboveNoise(grey: Raster, { contrast, sharpness }: Quality): number {
  if (contrast === 0) return 0
  const { width, height } = grey
  /** Pixels by the size of their edge, in grey levels. */
  const counts = new Uint32Array(4 * 255 + 1)
  for (let row = 1; row < height - 1; row++)
    for (let column = 1; column < width - 1; column++) {
      const size = Math.round(Math.abs(laplacianAt(grey, row * width + column)))
      counts[size] = (counts[size] ?? 0) + 1
    }
  const half = ((width - 2) * (height - 2)) / 2
  let [below, size] = [0, 0]
  while (below + (counts[size] ?? 0) < half) below += counts[size++] ?? 0
  // Between whole levels, because a picture without noise has a median below one.
  const median = Math.max(0, size - 0.5 + (half - below) / (counts[size] ?? 1))
  const noise = median / MEDIAN / contrast
  return Math.sqrt(Math.max(0, sharpness * sharpness - noise * noise))
}

function deviation(sum: number, squares: number, count: number): number {
  if (count <= 0) return 0
  const mean = sum / count
  return Math.sqrt(Math.max(0, squares / count - mean * mean))
}

/** Above this white fraction glare, not focus, removes the edges. */
const GLARING = 0.3

/** Below these a cut-out is not read. */
export interface Floors {
  contrast: number
  sharpness: number
}

/** Why a cut-out is not read; null when it is. */
export function unreadableReason(quality: Quality, floors: Floors): Reason | null {
  if (quality.contrast < floors.contrast) return quality.saturated > 0.5 ? 'glare' : 'low contrast'
  if (quality.sharpness >= floors.sharpness) return null
  return quality.saturated > GLARING ? 'glare' : 'blur'
}
