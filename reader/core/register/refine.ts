import { linear } from '../resample.ts'
import type { Rectangle } from '../types.ts'
import { compose, type Homography, IDENTITY, invert, project, solve } from './homography.ts'
import { type NormalisedPicture, OUTSIDE } from './normalise.ts'
import { BEYOND, MOVING } from './region.ts'

const ROUNDS = 12
/** Larger differences are a needle, digit or reflection and get little weight. */
const OUTLIER = 0.7
const MAX_POINTS = 4000
/** Weight of the meter's surroundings. */
const SURROUNDING = 0.12
/** Squared slope below which a pixel is flat. */
const FLAT = 0.02

interface Patch {
  x: Float64Array
  y: Float64Array
  value: Float64Array
  weight: Float64Array
  /** Eight numbers a point: the derivative of its value by each parameter. */
  change: Float64Array
  count: number
}

/**
 * Aligns two normalised pictures: Gauss-Newton over all sloped pixels, inverse compositional (Baker and Matthews, IJCV
 * 2004), robust against moving parts and other labels on the same housing.
 *
 * @param photograph already warped to the reference's frame
 * @param region where the fit matters most, in pixels
 * @param zones of the reference's pixels
 * @returns maps a reference point to where the photograph shows it; null when it diverges
 */
export function align(
  reference: NormalisedPicture,
  photograph: NormalisedPicture,
  region: Rectangle,
  zones: Uint8Array,
): Homography | null {
  const middle = { x: (region.x1 + region.x2) / 2, y: (region.y1 + region.y2) / 2 }
  const size = Math.max(8, (region.x2 - region.x1) / 2, (region.y2 - region.y1) / 2)
  const into: Homography = [1 / size, 0, -middle.x / size, 0, 1 / size, -middle.y / size, 0, 0, 1]
  const back: Homography = [size, 0, middle.x, 0, size, middle.y, 0, 0, 1]
  const patch = patchOf(reference, zones, middle, size)
  if (patch.count < 60) return null
  let total: Homography = IDENTITY
  for (let round = 0; round < ROUNDS; round++) {
    const step = stepOf(patch, photograph, compose(back, total))
    const undo = step && invert(step)
    if (!undo) return null
    total = compose(total, undo)
    const corners = [project(undo, -1, -1), project(undo, 1, -1), project(undo, 1, 1), project(undo, -1, 1)]
    const moved = Math.max(
      ...corners.map(({ x, y }, i) => Math.abs(x - (i % 3 === 0 ? -1 : 1)) + Math.abs(y - (i < 2 ? -1 : 1))),
    )
    if (moved * size < 0.02) break
  }
  return compose(back, compose(total, into))
}

function patchOf(
  relief: NormalisedPicture,
  zones: Uint8Array,
  middle: { x: number; y: number },
  size: number,
): Patch {
  const { width, height, data, seen } = relief
  const found: number[] = []
  for (let row = 1; row < height - 1; row++) {
    for (let column = 1; column < width - 1; column++) {
      const at = row * width + column
      const gx = ((data[at + 1] as number) - (data[at - 1] as number)) / 2
      const gy = ((data[at + width] as number) - (data[at - width] as number)) / 2
      if (gx * gx + gy * gy < FLAT || seen[at] === OUTSIDE || zones[at] === MOVING) continue
      found.push(at)
    }
  }
  const near = found.filter((at) => zones[at] !== BEYOND)
  const chosen = [...subsampled(near, MAX_POINTS), ...subsampled(found, MAX_POINTS / 2)]
  const patch: Patch = {
    x: new Float64Array(chosen.length),
    y: new Float64Array(chosen.length),
    value: new Float64Array(chosen.length),
    weight: new Float64Array(chosen.length),
    change: new Float64Array(chosen.length * 8),
    count: chosen.length,
  }
  const nearCount = Math.min(near.length, MAX_POINTS)
  chosen.forEach((at, i) => {
    const x = ((at % width) + 0.5 - middle.x) / size
    const y = (Math.floor(at / width) + 0.5 - middle.y) / size
    const gx = (((data[at + 1] as number) - (data[at - 1] as number)) / 2) * size
    const gy = (((data[at + width] as number) - (data[at - width] as number)) / 2) * size
    const g = x * gx + y * gy
    patch.x[i] = x
    patch.y[i] = y
    patch.value[i] = data[at] as number
    patch.weight[i] = i < nearCount ? 1 : SURROUNDING
    patch.change.set([gx * x, gx * y, gx, gy * x, gy * y, gy, -x * g, -y * g], i * 8)
  })
  return patch
}

/** Evenly subsampled to at most `most`. */
function subsampled(list: readonly number[], max: number): number[] {
  if (list.length <= max) return [...list]
  return Array.from(
    { length: Math.floor(max) },
    (_, i) => list[Math.floor((i * list.length) / max)] as number,
  )
}

/** One Gauss-Newton step. */
function stepOf(patch: Patch, photograph: NormalisedPicture, position: Homography): Homography | null {
  const { width, height, data, seen } = photograph
  const normal = new Float64Array(64)
  const right = new Float64Array(8)
  const { change } = patch
  let used = 0
  for (let i = 0; i < patch.count; i++) {
    const x = patch.x[i] as number
    const y = patch.y[i] as number
    const w = position[6] * x + position[7] * y + position[8]
    const u = (position[0] * x + position[1] * y + position[2]) / w - 0.5
    const v = (position[3] * x + position[4] * y + position[5]) / w - 0.5
    if (!(u >= 0 && v >= 0 && u < width - 1 && v < height - 1)) continue
    const column = Math.floor(u)
    const row = Math.floor(v)
    const at = row * width + column
    if (seen[at] === OUTSIDE) continue
    const error = linear(data, at, 1, width, u - column, v - row) - (patch.value[i] as number)
    const doubt = 1 + (error * error) / (OUTLIER * OUTLIER)
    const weight = (patch.weight[i] as number) / (doubt * doubt)
    used++
    const from = i * 8
    for (let a = 0; a < 8; a++) {
      const scaled = weight * (change[from + a] as number)
      right[a] = (right[a] as number) + scaled * error
      for (let b = a; b < 8; b++) {
        normal[a * 8 + b] = (normal[a * 8 + b] as number) + scaled * (change[from + b] as number)
      }
    }
  }
  if (used < 60) return null
  let trace = 0
  for (let a = 0; a < 8; a++) trace += normal[a * 9] as number
  for (let a = 0; a < 8; a++) {
    normal[a * 9] = (normal[a * 9] as number) + trace * (a < 6 ? 1e-4 : 1e-3)
    for (let b = 0; b < a; b++) normal[a * 8 + b] = normal[b * 8 + a] as number
  }
  if (!solve(normal, right, 8)) return null
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, k = 0] = right
  return [1 + a, b, c, d, 1 + e, f, g, k, 1]
}
