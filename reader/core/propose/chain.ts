import type { Blob } from './blobs.ts'

/** A row of evenly spaced digits, in pixels of their raster. */
export interface Chain {
  /** Middle of the first slot. */
  x: number
  y: number
  pitch: number
  /** Change of y from one slot to the next. */
  fall: number
  positions: number
  /** Of the digits, not of their windows. */
  width: number
  height: number
  /** Slots with a digit found. */
  seen: number
  /** Mean distance from the slots, as a fraction of the pitch. */
  play: number
}

/** Pitch limits in digit heights. */
const NARROWEST = 0.45
const WIDEST = 2.2
const STEEPEST = 0.12
/** Relative difference of heights in a row. */
const UNEVEN = 0.2
/** Maximum distance from a slot: fractions of the pitch across, of the height vertically. */
const ASIDE = 0.28
const OFF = 0.16
const MAX = 14
const KEPT = 40

interface Figure {
  x: number
  y: number
  width: number
  height: number
}

/** Finds rows of at least `min` equally tall, evenly spaced blobs, longest first. */
export function chainsOf(blobs: readonly Blob[], min: number): Chain[] {
  const figures = blobs
    .map(({ left, top, right, bottom }) => ({
      x: (left + right) / 2,
      y: (top + bottom) / 2,
      width: right - left,
      height: bottom - top,
    }))
    .sort((a, b) => a.x - b.x || a.y - b.y)
  const chains: Chain[] = []
  for (let first = 0; first < figures.length; first++) {
    const a = figures[first]
    if (!a) continue
    for (let second = first + 1; second < figures.length; second++) {
      const b = figures[second]
      if (!b || b.x - a.x > WIDEST * a.height) break
      if (!fits(a, b)) continue
      const members = follow(figures, first, a, b)
      if (members.filter(Boolean).length >= min) chains.push(chainOf(members))
    }
  }
  return distinct(chains)
}

function fits(a: Figure, b: Figure): boolean {
  const pitch = b.x - a.x
  const tall = Math.max(a.height, b.height)
  return (
    pitch >= NARROWEST * tall &&
    Math.abs(a.height - b.height) <= UNEVEN * tall + 1 &&
    Math.abs(b.y - a.y) <= Math.max(1, STEEPEST * pitch)
  )
}

/** One slot may be empty. */
function follow(figures: readonly Figure[], from: number, a: Figure, b: Figure): (Figure | null)[] {
  const members: (Figure | null)[] = [a, b]
  let last = b
  let pitch = b.x - a.x
  let fall = b.y - a.y
  let gap = 0
  let at = from + 1
  while (members.length < MAX && gap < 2) {
    const x = last.x + pitch * (gap + 1)
    const y = last.y + fall * (gap + 1)
    let best: Figure | null = null
    let nearest = ASIDE * pitch
    for (; at < figures.length && (figures[at]?.x ?? 0) < x - ASIDE * pitch; at++);
    for (let next = at; next < figures.length; next++) {
      const figure = figures[next]
      if (!figure || figure.x > x + ASIDE * pitch) break
      if (Math.abs(figure.y - y) > OFF * a.height + 1) continue
      if (Math.abs(figure.height - a.height) > UNEVEN * a.height + 1) continue
      const distance = Math.abs(figure.x - x)
      if (distance <= nearest) {
        nearest = distance
        best = figure
      }
    }
    members.push(best)
    if (!best) {
      gap++
      continue
    }
    const index = members.length - 1
    pitch = (best.x - a.x) / index
    fall = (best.y - a.y) / index
    last = best
    gap = 0
  }
  while (members.length > 0 && !members.at(-1)) members.pop()
  return members
}

/** Least squares. Narrow digits (1) are not centred in their slot. */
function chainOf(members: readonly (Figure | null)[]): Chain {
  const known = members.flatMap((figure, index) => (figure ? [{ ...figure, index }] : []))
  const widest = Math.max(...known.map(({ width }) => width))
  const wide = known.filter(({ width }) => width > 0.6 * widest)
  const trusted = wide.length >= 2 ? wide : known
  const [x, pitch] = lineThrough(trusted.map(({ index, x }) => [index, x]))
  const [y, fall] = lineThrough(known.map(({ index, y }) => [index, y]))
  const heights = known.map(({ height }) => height).sort((a, b) => a - b)
  let play = 0
  for (const figure of trusted) play += Math.abs(figure.x - x - pitch * figure.index) / pitch / trusted.length
  return {
    x,
    y,
    pitch,
    fall,
    positions: members.length,
    width: widest,
    height: heights[heights.length >> 1] ?? 0,
    seen: known.length,
    play,
  }
}

function lineThrough(points: readonly (readonly [number, number])[]): [start: number, step: number] {
  let sumX = 0
  let sumY = 0
  for (const [x, y] of points) {
    sumX += x
    sumY += y
  }
  const meanX = sumX / points.length
  const meanY = sumY / points.length
  let covariance = 0
  let variance = 0
  for (const [x, y] of points) {
    covariance += (x - meanX) * (y - meanY)
    variance += (x - meanX) * (x - meanX)
  }
  const step = variance > 0 ? covariance / variance : 0
  return [meanY - step * meanX, step]
}

function distinct(chains: readonly Chain[]): Chain[] {
  const kept: Chain[] = []
  const sorted = chains.toSorted(
    (a, b) => b.seen - a.seen || a.play - b.play || b.height - a.height || a.x - b.x || a.y - b.y,
  )
  for (const chain of sorted) {
    if (kept.length >= KEPT) break
    if (!kept.some((other) => within(chain, other))) kept.push(chain)
  }
  return kept
}

function within(chain: Chain, other: Chain): boolean {
  const middle = chain.x + (chain.pitch * (chain.positions - 1)) / 2
  const at = (middle - other.x) / other.pitch
  const y = other.y + at * other.fall
  return (
    at > -0.5 &&
    at < other.positions - 0.5 &&
    Math.abs(y - chain.y - (chain.fall * (chain.positions - 1)) / 2) < 0.5 * other.height
  )
}
