import { difference } from './difference.ts'
import { fitLine, type Middle } from './line.ts'
import { tangent } from './math.ts'
import type { Polar } from './polar.ts'
import { modulo } from './scale.ts'

export interface Needle {
  /** Degrees clockwise from twelve o'clock, 0..360. */
  degree: number
  /** Pixels from the axis to where the needle ends. */
  tip: number
}

/** Degrees on each side that make the ground a place is compared with. */
const GROUND = 90
/** Difference above which a place can belong to a needle. */
const THRESHOLD = 0.6
/** Rings that a needle's run may lack, for a hole or a highlight. */
const GAP = 2
/** Degrees within which the needle's middle is sought on each ring. */
const MIDDLE = 3
/** Degrees that a needle can cover on the ring two thirds along its run; shadows and covers are wider. */
const WIDEST = 60
/** Share of a ring's greatest difference that belongs to the needle itself rather than to its shadow. */
const CORE = 0.6

export interface Run {
  first: number
  last: number
  /** Sum of the differences along it. */
  strength: number
}

/** What stands out on an unrolled dial. */
export interface Streaks {
  polar: Polar
  /** How much each place differs from its ring, smoothed along it. */
  map: Float32Array
  /** The best run at each step. */
  runs: (Run | null)[]
  /** How much of a needle each run is. */
  scores: Float64Array
}

/**
 * Looks for straight narrow runs of places that differ from their ring.
 *
 * @param onScale whether the dial's scale runs at a direction (degrees): what lies elsewhere is no ground to compare with
 */
export function findStreaks(polar: Polar, onScale: (degree: number) => boolean): Streaks {
  const { steps, rings } = polar
  const perDegree = steps / 360
  const map = smooth(
    difference(polar, Math.round(GROUND * perDegree), (step) => onScale(step / perDegree)),
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
 * The needle among the streaks: the longest and strongest at a direction that is allowed. Its degree is that of its
 * tip, where the straight line through it ends.
 *
 * @returns null when nothing stands out at an allowed direction
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
 * Whether what stands at a step is as narrow as a needle and not part of something that reaches out of the
 * scale, on the ring two thirds along its run.
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

/** The needle's middles from the foot of its run outwards, each sought around the one before it. */
function follow(map: Float32Array, polar: Polar, best: number, run: Run): Middle[] {
  const { rings, steps, radii } = polar
  const reach = Math.round((MIDDLE * steps) / 360)
  const middles: Middle[] = []
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

/** Middle in steps beside `best` of what differs most from the dial on one ring; null when nothing differs enough. */
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
