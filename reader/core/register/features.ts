import { power } from '../math.ts'
import { blur, type GreyPicture, gaussianKernel, halve } from './grey.ts'

/** A keypoint in pixels of the original picture. */
export interface Keypoint {
  x: number
  y: number
  /** Standard deviation of its best Gaussian. */
  sigma: number
  /** Positive for a dark spot on light ground. */
  strength: number
  /** The blurred layer it was found in, and its position and size there. */
  layer: GreyPicture
  column: number
  row: number
  scale: number
}

/** Scales an octave. */
const STEPS = 3
const SIGMA = 1.6
/** Assumed blur of a photograph, in pixels. */
const GIVEN = 0.5
const SMALLEST = 24
/** Below this contrast a spot is noise, in grey levels. */
const FAINT = 0.9
/** Maximum ratio of curvatures: beyond, it is an edge. */
const EDGE = 10

const sigmas = Array.from({ length: STEPS + 3 }, (_, i) => SIGMA * power(2, i / STEPS))
const kernels = sigmas
  .slice(1)
  .map((sigma, i) => gaussianKernel(Math.sqrt(sigma * sigma - (sigmas[i] as number) * (sigmas[i] as number))))
const first = gaussianKernel(Math.sqrt(SIGMA * SIGMA - GIVEN * GIVEN))

/**
 * Extrema of the difference of Gaussians in position and scale. D. Lowe, Distinctive image features from
 * scale-invariant keypoints, IJCV 2004.
 */
export function findKeypoints(grey: GreyPicture): Keypoint[] {
  const spots: Keypoint[] = []
  let base = blur(grey, first)
  for (let zoom = 1; Math.min(base.width, base.height) >= SMALLEST; zoom *= 2) {
    const layers = [base]
    for (const kernel of kernels) layers.push(blur(layers.at(-1) as GreyPicture, kernel))
    const differences = layers.slice(1).map((layer, i) => difference(layer, layers[i] as GreyPicture))
    for (let i = 1; i <= STEPS; i++) extremes(differences, i, layers[i] as GreyPicture, zoom, spots)
    base = halve(layers[STEPS] as GreyPicture)
  }
  return spots
}

function difference(a: GreyPicture, b: GreyPicture): Float32Array {
  const out = new Float32Array(a.data.length)
  for (let at = 0; at < out.length; at++) out[at] = (a.data[at] as number) - (b.data[at] as number)
  return out
}

function extremes(
  differences: readonly Float32Array[],
  index: number,
  layer: GreyPicture,
  zoom: number,
  spots: Keypoint[],
): void {
  const { width, height } = layer
  const [under, here, over] = [differences[index - 1], differences[index], differences[index + 1]] as [
    Float32Array,
    Float32Array,
    Float32Array,
  ]
  const around = [-width - 1, -width, -width + 1, -1, 1, width - 1, width, width + 1]
  const margin = 4
  for (let row = margin; row < height - margin; row++) {
    for (let column = margin; column < width - margin; column++) {
      const at = row * width + column
      const value = here[at] as number
      const size = Math.abs(value)
      if (size < FAINT) continue
      const sign = value > 0 ? 1 : -1
      if (sign * (under[at] as number) >= size || sign * (over[at] as number) >= size) continue
      let most = true
      for (const step of around) {
        if (
          sign * (here[at + step] as number) >= size ||
          sign * (under[at + step] as number) >= size ||
          sign * (over[at + step] as number) >= size
        ) {
          most = false
          break
        }
      }
      if (!most) continue
      const [left, right] = [here[at - 1] as number, here[at + 1] as number]
      const [above, below] = [here[at - width] as number, here[at + width] as number]
      const xx = left + right - 2 * value
      const yy = above + below - 2 * value
      const xy =
        ((here[at - width - 1] as number) +
          (here[at + width + 1] as number) -
          (here[at - width + 1] as number) -
          (here[at + width - 1] as number)) /
        4
      const determinant = xx * yy - xy * xy
      if (determinant <= 0 || (xx + yy) * (xx + yy) * EDGE > (EDGE + 1) * (EDGE + 1) * determinant) continue
      const ss = (under[at] as number) + (over[at] as number) - 2 * value
      const offset = (lower: number, upper: number, bend: number) =>
        bend === 0 ? 0 : Math.min(0.6, Math.max(-0.6, (lower - upper) / (2 * bend)))
      const dx = offset(left, right, xx)
      const dy = offset(above, below, yy)
      const ds = offset(under[at] as number, over[at] as number, ss)
      const scale = SIGMA * power(2, (index + ds) / STEPS)
      spots.push({
        x: (column + 0.5 + dx) * zoom,
        y: (row + 0.5 + dy) * zoom,
        sigma: scale * zoom,
        strength: value,
        layer,
        column: column + dx,
        row: row + dy,
        scale,
      })
    }
  }
}

/** At most `most` of the strongest keypoints, evenly over the parts of the picture. */
export function evenlyDistributed(
  spots: readonly Keypoint[],
  width: number,
  height: number,
  most: number,
): Keypoint[] {
  const across = 8
  const down = 8
  const cells = Array.from({ length: across * down }, (): Keypoint[] => [])
  const sorted = [...spots].sort(
    (a, b) => Math.abs(b.strength) - Math.abs(a.strength) || a.y - b.y || a.x - b.x || a.sigma - b.sigma,
  )
  for (const spot of sorted) {
    const column = Math.min(across - 1, Math.floor((spot.x / width) * across))
    const row = Math.min(down - 1, Math.floor((spot.y / height) * down))
    cells[row * across + column]?.push(spot)
  }
  const chosen: Keypoint[] = []
  for (let rank = 0; chosen.length < Math.min(most, sorted.length); rank++) {
    for (const cell of cells) {
      const spot = cell[rank]
      if (spot && chosen.length < most) chosen.push(spot)
    }
  }
  return chosen
}
