import type { Mark } from './column-mark.ts'
import { type Profile, runningMedian } from './column-profile.ts'

/** Colour distance, in grey levels, between pointer and background: minimum, and ample. */
const STEP = 22
const AMPLE = 70
/** Of the greatest distance: minimum difference from the background. */
const DIFFERS = 0.4
/** As a fraction of the scale. */
const WIDEST = 0.2
/** Radius of the background's median, as a fraction of the area's length. */
const GROUND = 0.25
/** This many similar marks are the scale's own. */
const FAMILY = 3

interface ColourRun {
  from: number
  to: number
  strength: number
  colour: [number, number, number]
}

/** Finds the one narrow run that differs from the background and from the scale's own marks. */
export function findPointer(profile: Profile): Mark | null {
  const { start, end } = profile
  const inside = end - start
  const ground = smoothedCoarsely(profile.data, Math.round(GROUND * inside))
  const runs = colourRuns(profile, ground)
  const own = runs.filter((one) => runs.filter((other) => alike(one, other)).length < FAMILY)
  own.sort((a, b) => b.strength - a.strength || a.from - b.from)
  const best = own[0]
  if (!best || best.to - best.from > WIDEST * inside) return null
  const peak = best.strength / Math.sqrt(best.to - best.from)
  const rival = own[1]?.strength ?? 0
  const alone = Math.min(1, (1 - rival / best.strength) / 0.5)
  const share = ((best.from + best.to) / 2 - start) / inside
  return { share, weight: Math.min(1, peak / AMPLE) * alone }
}

const COARSE = 6

function smoothedCoarsely(data: Float32Array, reach: number): Float32Array {
  const few = Math.ceil(data.length / 3 / COARSE)
  const coarse = new Float32Array(few * 3)
  for (let position = 0; position < few; position++) {
    for (let channel = 0; channel < 3; channel++) {
      coarse[position * 3 + channel] = data[position * COARSE * 3 + channel] ?? 0
    }
  }
  return runningMedian(coarse, Math.round(reach / COARSE))
}

function colourRuns({ data, start, end }: Profile, ground: Float32Array): ColourRun[] {
  const positions = data.length / 3
  const distances = new Float64Array(positions)
  let greatest = 0
  for (let position = 0; position < positions; position++) {
    const under = Math.floor(position / COARSE) * 3
    let squares = 0
    for (let channel = 0; channel < 3; channel++) {
      const difference = (data[position * 3 + channel] ?? 0) - (ground[under + channel] ?? 0)
      squares += difference * difference
    }
    const distance = Math.sqrt(squares)
    distances[position] = distance
    if (position >= start && position < end) greatest = Math.max(greatest, distance)
  }
  const threshold = Math.max(STEP, DIFFERS * greatest)
  const found: ColourRun[] = []
  let from = -1
  for (let position = 0; position <= positions; position++) {
    const differs = position < positions && (distances[position] ?? 0) >= threshold
    if (differs && from < 0) from = position
    if (differs || from < 0) continue
    // A run that reaches the strip's end is a fitting, not a pointer.
    if (from > 0 && position < positions) found.push(colourRun(data, distances, ground, from, position))
    from = -1
  }
  return found
}

function colourRun(
  data: Float32Array,
  distances: Float64Array,
  ground: Float32Array,
  from: number,
  to: number,
): ColourRun {
  const colour: [number, number, number] = [0, 0, 0]
  let sum = 0
  for (let position = from; position < to; position++) {
    sum += distances[position] ?? 0
    const under = Math.floor(position / COARSE) * 3
    for (const channel of [0, 1, 2] as const) {
      colour[channel] += ((data[position * 3 + channel] ?? 0) - (ground[under + channel] ?? 0)) / (to - from)
    }
  }
  return { from, to, strength: sum / Math.sqrt(to - from), colour }
}

function alike(a: ColourRun, b: ColourRun): boolean {
  const widths = [a.to - a.from, b.to - b.from]
  if (Math.max(...widths) > 1.7 * Math.min(...widths) + 1) return false
  let squares = 0
  let size = 0
  for (const channel of [0, 1, 2] as const) {
    const difference = a.colour[channel] - b.colour[channel]
    squares += difference * difference
    size += Math.max(a.colour[channel] * a.colour[channel], b.colour[channel] * b.colour[channel])
  }
  return squares < 0.12 * size
}
