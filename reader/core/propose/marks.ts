/** Grey levels along a line; all sizes in samples. */
export interface MarkedLine {
  /** NaN: outside the picture. */
  values: Float32Array
  /** It is closed. */
  round: boolean
  /** Radius of the background. */
  ground: number
  widest: number
  /** Distance limits of neighbouring marks. */
  closest: number
  farthest: number
}

/** Evenly spaced marks. */
export interface MarkRun {
  /** Positions in order; on a closed line they continue past its length. */
  marks: number[]
  /** Slots from the first to the last mark. */
  positions: number
  /** Mean change from step to step, as a fraction of a step. */
  uneven: number
}

/** In grey levels. */
const DEPTH = 9
/** Ratios of neighbouring steps: even scales, and scales crowded at one end. */
const STEADY = [1.2, 1.6]
/** Fewer marks are no scale. */
const MIN = 9
/** From this regularity on a run is even. */
const EVEN = 0.9
/** Marks after the first that are tried as the second. */
const SECONDS = 3

/** Narrow marks darker (-1) or lighter (1) than both sides. */
export function marksOn({ values, round, ground, widest }: MarkedLine, sign: 1 | -1): number[] {
  const { length } = values
  const found: number[] = []
  let from = -1
  let moment = 0
  let mass = 0
  let sum = 0
  let count = 0
  const add = (position: number, times: 1 | -1) => {
    const value = (round ? values[(position + length) % length] : values[position]) ?? Number.NaN
    if (Number.isNaN(value)) return
    sum += times * value
    count += times
  }
  for (let position = -ground; position < ground; position++) add(position, 1)
  for (let position = 0; position < length; position++) {
    add(position + ground, 1)
    const apart = sign * ((values[position] ?? 0) - sum / Math.max(1, count))
    add(position - ground, -1)
    if (apart > DEPTH) {
      if (from < 0) from = position
      moment += apart * position
      mass += apart
    } else if (from >= 0) {
      if (position - from <= widest) found.push(moment / mass + 0.5)
      from = -1
      moment = 0
      mass = 0
    }
  }
  return found
}

/** Steps are steady; single marks may be missing. */
export function longestRun(marks: readonly number[], line: MarkedLine): MarkRun | null {
  if (marks.length < MIN) return null
  const { length } = line.values
  const all = line.round ? [...marks, ...marks.map((mark) => mark + length)] : marks
  let best: MarkRun | null = null
  // A mark inside an even run starts no longer one.
  const covered = new Set<number>()
  for (let first = 0; first < marks.length; first++) {
    if (covered.has(marks[first] ?? 0)) continue
    for (let second = first + 1; second < Math.min(all.length, first + 1 + SECONDS); second++) {
      for (const steady of STEADY) {
        const run = runFrom(all, first, second, steady, line)
        if (run.marks.length < MIN) continue
        if (regularity(run) >= EVEN) for (const mark of run.marks) covered.add(mark)
        if (!best || scoreOf(run) > scoreOf(best)) best = run
      }
    }
  }
  return best
}

function runFrom(
  marks: readonly number[],
  first: number,
  second: number,
  steady: number,
  line: MarkedLine,
): MarkRun {
  const start = marks[first] ?? 0
  let last = marks[second] ?? 0
  let step = last - start
  const run: MarkRun = { marks: [start, last], positions: 2, uneven: 0 }
  if (step < line.closest || step > line.farthest) return { ...run, marks: [] }
  let changes = 0
  let hidden = false
  for (let next = second + 1; next < marks.length; next++) {
    const mark = marks[next] ?? 0
    if (mark >= start + line.values.length - 0.4 * step) break
    const ratio = (mark - last) / step
    if (ratio < 1 / steady) continue
    const positions = ratio > steady ? 2 : 1
    const own = ratio / positions
    if (own > steady || own < 1 / steady || (positions === 2 && hidden)) break
    hidden = positions === 2
    changes += Math.abs(own - 1)
    run.positions += positions
    run.marks.push(mark)
    step = 0.7 * step + (0.3 * (mark - last)) / positions
    last = mark
  }
  run.uneven = changes / Math.max(1, run.marks.length - 2)
  return run
}

/** 1 for evenly spaced marks without gaps, less for others. */
export function regularity({ marks, positions, uneven }: MarkRun): number {
  const complete = marks.length / positions
  return complete * complete * Math.max(0, 1 - 4 * uneven)
}

/** Many marks, and regular. */
export function scoreOf(run: MarkRun): number {
  return run.marks.length * regularity(run)
}
