import type { Mark } from './column-mark.ts'
import type { Profile } from './column-profile.ts'

/** Colour distance, in grey levels, between both sides of a surface: minimum, and ample. */
const STEP = 14
const AMPLE = 45
/** Fraction of the area's length compared on each side. */
const SIDE = 0.045
const CANDIDATES = 3

/** Finds where a profile changes from one colour to another. */
export function findSurface({ data, start, end }: Profile): Mark | null {
  const inside = end - start
  const sums = prefixSums(data)
  const side = Math.max(2, Math.round(SIDE * inside))
  const steps = new Float64Array(data.length / 3 + 1)
  for (let cut = side; cut <= data.length / 3 - side; cut++) {
    let squares = 0
    for (const sum of sums) {
      const step = ((sum[cut - side] ?? 0) + (sum[cut + side] ?? 0) - 2 * (sum[cut] ?? 0)) / side
      squares += step * step
    }
    steps[cut] = Math.sqrt(squares)
  }
  let best: Mark | null = null
  for (const cut of peaks(steps, side)) {
    const step = steps[cut] ?? 0
    if (step < STEP) continue
    const agreement = agreementOf(data, sums, start, end, cut)
    const weight = Math.min(1, step / AMPLE) * agreement * agreement
    if (!best || weight > best.weight) {
      best = { share: (halfway(data, sums, cut, side) - start) / inside, weight }
    }
  }
  return best
}

/** Local maxima, none within `side` of a higher one. */
function peaks(steps: Float64Array, side: number): number[] {
  const rest = steps.slice()
  const found: number[] = []
  while (found.length < CANDIDATES) {
    let highest = 0
    for (let cut = 1; cut < rest.length; cut++) if ((rest[cut] ?? 0) > (rest[highest] ?? 0)) highest = cut
    if ((rest[highest] ?? 0) <= 0) break
    found.push(highest)
    rest.fill(0, Math.max(0, highest - side), highest + side + 1)
  }
  return found
}

/** How well a cut separates the area's positions by colour: 0 is chance. */
function agreementOf(
  data: Float32Array,
  sums: Float64Array[],
  start: number,
  end: number,
  cut: number,
): number {
  const from = Math.min(start, cut - 4)
  const to = Math.max(end, cut + 4)
  const below = meanOf(sums, from, cut)
  const above = meanOf(sums, cut, to)
  let right = 0
  let rightAbove = 0
  for (let position = from; position < to; position++) {
    const colour = [data[position * 3] ?? 0, data[position * 3 + 1] ?? 0, data[position * 3 + 2] ?? 0]
    const nearerBelow = apart(colour, below) < apart(colour, above)
    if (position < cut && nearerBelow) right++
    if (position >= cut && !nearerBelow) rightAbove++
  }
  return Math.max(0, Math.min(right / (cut - from), rightAbove / (to - cut)) * 2 - 1)
}

/** Where the colour near a cut is halfway between its two sides. */
function halfway(data: Float32Array, sums: Float64Array[], cut: number, side: number): number {
  const below = meanOf(sums, cut - side, cut - (side >> 1))
  const above = meanOf(sums, cut + (side >> 1), cut + side)
  const whole = Math.max(1, apart(below, above))
  let position = cut - side
  for (let at = cut - side; at < cut + side; at++) {
    let along = 0
    for (let channel = 0; channel < 3; channel++) {
      const low = below[channel] ?? 0
      along += ((data[at * 3 + channel] ?? 0) - low) * ((above[channel] ?? 0) - low)
    }
    position += 1 - Math.min(1, Math.max(0, along / (whole * whole)))
  }
  return position
}

function apart(a: readonly number[], b: readonly number[]): number {
  let squares = 0
  for (let channel = 0; channel < 3; channel++) {
    const difference = (a[channel] ?? 0) - (b[channel] ?? 0)
    squares += difference * difference
  }
  return Math.sqrt(squares)
}

function prefixSums(data: Float32Array): Float64Array[] {
  return [0, 1, 2].map((channel) => {
    const sums = new Float64Array(data.length / 3 + 1)
    for (let position = 0; position < data.length / 3; position++) {
      sums[position + 1] = (sums[position] ?? 0) + (data[position * 3 + channel] ?? 0)
    }
    return sums
  })
}

function meanOf(sums: readonly Float64Array[], from: number, to: number): number[] {
  return sums.map((sum) => ((sum[to] ?? 0) - (sum[from] ?? 0)) / Math.max(1, to - from))
}
