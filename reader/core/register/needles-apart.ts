import { cosine, sine } from '../math.ts'
import type { GreyPicture } from './grey.ts'
import { type Face, MOVING } from './region.ts'

/** Directions tried, and the part of the face in which a needle is looked for: outside its hub, inside the numerals. */
const DIRECTIONS = 360
const INNER = 0.25
const OUTER = 0.65
/** Difference of normalised pictures along a needle, at least; more at a pixel counts no more. */
const SHOWING = 0.5
const MOST = 1.5
/** Half the width of a needle, of its tail, the tail's length and the hub's radius, as fractions of the face's radius. */
const NEEDLE = 0.08
const TAIL = 0.14
const TAIL_LENGTH = 0.5
const HUB = 0.18

/**
 * Marks as moving where the needle stands in the reference and where it stands in the photograph. Laid over each other,
 * the two pictures differ there from the hub on, one way at the one needle and the other way at the other.
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
  let [least, most] = [-SHOWING, SHOWING]
  let [darker, lighter]: [number | null, number | null] = [null, null]
  for (let step = 0; step < DIRECTIONS; step++) {
    const turn = (step * 2 * Math.PI) / DIRECTIONS
    const [x, y] = [sine(turn), -cosine(turn)]
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
    const mean = count > 0 ? sum / count : 0
    if (mean < least) [least, darker] = [mean, turn]
    if (mean > most) [most, lighter] = [mean, turn]
  }
  const marked = zones.slice()
  const turns = [darker, lighter].filter((turn) => turn !== null)
  const lines = turns.map((turn) => ({ x: sine(turn), y: -cosine(turn) }))
  const reach = Math.ceil(radius)
  for (let row = Math.max(0, Math.floor(middle.y - reach)); row < Math.min(height, middle.y + reach); row++) {
    for (
      let column = Math.max(0, Math.floor(middle.x - reach));
      column < Math.min(width, middle.x + reach);
      column++
    ) {
      const u = (column + 0.5 - middle.x) / radius
      const v = (row + 0.5 - middle.y) / radius
      const isHub = u * u + v * v < HUB * HUB
      if (isHub || lines.some((line) => isOnNeedle(u, v, line))) marked[row * width + column] = MOVING
    }
  }
  return marked
}

function isOnNeedle(u: number, v: number, { x, y }: { x: number; y: number }): boolean {
  const along = u * x + v * y
  const beside = Math.abs(u * y - v * x)
  return along >= 0 ? beside < NEEDLE : along > -TAIL_LENGTH && beside < TAIL
}
