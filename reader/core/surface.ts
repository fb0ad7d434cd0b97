import type { Mark } from './mark.ts'
import type { Profile } from './profile.ts'
import type { Reason } from './types.ts'

/** Distance in colour, in grey levels, between the two sides of a surface that is needed. */
const STEP = 30
/** The shares of the profile that each side of a surface must have. */
const SIDE = 0.02
/** Share of the profile within which a surface in focus has turned from one colour to the other. */
const EDGE = 0.02
/** Share of the difference between the two colours that must lie there. */
const SUDDEN = 0.4

/**
 * Finds where a profile changes from one colour to another: the cut that leaves the least spread on both its
 * sides. Confidence is how much of the whole spread the cut explains.
 *
 * @returns the reason when there is no surface
 */
export function findSurface(profile: Profile): Mark | Reason {
  const { length } = profile
  const sums = prefixSums(profile)
  const whole = spread(sums, 0, length)
  const side = Math.round(SIDE * length)
  let cut = 0
  let least = Number.POSITIVE_INFINITY
  for (let place = side; place <= length - side; place++) {
    const rest = spread(sums, 0, place) + spread(sums, place, length)
    if (rest < least) {
      least = rest
      cut = place
    }
  }
  const step = stepBetween(sums, 0, cut, cut, length)
  if (step < STEP) return 'low contrast'
  const near = Math.round(EDGE * length)
  const far = 3 * near
  const edge = stepBetween(
    sums,
    Math.max(0, cut - far),
    Math.max(1, cut - near),
    cut + near,
    Math.min(length, cut + far),
  )
  if (edge < SUDDEN * step) return 'blur'
  return { share: cut / length, confidence: Math.min(1, (1 - least / whole) / 0.8) }
}

/** Distance in colour between two stretches. */
function stepBetween(sums: Sums, fromA: number, toA: number, fromB: number, toB: number): number {
  let squares = 0
  for (let channel = 0; channel < 3; channel++) {
    squares += (mean(sums, channel, fromA, toA) - mean(sums, channel, fromB, toB)) ** 2
  }
  return Math.sqrt(squares)
}

interface Sums {
  values: Float64Array[]
  squares: Float64Array
}

function prefixSums(profile: Profile): Sums {
  const { data, length } = profile
  const values = [0, 1, 2].map(() => new Float64Array(length + 1))
  const squares = new Float64Array(length + 1)
  for (let place = 0; place < length; place++) {
    let square = 0
    values.forEach((sum, channel) => {
      const value = data[place * 3 + channel] ?? 0
      sum[place + 1] = (sum[place] ?? 0) + value
      square += value * value
    })
    squares[place + 1] = (squares[place] ?? 0) + square
  }
  return { values, squares }
}

function mean(sums: Sums, channel: number, from: number, to: number): number {
  const sum = sums.values[channel]
  return ((sum?.[to] ?? 0) - (sum?.[from] ?? 0)) / Math.max(1, to - from)
}

/** Sum of squared distances from the mean colour. */
function spread(sums: Sums, from: number, to: number): number {
  let total = (sums.squares[to] ?? 0) - (sums.squares[from] ?? 0)
  for (let channel = 0; channel < 3; channel++) total -= mean(sums, channel, from, to) ** 2 * (to - from)
  return Math.max(0, total)
}
