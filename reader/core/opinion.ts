import type { Network } from './network.ts'
import { type Cut, unroll } from './polar.ts'
import { modulo } from './scale.ts'

/** What the network thinks of a dial. */
export interface Opinion {
  /** Degrees clockwise from twelve o'clock of the likeliest direction that is allowed. */
  degree: number
  /** Probability that the needle stands there, 0..1. */
  there: number
  /** Probability that it stands at the likeliest direction that is not allowed. */
  elsewhere: number
  /** Probability that there is no needle to be seen. */
  none: number
}

/** The network's input: places from the axis outwards and around, as in training (polar.py). */
const RINGS = 32
const STEPS = 180
const INNER = 0.14
const OUTER = 1.08
/** The scale radius in pixels to which a dial is brought for the network, and how far from the axis it looks. */
export const NETWORK_RADIUS = 56
export const NETWORK_REACH = OUTER * 1.06
/** The radius is seldom known well: three are tried and their answers averaged. */
const VIEWS = [0.94, 1, 1.06]
/** Columns to each side of a direction that belong to it: 8 degrees. */
const BESIDE = 4
/** Keeps pictures of next to nothing flat when they are standardised. */
const FLAT = 4

/** Directions in degrees clockwise from twelve o'clock. */
type Directions = (degree: number) => boolean

/**
 * Asks the network where the needle stands.
 *
 * @param allowed the directions at which it can stand
 * @param shown the directions that the network gets to see: what lies elsewhere is no dial
 */
export function runNetwork(cut: Cut, network: Network, allowed: Directions, shown: Directions): Opinion {
  const hidden = Array.from({ length: STEPS }, (_, step) => !shown((step * 360) / STEPS))
  const chances = new Float64Array(2 * STEPS)
  for (const view of VIEWS) {
    const grid = { inner: INNER * view, outer: OUTER * view, rings: RINGS, steps: STEPS }
    const { data, seen } = unroll(cut, grid)
    for (let place = 0; place < seen.length; place++) if (hidden[place % STEPS]) seen[place] = 0
    const answer = network.run(standardise(data, seen))
    answer.forEach((chance, at) => {
      chances[at] = (chances[at] ?? 0) + chance / VIEWS.length
    })
  }
  const can = Array.from({ length: STEPS }, (_, step) => allowed((step * 360) / STEPS))
  const inside = strongest(chances, (step) => can[step] === true)
  const outside = strongest(chances, (step) => can[step] === false)
  let none = 0
  for (let step = STEPS; step < 2 * STEPS; step++) none += chances[step] ?? 0
  return { degree: inside.degree, there: inside.chance, elsewhere: outside.chance, none }
}

/** The direction around which most probability lies, of those that may be chosen. */
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
  return { degree: modulo((middle * 360) / STEPS, 360), chance }
}

/**
 * Colours less their mean, over their deviation, three a place; places that are not seen count as the mean.
 *
 * @param seen 1 a place that lies in the picture
 */
export function standardise(data: Float32Array, seen: Uint8Array): Float32Array {
  let sum = 0
  let count = 0
  for (let place = 0; place < seen.length; place++) {
    if (!seen[place]) continue
    count += 3
    sum += (data[3 * place] ?? 0) + (data[3 * place + 1] ?? 0) + (data[3 * place + 2] ?? 0)
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
