import { greyOf, type Raster, reduced } from '../resample.ts'
import type { Picture, Rectangle } from '../types.ts'
import { longestRun, type MarkedLine, type MarkRun, marksOn, regularity, scoreOf } from './marks.ts'

interface FoundColumn {
  area: Rectangle
  confidence: number
}

/** Of the reduced region, in pixels. */
const LONG_SIDE = 560
/** Pixels between searched lines. */
const STRIDE = 2
/** In pixels. */
const SIZES = { round: false, ground: 12, widest: 7, closest: 4, farthest: 48 }
/** Of a tube or slot, and its distance from the ticks, as fractions of the scale's length. */
const NARROWEST = 0.03
const WIDEST = 0.25
const AWAY = 0.2
/** The fraction of the scale in which the walls are searched: the tube may lean. */
const MIDDLE = 0.3
/** So many marks can only be a scale. */
const FULL_MARKS = 24
/** Confidence factor: which strip beside the ticks is read is a guess. */
const GUESSED = 0.75

interface Ladder {
  run: MarkRun
  /** The line on which the ticks were found. */
  at: number
}

/** Finds a straight row of ticks and the tube or slot beside it. */
export function findColumn(picture: Picture, region: Rectangle): FoundColumn | null {
  const grey = greyOf(picture, region)
  const small = reduced(grey, LONG_SIDE, 16)
  const { width, height } = small
  const upright = ladderIn(small)
  const lying = ladderIn(turned(small))
  const standing = !lying || (upright !== null && scoreOf(upright.run) >= scoreOf(lying.run))
  const ladder = standing ? upright : lying
  if (!ladder) return null
  const { marks } = ladder.run
  const [first, last] = [marks[0] ?? 0, marks.at(-1) ?? 0]
  const walls = wallsBeside(standing ? small : turned(small), ladder.at, first, last)
  if (!walls) return null
  const box = standing
    ? { x1: walls[0], y1: first, x2: walls[1], y2: last }
    : { x1: first, y1: walls[0], x2: last, y2: walls[1] }
  const across = (region.x2 - region.x1) / width
  const down = (region.y2 - region.y1) / height
  return {
    area: {
      x1: region.x1 + box.x1 * across,
      y1: region.y1 + box.y1 * down,
      x2: region.x1 + box.x2 * across,
      y2: region.y1 + box.y2 * down,
    },
    confidence: GUESSED * Math.min(1, marks.length / FULL_MARKS) * regularity(ladder.run),
  }
}

function turned({ width, height, data }: Raster): Raster {
  const values = new Float32Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) values[x * height + y] = data[y * width + x] ?? 0
  }
  return { width: height, height: width, channels: 1, data: values }
}

/** The vertical with the longest run of ticks. */
function ladderIn(grey: Raster): Ladder | null {
  let best: Ladder | null = null
  for (let at = 1; at < grey.width - 1; at += STRIDE) {
    const line = lineAt(grey, at)
    for (const sign of [-1, 1] as const) {
      const run = longestRun(marksOn(line, sign), line)
      if (run && (!best || scoreOf(run) > scoreOf(best.run))) best = { run, at }
    }
  }
  return best
}

function lineAt({ width, height, data }: Raster, at: number): MarkedLine {
  const values = Float32Array.from({ length: height }, (_, y) => {
    const from = y * width + at
    return ((data[from - 1] ?? 0) + (data[from] ?? 0) + (data[from + 1] ?? 0)) / 3
  })
  return { values, ...SIZES }
}

/** The most prominent pair of long edges along the ticks. */
function wallsBeside(grey: Raster, at: number, first: number, last: number): [number, number] | null {
  const { width, data } = grey
  const length = last - first
  const top = Math.round(first + ((1 - MIDDLE) / 2) * length)
  const bottom = Math.round(last - ((1 - MIDDLE) / 2) * length)
  const edges = new Float64Array(width)
  for (let x = 2; x < width - 2; x++) {
    let sum = 0
    for (let y = top; y < bottom; y++) {
      const from = y * width + x
      sum += (data[from + 1] ?? 0) + (data[from + 2] ?? 0) - (data[from - 1] ?? 0) - (data[from - 2] ?? 0)
    }
    edges[x] = Math.abs(sum) / Math.max(1, bottom - top)
  }
  let best: [number, number] | null = null
  let highest = 0
  for (let left = 2; left < width - 2; left++) {
    if (!isPeak(edges, left)) continue
    for (
      let right = left + Math.ceil(NARROWEST * length);
      right <= left + WIDEST * length && right < width - 2;
      right++
    ) {
      if (!isPeak(edges, right) || (left < at && right > at)) continue
      const away = left >= at ? left - at : at - right
      if (away > AWAY * length) continue
      const strength = Math.min(edges[left] ?? 0, edges[right] ?? 0) * (1 - (3 * away) / length)
      if (strength > highest) {
        highest = strength
        best = [left + 0.5, right + 0.5]
      }
    }
  }
  return best
}

function isPeak(values: Float64Array, at: number): boolean {
  const own = values[at] ?? 0
  return own >= (values[at - 1] ?? 0) && own > (values[at + 1] ?? 0)
}
