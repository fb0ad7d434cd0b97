import { tangent } from './math.ts'
import { fitLine, type NeedleCentre } from './needle-line.ts'
import type { Polar } from './polar.ts'
import { differenceFromRing } from './ring-difference.ts'
import { modulo } from './scale.ts'

export interface Needle {
  /** Clockwise from twelve o'clock, 0..360. */
  degree: number
  /** Pixels from the axis to the needle's end. */
  tip: number
  /** Pixels from the axis to where the streak begins. */
  root: number
  /** Of differences along the streak, a mean over all rings. */
  strength: number
}

/** On each side, in degrees. */
const GROUND = 90
/** Minimum difference of a needle's samples. */
const THRESHOLD = 0.6
/** Rings that may be missing in a run. */
const GAP = 2
/** Degrees searched for the centre on each ring. */
const MIDDLE = 3
/** Degrees on the ring two thirds along the run; shadows and covers are wider. */
const WIDEST = 60
/** Fraction of a ring's greatest difference that is needle, not shadow. */
const CORE = 0.6

export interface Run {
  first: number
  last: number
  /** Sum of the differences along it. */
  strength: number
}

interface Streaks {
  polar: Polar
  /** Difference of each sample from its ring, smoothed along it. */
  map: Float32Array
  /** The best one a step. */
  runs: (Run | null)[]
  scores: Float64Array
}

/**
 * Finds straight narrow runs of samples that differ from their ring; `onScale` directions (degrees) are the
 * background.
 */
export function findStreaks(polar: Polar, onScale: (degree: number) => boolean): Streaks {
  const { steps, rings } = polar
  const perDegree = steps / 360
  const map = smooth(
    differenceFromRing(polar, Math.round(GROUND * perDegree), (step) => onScale(step / perDegree)),
    rings,
    steps,
  )
  const runs = Array.from({ length: steps }, (_, step) => longestRun(map, rings, steps, step))
  const scores = new Float64Array(steps)
  runs.forEach((run, step) => {
    if (!run || !onScale(step / perDegree)) return
    if (isNarrow(map, steps, step, run, onScale)) scores[step] = run.strength / rings
  })
  return { polar, map, runs, scores }
}

/**
 * Selects the longest and strongest streak at an allowed direction; null: none. Its degree is that of its
 * tip, where the fitted line ends.
 */
export function chooseNeedle(streaks: Streaks, allowed: (degree: number) => boolean): Needle | null {
  const { polar, map, runs, scores } = streaks
  const { steps } = polar
  const perDegree = steps / 360
  let best = -1
  let score = 0
  scores.forEach((value, step) => {
    if (value <= score || !allowed(step / perDegree)) return
    best = step
    score = value
  })
  const run = runs[best]
  if (!run) return null
  const line = fitLine(follow(map, polar, best, run))
  return {
    degree: modulo(best / perDegree + (line ? (line.lean * 180) / Math.PI : 0), 360),
    tip: line?.tip ?? polar.radii[run.last] ?? 0,
    root: polar.radii[run.first] ?? 0,
    strength: score,
  }
}

function smooth(map: Float32Array, rings: number, steps: number): Float32Array {
  const result = new Float32Array(map.length)
  for (let ring = 0; ring < rings; ring++) {
    const from = ring * steps
    for (let step = 0; step < steps; step++) {
      const before = map[from + modulo(step - 1, steps)] ?? 0
      const after = map[from + modulo(step + 1, steps)] ?? 0
      result[from + step] = 0.25 * before + 0.5 * (map[from + step] ?? 0) + 0.25 * after
    }
  }
  return result
}

function longestRun(map: Float32Array, rings: number, steps: number, step: number): Run | null {
  let best: Run | null = null
  let current: Run | null = null
  for (let ring = 0; ring < rings; ring++) {
    const value = map[ring * steps + step] ?? 0
    if (value < THRESHOLD) continue
    if (current && ring - current.last <= GAP + 1) {
      current.last = ring
      current.strength += value
    } else {
      current = { first: ring, last: ring, strength: value }
    }
    if (!best || current.strength > best.strength) best = current
  }
  return best
}

/**
 * As narrow as a needle and not part of something that extends off the scale, on the ring two thirds along
 * its run.
 */
function isNarrow(
  map: Float32Array,
  steps: number,
  step: number,
  run: Run,
  allowed: (degree: number) => boolean,
): boolean {
  const ring = run.first + Math.round(((run.last - run.first) * 2) / 3)
  const widest = (WIDEST * steps) / 360
  let width = 0
  for (const direction of [-1, 1]) {
    let at = step
    while ((map[ring * steps + modulo(at, steps)] ?? 0) >= THRESHOLD) {
      if (++width > widest || !allowed((modulo(at, steps) * 360) / steps)) return false
      at += direction
    }
  }
  return true
}

/** Centres from the inner end outwards, each searched around the previous one. */
function follow(map: Float32Array, polar: Polar, best: number, run: Run): NeedleCentre[] {
  const { rings, steps, radii } = polar
  const reach = Math.round((MIDDLE * steps) / 360)
  const middles: NeedleCentre[] = []
  let last = run.first
  for (let ring = run.first; ring < rings && ring - last <= GAP + 1; ring++) {
    const offset = middleOf(map, ring, steps, best, reach)
    if (offset === null) continue
    last = ring
    const radius = radii[ring] ?? 0
    middles.push({ radius, aside: radius * tangent((offset * 2 * Math.PI) / steps) })
  }
  return middles
}

/** In steps from `best`; null: the difference is too small. */
function middleOf(
  map: Float32Array,
  ring: number,
  steps: number,
  best: number,
  reach: number,
): number | null {
  const valueAt = (offset: number) => map[ring * steps + modulo(best + offset, steps)] ?? 0
  let highest = 0
  for (let offset = -reach; offset <= reach; offset++) highest = Math.max(highest, valueAt(offset))
  if (highest < THRESHOLD) return null
  let moment = 0
  let mass = 0
  for (let offset = -reach; offset <= reach; offset++) {
    const above = Math.max(0, valueAt(offset) - CORE * highest)
    moment += offset * above
    mass += above
  }
  return moment / mass
}
