import { cosine, sine } from '../math.ts'
import type { Point } from '../types.ts'
import type { GreyPicture } from './grey.ts'
import { type Face, MOVING } from './region.ts'

/** Number of directions tried, and the part of the face where a needle is searched: outside its hub, inside the numerals. */
const DIRECTIONS = 360
const INNER = 0.25
const OUTER = 0.65
/** Minimum mean difference of the normalised pictures along a needle; the difference of one pixel counts at most `MOST`. */
const SHOWING = 0.5
const MOST = 1.5
/** Half the width of a needle and of its tail, the tail's length and the hub's radius, as fractions of the face's radius. */
const NEEDLE = 0.08
const TAIL = 0.14
const TAIL_LENGTH = 0.5
const HUB = 0.18

/**
 * Returns the zones with the needles of both pictures and the hub marked as moving. The needles are found as the lines from the
 * hub along which the two aligned pictures differ most: the photograph is darker along one and lighter along the other.
 */
export function markNeedles(
  zones: Uint8Array,
  reference: GreyPicture,
  photograph: GreyPicture,
  { axis, across }: Face,
): Uint8Array {
  const { width, height } = reference
  const radius = across * width
  const middle = { x: axis.x * width, y: axis.y * height }
  const needles = findNeedles(reference, photograph, middle, radius)
  const marked = zones.slice()
  const [top, bottom] = [Math.max(0, Math.floor(middle.y - radius)), Math.min(height, middle.y + radius)]
  const [left, right] = [Math.max(0, Math.floor(middle.x - radius)), Math.min(width, middle.x + radius)]
  for (let row = top; row < bottom; row++) {
    for (let column = left; column < right; column++) {
      const u = (column + 0.5 - middle.x) / radius
      const v = (row + 0.5 - middle.y) / radius
      const isHub = u * u + v * v < HUB * HUB
      if (isHub || needles.some((needle) => isOnNeedle(u, v, needle))) marked[row * width + column] = MOVING
    }
  }
  return marked
}

/** Directions of the needles, of length 1: none, one or two. */
function findNeedles(
  reference: GreyPicture,
  photograph: GreyPicture,
  middle: Point,
  radius: number,
): readonly Point[] {
  let darker: Point | null = null
  let lighter: Point | null = null
  let [least, most] = [-SHOWING, SHOWING]
  for (let step = 0; step < DIRECTIONS; step++) {
    const turn = (step * 2 * Math.PI) / DIRECTIONS
    const direction = { x: sine(turn), y: -cosine(turn) }
    const difference = meanDifference(reference, photograph, middle, radius, direction)
    if (difference < least) [least, darker] = [difference, direction]
    if (difference > most) [most, lighter] = [difference, direction]
  }
  return [darker, lighter].filter((direction) => direction !== null)
}

/** Mean of photograph minus reference along a direction; 0 outside the picture. */
function meanDifference(
  reference: GreyPicture,
  photograph: GreyPicture,
  middle: Point,
  radius: number,
  { x, y }: Point,
): number {
  const { width, height } = reference
  let [sum, count] = [0, 0]
  for (let distance = INNER * radius; distance < OUTER * radius; distance++) {
    const column = Math.floor(middle.x + distance * x)
    const row = Math.floor(middle.y + distance * y)
    if (column < 0 || row < 0 || column >= width || row >= height) continue
    const at = row * width + column
    const difference = (photograph.data[at] as number) - (reference.data[at] as number)
    sum += Math.min(MOST, Math.max(-MOST, difference))
    count++
  }
  return count > 0 ? sum / count : 0
}

function isOnNeedle(u: number, v: number, { x, y }: Point): boolean {
  const along = u * x + v * y
  const beside = Math.abs(u * y - v * x)
  return along >= 0 ? beside < NEEDLE : along > -TAIL_LENGTH && beside < TAIL
}
