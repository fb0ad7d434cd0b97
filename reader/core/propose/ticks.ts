import { cosine, sine } from '../math.ts'
import type { Raster } from '../resample.ts'
import type { Position } from './axis.ts'
import { longestRun, type MarkedLine, type MarkRun, marksOn, scoreOf } from './marks.ts'

export interface TickArc {
  /** Degrees clockwise from twelve o'clock of the first and last tick; the last may pass 360. */
  start: number
  end: number
  run: MarkRun
  /** In pixels. */
  inner: number
  outer: number
}

const STEPS = 1080
const PER_DEGREE = STEPS / 360
const RIGHT = Float64Array.from({ length: STEPS }, (_, step) => sine((step / STEPS) * 2 * Math.PI))
const UP = Float64Array.from({ length: STEPS }, (_, step) => cosine((step / STEPS) * 2 * Math.PI))
/** From degrees. */
const SIZES = {
  round: true,
  ground: 4 * PER_DEGREE,
  widest: 3.4 * PER_DEGREE,
  closest: 1.1 * PER_DEGREE,
  farthest: 15 * PER_DEGREE,
}
/** Above this many rings every other one is searched. */
const MANY = 80
/** Degrees between marks of one tick on different rings. */
const SAME = 0.8
/** A tick ring reaches as far as this fraction of the ticks. */
const ENOUGH = 0.5

/** Finds the ring with the longest run of evenly spaced ticks. */
export function ticksAround(grey: Raster, axis: Position, smallest: number, largest: number): TickArc | null {
  const rings: MarkedLine[] = []
  const stride = largest - smallest > MANY ? 2 : 1
  for (let radius = smallest; radius <= largest; radius += stride) rings.push(ringOf(grey, axis, radius))
  let best: { run: MarkRun; at: number; sign: 1 | -1 } | null = null
  for (const sign of [1, -1] as const) {
    for (const [at, ring] of rings.entries()) {
      const run = longestRun(marksOn(ring, sign), ring)
      if (run && (!best || scoreOf(run) > scoreOf(best.run))) best = { run, at, sign }
    }
  }
  if (!best) return null
  const { run, at, sign } = best
  const reaches = (ring: MarkedLine | undefined): boolean => {
    const marks = ring ? marksOn(ring, sign) : []
    const seen = run.marks.filter((mark) =>
      marks.some((other) => Math.abs(other - (mark % STEPS)) < SAME * PER_DEGREE),
    )
    return seen.length >= ENOUGH * run.marks.length
  }
  let inner = at
  let outer = at
  while (inner > 0 && reaches(rings[inner - 1])) inner--
  while (outer < rings.length - 1 && reaches(rings[outer + 1])) outer++
  return {
    start: (run.marks[0] ?? 0) / PER_DEGREE,
    end: (run.marks.at(-1) ?? 0) / PER_DEGREE,
    run,
    inner: smallest + stride * inner,
    outer: smallest + stride * outer,
  }
}

function ringOf(grey: Raster, axis: Position, radius: number): MarkedLine {
  const { width, height, data } = grey
  const values = new Float32Array(STEPS)
  for (let step = 0; step < STEPS; step++) {
    const x = axis.x + radius * (RIGHT[step] ?? 0) - 0.5
    const y = axis.y - radius * (UP[step] ?? 0) - 0.5
    const left = Math.floor(x)
    const top = Math.floor(y)
    if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) {
      values[step] = Number.NaN
      continue
    }
    const at = top * width + left
    const upper = (data[at] ?? 0) * (left + 1 - x) + (data[at + 1] ?? 0) * (x - left)
    const lower = (data[at + width] ?? 0) * (left + 1 - x) + (data[at + width + 1] ?? 0) * (x - left)
    values[step] = upper * (top + 1 - y) + lower * (y - top)
  }
  return { values, ...SIZES }
}
