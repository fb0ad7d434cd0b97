import { cosine, exponential, sine } from '../math.ts'
import type { Keypoint } from './features.ts'
import { sampleBilinear } from './grey.ts'

/** Keypoints with descriptors. A keypoint with two orientations appears twice. */
export interface Features {
  count: number
  /** Pairs x, y. */
  positions: Float64Array
  /** 1 for dark spots, -1 for light ones. */
  signs: Int8Array
  /** `LENGTH` numbers a feature, of unit length. */
  descriptors: Float32Array
}

export const LENGTH = 128
const CELLS = 4
const BINS = 8
/** Samples across the patch, and their distance in sigmas of the keypoint. */
const SAMPLES = 16
const STEP = 0.75
const TURNS = 36
const TURN_SAMPLES = 13
/** Minimum strength of a second orientation relative to the first. */
const SECOND = 0.8
const CIRCLE = 2 * Math.PI

/** Weight and cell shares of each sample. */
const shares = Array.from({ length: SAMPLES * SAMPLES }, (_, at) => {
  const x = ((at % SAMPLES) + 0.5) / SAMPLES
  const y = (Math.floor(at / SAMPLES) + 0.5) / SAMPLES
  const weight = exponential(-2 * ((2 * x - 1) * (2 * x - 1) + (2 * y - 1) * (2 * y - 1)))
  const taken: { cell: number; weight: number }[] = []
  const [column, row] = [x * CELLS - 0.5, y * CELLS - 0.5]
  for (let r = Math.floor(row); r <= Math.floor(row) + 1; r++) {
    for (let c = Math.floor(column); c <= Math.floor(column) + 1; c++) {
      if (r < 0 || c < 0 || r >= CELLS || c >= CELLS) continue
      taken.push({
        cell: (r * CELLS + c) * BINS,
        weight: weight * (1 - Math.abs(r - row)) * (1 - Math.abs(c - column)),
      })
    }
  }
  return taken
})
const turnWeights = Array.from({ length: TURN_SAMPLES * TURN_SAMPLES }, (_, at) => {
  const x = (at % TURN_SAMPLES) - (TURN_SAMPLES - 1) / 2
  const y = Math.floor(at / TURN_SAMPLES) - (TURN_SAMPLES - 1) / 2
  return exponential((-(x * x + y * y) * STEP * STEP) / (2 * 1.5 * 1.5 * 1.5))
})

/** The angle of a vector, 0 ≤ angle < 2π, with an error below 1e-4: much faster than the exact one. */
function direction(y: number, x: number): number {
  const ax = Math.abs(x)
  const ay = Math.abs(y)
  const longer = Math.max(ax, ay)
  if (longer === 0) return 0
  const a = Math.min(ax, ay) / longer
  const s = a * a
  let angle = ((-0.0464964749 * s + 0.15931422) * s - 0.327622764) * s * a + a
  if (ay > ax) angle = Math.PI / 2 - angle
  if (x < 0) angle = Math.PI - angle
  return y < 0 && angle > 0 ? CIRCLE - angle : angle
}

/** Samples a rotated square of `size` × `size` around the keypoint, with one more at each edge. */
function patch(
  { layer, column, row, scale }: Keypoint,
  size: number,
  cos: number,
  sin: number,
  out: Float32Array,
): void {
  const step = STEP * scale
  const reach = (size + 1) / 2
  const wide = size + 2
  for (let j = 0; j < wide; j++) {
    for (let i = 0; i < wide; i++) {
      const u = (i - reach) * step
      const v = (j - reach) * step
      out[j * wide + i] = sampleBilinear(layer, column + cos * u - sin * v, row + sin * u + cos * v)
    }
  }
}

const turnPatch = new Float32Array((TURN_SAMPLES + 2) * (TURN_SAMPLES + 2))
const lookPatch = new Float32Array((SAMPLES + 2) * (SAMPLES + 2))

/** The one or two strongest gradient orientations, in radians. */
function turnsOf(spot: Keypoint): number[] {
  patch(spot, TURN_SAMPLES, 1, 0, turnPatch)
  const counts = new Float64Array(TURNS)
  const wide = TURN_SAMPLES + 2
  for (let row = 0; row < TURN_SAMPLES; row++) {
    for (let column = 0; column < TURN_SAMPLES; column++) {
      const at = (row + 1) * wide + column + 1
      const x = (turnPatch[at + 1] as number) - (turnPatch[at - 1] as number)
      const y = (turnPatch[at + wide] as number) - (turnPatch[at - wide] as number)
      const size = Math.sqrt(x * x + y * y) * (turnWeights[row * TURN_SAMPLES + column] as number)
      const position = (direction(y, x) / CIRCLE) * TURNS
      const bin = Math.floor(position)
      const share = position - bin
      counts[bin % TURNS] = (counts[bin % TURNS] as number) + size * (1 - share)
      counts[(bin + 1) % TURNS] = (counts[(bin + 1) % TURNS] as number) + size * share
    }
  }
  const count = (bin: number) => counts[(bin + TURNS) % TURNS] as number
  const smooth = counts.map((value, bin) => (2 * value + count(bin - 1) + count(bin + 1)) / 4)
  const level = (bin: number) => smooth[(bin + TURNS) % TURNS] as number
  const highest = Math.max(...smooth)
  const peaks: { bin: number; height: number }[] = []
  for (let bin = 0; bin < TURNS; bin++) {
    const height = level(bin)
    if (height >= SECOND * highest && height > level(bin - 1) && height >= level(bin + 1))
      peaks.push({ bin, height })
  }
  peaks.sort((a, b) => b.height - a.height || a.bin - b.bin)
  return peaks.slice(0, 2).map(({ bin, height }) => {
    const bend = level(bin - 1) + level(bin + 1) - 2 * height
    const offset = bend === 0 ? 0 : (level(bin - 1) - level(bin + 1)) / (2 * bend)
    return ((bin + offset) / TURNS) * CIRCLE
  })
}

/** Histogram of gradients by cell and direction, rotated upright; roots, unit length. */
function descriptorOf(spot: Keypoint, turn: number, out: Float32Array, start: number): void {
  patch(spot, SAMPLES, cosine(turn), sine(turn), lookPatch)
  const wide = SAMPLES + 2
  for (let row = 0; row < SAMPLES; row++) {
    for (let column = 0; column < SAMPLES; column++) {
      const at = (row + 1) * wide + column + 1
      const x = (lookPatch[at + 1] as number) - (lookPatch[at - 1] as number)
      const y = (lookPatch[at + wide] as number) - (lookPatch[at - wide] as number)
      const size = Math.sqrt(x * x + y * y)
      const position = (direction(y, x) / CIRCLE) * BINS
      const bin = Math.floor(position)
      const share = position - bin
      const low = bin % BINS
      const high = (bin + 1) % BINS
      const taken = shares[row * SAMPLES + column] as { cell: number; weight: number }[]
      for (let i = 0; i < taken.length; i++) {
        const { cell, weight } = taken[i] as { cell: number; weight: number }
        const amount = size * weight
        out[start + cell + low] = (out[start + cell + low] as number) + amount * (1 - share)
        out[start + cell + high] = (out[start + cell + high] as number) + amount * share
      }
    }
  }
  let sum = 1e-9
  for (let i = 0; i < LENGTH; i++) sum += out[start + i] as number
  for (let i = 0; i < LENGTH; i++) out[start + i] = Math.sqrt((out[start + i] as number) / sum)
}

/** SIFT descriptors (Lowe 2004) as RootSIFT (Arandjelović and Zisserman 2012). */
export function describe(spots: readonly Keypoint[]): Features {
  const turned = spots.flatMap((spot) => turnsOf(spot).map((turn) => ({ spot, turn })))
  const descriptors = new Float32Array(turned.length * LENGTH)
  turned.forEach(({ spot, turn }, index) => {
    descriptorOf(spot, turn, descriptors, index * LENGTH)
  })
  return {
    count: turned.length,
    positions: Float64Array.from(turned.flatMap(({ spot }) => [spot.x, spot.y])),
    signs: Int8Array.from(turned, ({ spot }) => (spot.strength > 0 ? 1 : -1)),
    descriptors,
  }
}
