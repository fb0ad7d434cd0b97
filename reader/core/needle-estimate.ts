import type { Network } from './network.ts'
import { type DialCrop, unroll } from './polar.ts'
import { modulo } from './scale.ts'

export interface NeedleEstimate {
  /** Likeliest allowed direction, clockwise from twelve o'clock. */
  degree: number
  /** Its probability, 0..1. */
  there: number
  /** Probability of the likeliest other allowed direction. */
  rival: number
  /** Probability of the likeliest direction that is not allowed. */
  elsewhere: number
  /** Probability that no needle is visible. */
  none: number
}

/** The input: samples outwards and around, as in training (polar.py). */
const RINGS = 32
const STEPS = 180
const INNER = 0.14
const OUTER = 1.08
/** Scale radius of the input in pixels, and its reach from the axis. */
export const NETWORK_RADIUS = 56
export const NETWORK_REACH = OUTER * 1.06
/** Factors on the radius, which is seldom known well; outputs are averaged. */
const VIEWS = [0.94, 1, 1.06]
/** Columns on each side of a direction: 8 degrees. */
const BESIDE = 4
/** Keeps nearly flat pictures flat. */
const FLAT = 4

/** Degrees clockwise from twelve o'clock. */
type Directions = (degree: number) => boolean

/** `allowed`: where the needle can be; `shown`: where the network sees the dial. */
export function estimateNeedle(
  cut: DialCrop,
  network: Network,
  allowed: Directions,
  shown: Directions,
): NeedleEstimate {
  const hidden = Array.from({ length: STEPS }, (_, step) => !shown((step * 360) / STEPS))
  const chances = new Float64Array(2 * STEPS)
  for (const view of VIEWS) {
    const grid = { inner: INNER * view, outer: OUTER * view, rings: RINGS, steps: STEPS }
    const { data, seen } = unroll(cut, grid)
    for (let position = 0; position < seen.length; position++)
      if (hidden[position % STEPS]) seen[position] = 0
    const answer = network.run(standardise(data, seen))
    answer.forEach((chance, at) => {
      chances[at] = (chances[at] ?? 0) + chance / VIEWS.length
    })
  }
  const can = Array.from({ length: STEPS }, (_, step) => allowed((step * 360) / STEPS))
  const inside = strongest(chances, (step) => can[step] === true)
  const outside = strongest(chances, (step) => can[step] === false)
  const rival = strongest(chances, (step) => can[step] === true && stepsBetween(step, inside.step) > BESIDE)
  let none = 0
  for (let step = STEPS; step < 2 * STEPS; step++) none += chances[step] ?? 0
  return {
    degree: inside.degree,
    there: inside.chance,
    rival: rival.chance,
    elsewhere: outside.chance,
    none,
  }
}

function stepsBetween(a: number, b: number): number {
  return Math.abs(modulo(a - b + STEPS / 2, STEPS) - STEPS / 2)
}

function strongest(chances: Float64Array, choose: (step: number) => boolean) {
  let chance = 0
  let best = 0
  for (let step = 0; step < STEPS; step++) {
    if (!choose(step)) continue
    let sum = 0
    for (let off = -BESIDE; off <= BESIDE; off++) {
      const at = modulo(step + off, STEPS)
      if (choose(at)) sum += chances[at] ?? 0
    }
    if (sum > chance) {
      chance = sum
      best = step
    }
  }
  let moment = 0
  let mass = 0
  for (let off = -BESIDE; off <= BESIDE; off++) {
    const weight = chances[modulo(best + off, STEPS)] ?? 0
    moment += off * weight
    mass += weight
  }
  const middle = mass > 0 ? best + moment / mass : best
  return { degree: modulo((middle * 360) / STEPS, 360), step: best, chance }
}

/** Colours minus mean, over deviation; samples outside the picture (`seen` 0) get the mean. */
export function standardise(data: Float32Array, seen: Uint8Array): Float32Array {
  let sum = 0
  let count = 0
  for (let position = 0; position < seen.length; position++) {
    if (!seen[position]) continue
    count += 3
    sum += (data[3 * position] ?? 0) + (data[3 * position + 1] ?? 0) + (data[3 * position + 2] ?? 0)
  }
  const mean = count > 0 ? sum / count : 0
  const result = new Float32Array(data.length)
  let squares = 0
  for (let at = 0; at < data.length; at++) {
    if (!seen[Math.floor(at / 3)]) continue
    const off = (data[at] ?? 0) - mean
    result[at] = off
    squares += off * off
  }
  const deviation = Math.sqrt(squares / data.length) + FLAT
  for (let at = 0; at < data.length; at++) result[at] = (result[at] ?? 0) / deviation
  return result
}
