import type { Features } from './descriptor.ts'
import { type Homography, homographyOf, type Points, project, scaleAt } from './homography.ts'
import type { Match } from './match.ts'

interface Consensus {
  /** From the reference's pixels to the photograph's. */
  homography: Homography
  /** Indices of the matches that agree. */
  inliers: number[]
  /** Number of distinct agreeing positions in the photograph. */
  positions: number
}

const ROUNDS = 1500
/** Refitting rounds of a candidate. */
const POLISH = 4
/** Limits of a camera's distance and lean: scale, and ratio of the scales. */
const NEAREST = 6
const FARTHEST = 0.12
const LEANEST = 6

/** Integers below `below` by seed (Mulberry32). */
function generator(seed: number): (below: number) => number {
  let state = seed | 0
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * below)
  }
}

/**
 * Whether a camera in front of the meter can produce this mapping: neither mirrored nor folded at any point.
 */
export function plausible(h: Homography, positions: readonly { x: number; y: number }[]): boolean {
  return positions.every(({ x, y }) => {
    const { longest, shortest, area } = scaleAt(h, x, y)
    return area > 0 && longest < NEAREST && shortest > FARTHEST && longest < LEANEST * shortest
  })
}

/**
 * The homography with most inliers. Best matches are tried first (Chum and Matas, PROSAC, 2005); each better
 * candidate is refitted to its inliers (Chum et al., LO-RANSAC, 2003).
 *
 * @param tolerance of an inlier, in pixels of the photograph
 * @param places where the homography must be plausible, in pixels of the reference
 */
export function findConsensus(
  a: Features,
  b: Features,
  matches: readonly Match[],
  tolerance: number,
  positions: readonly { x: number; y: number }[],
): Consensus | null {
  const count = matches.length
  if (count < 4) return null
  const from: Points = Float64Array.from(
    matches.flatMap((match) => [...a.positions.subarray(2 * match.from, 2 * match.from + 2)]),
  )
  const to: Points = Float64Array.from(
    matches.flatMap((match) => [...b.positions.subarray(2 * match.to, 2 * match.to + 2)]),
  )
  const random = generator(count)
  let best: { homography: Homography; score: number } | null = null
  let rounds = ROUNDS
  const chosen = [0, 0, 0, 0]
  for (let round = 0; round < rounds; round++) {
    // The pool grows from the best few to all.
    const pool = Math.min(count, 8 + Math.floor((round * count) / (ROUNDS / 2)))
    for (let i = 0; i < 4; i++) {
      do chosen[i] = random(pool)
      while (chosen.indexOf(chosen[i] as number) < i)
    }
    if (!wellSet(from, to, chosen)) continue
    const candidate = homographyOf(from, to, chosen)
    if (
      !candidate ||
      !plausible(
        candidate,
        chosen.map((index) => pointOf(from, index)),
      )
    )
      continue
    const score = scoreOf(candidate, from, to, tolerance)
    if (best && score <= best.score) continue
    const improved = polish(candidate, from, to, tolerance)
    const better =
      improved && improved.score > score && plausible(improved.homography, positions) ? improved : null
    if (!better && !plausible(candidate, positions)) continue
    best = better ?? { homography: candidate, score }
    const share = inliersOf(best.homography, from, to, tolerance).length / count
    // Enough rounds to draw four right matches together with 99 % probability.
    const once = share * share * share * share
    rounds = Math.min(rounds, Math.max(60, Math.ceil(4.6 / Math.max(1e-9, once))))
  }
  if (!best) return null
  const inliers = inliersOf(best.homography, from, to, tolerance)
  const seen = new Set(inliers.map((index) => `${to[2 * index]},${to[2 * index + 1]}`))
  return { homography: best.homography, inliers, positions: seen.size }
}

function pointOf(points: Points, index: number) {
  return { x: points[2 * index] as number, y: points[2 * index + 1] as number }
}

/** Four matches in general position, with the same orientation in both pictures. */
function wellSet(from: Points, to: Points, chosen: readonly number[]): boolean {
  for (let left = 0; left < 4; left++) {
    const [a, b, c] = chosen.filter((_, index) => index !== left) as [number, number, number]
    const here = twiceArea(from, a, b, c)
    const there = twiceArea(to, a, b, c)
    if (here * there <= 0 || Math.abs(here) < 40 || Math.abs(there) < 40) return false
  }
  return true
}

function twiceArea(points: Points, a: number, b: number, c: number): number {
  const p = pointOf(points, a)
  const q = pointOf(points, b)
  const r = pointOf(points, c)
  return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x)
}

function squareError(h: Homography, from: Points, to: Points, index: number): number {
  const { x, y } = project(h, from[2 * index] as number, from[2 * index + 1] as number)
  const dx = x - (to[2 * index] as number)
  const dy = y - (to[2 * index + 1] as number)
  return dx * dx + dy * dy
}

function scoreOf(h: Homography, from: Points, to: Points, tolerance: number): number {
  const limit = tolerance * tolerance
  let score = 0
  for (let index = 0; 2 * index < from.length; index++) {
    const error = squareError(h, from, to, index)
    if (error < limit) score += 1 - error / limit
  }
  return score
}

function inliersOf(h: Homography, from: Points, to: Points, tolerance: number): number[] {
  const inliers: number[] = []
  for (let index = 0; 2 * index < from.length; index++) {
    if (squareError(h, from, to, index) < tolerance * tolerance) inliers.push(index)
  }
  return inliers
}

/** Refits to the inliers repeatedly, with a shrinking tolerance. */
function polish(candidate: Homography, from: Points, to: Points, tolerance: number) {
  let homography = candidate
  for (let round = 0; round < POLISH; round++) {
    const width = tolerance * (3 - (2 * round) / (POLISH - 1))
    const inliers = inliersOf(homography, from, to, width)
    if (inliers.length < 5) return null
    const weights = inliers.map((index) => {
      const share = squareError(homography, from, to, index) / (width * width)
      return (1 - share) * (1 - share)
    })
    const next = homographyOf(from, to, inliers, weights)
    if (!next) return null
    homography = next
  }
  return { homography, score: scoreOf(homography, from, to, tolerance) }
}
