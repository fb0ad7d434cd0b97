import { resample } from '../resample.ts'
import type { Picture, Rectangle } from '../types.ts'

/** An area resampled along its long side, with a margin. */
export interface Strip {
  /** Red, green, blue; along the range (from bottom or left), then across. */
  data: Float32Array
  positions: number
  lanes: number
  vertical: boolean
  /** Of the area. */
  start: number
  end: number
}

export interface Profile {
  /** Red, green, blue a position. */
  data: Float32Array
  start: number
  end: number
}

const MAX_PLACES = 300
const MIN_PLACES = 60
/** Lanes across the area; as many again are beside it, half on each side. */
export const LANES = 16
/** At each end, as a fraction of the area's length. */
const BEYOND = 0.1
/** Radius of the median that removes narrow marks, as a fraction of the area's length. */
const WIPED = 0.012

export function stripOf(picture: Picture, area: Rectangle): Strip {
  const left = area.x1 * picture.width
  const right = area.x2 * picture.width
  const top = area.y1 * picture.height
  const bottom = area.y2 * picture.height
  const vertical = bottom - top >= right - left
  const [from, to, low, high] = vertical ? [top, bottom, left, right] : [left, right, top, bottom]
  const inside = Math.round(Math.min(MAX_PLACES, Math.max(MIN_PLACES, to - from)))
  const margin = Math.round(BEYOND * inside)
  const positions = inside + 2 * margin
  const along = ((to - from) * margin) / inside
  const across = (high - low) / 2
  const window = vertical
    ? { left: low - across, right: high + across, top: from - along, bottom: to + along }
    : { left: from - along, right: to + along, top: low - across, bottom: high + across }
  const lanes = 2 * LANES
  const cut = resample(
    { ...picture, channels: 4 },
    window,
    vertical ? lanes : positions,
    vertical ? positions : lanes,
  ).data
  const data = new Float32Array(positions * lanes * 3)
  for (let position = 0; position < positions; position++) {
    for (let lane = 0; lane < lanes; lane++) {
      const at = vertical ? (positions - 1 - position) * lanes + lane : lane * positions + position
      for (let channel = 0; channel < 3; channel++) {
        data[(position * lanes + lane) * 3 + channel] = cut[at * 4 + channel] ?? 0
      }
    }
  }
  return { data, positions, lanes, vertical, start: margin, end: margin + inside }
}

/** Each colour is the median of three lanes; `slant`: lanes by which it shifts over the area. */
export function profileAlong(strip: Strip, lane: number, slant: number): Profile {
  const { positions, lanes, start, end } = strip
  const data = new Float32Array(positions * 3)
  for (let position = 0; position < positions; position++) {
    const aside = slant * ((position - start) / (end - start) - 0.5)
    const at = Math.min(lanes - 2, Math.max(1, Math.round(lane + aside)))
    const from = (position * lanes + at - 1) * 3
    for (let channel = 0; channel < 3; channel++) {
      const a = strip.data[from + channel] ?? 0
      const b = strip.data[from + 3 + channel] ?? 0
      const c = strip.data[from + 6 + channel] ?? 0
      data[position * 3 + channel] = Math.max(Math.min(a, b), Math.min(Math.max(a, b), c))
    }
  }
  return { data, start, end }
}

/** Running median over `2 · reach + 1` positions, fewer at the ends. */
export function runningMedian(data: Float32Array, reach: number): Float32Array {
  const positions = data.length / 3
  const result = new Float32Array(data.length)
  for (let channel = 0; channel < 3; channel++) {
    const values = Float32Array.from(
      { length: positions },
      (_, position) => data[position * 3 + channel] ?? 0,
    )
    for (let position = 0; position < positions; position++) {
      const near = values.slice(Math.max(0, position - reach), position + reach + 1).sort()
      result[position * 3 + channel] = near[near.length >> 1] ?? 0
    }
  }
  return result
}

/** Without narrow marks: ticks, lines between flaps. */
export function withoutNarrowMarks(strip: Strip): Strip {
  const { positions, lanes, start, end } = strip
  const reach = Math.max(1, Math.round(WIPED * (end - start)))
  const data = new Float32Array(strip.data.length)
  const lane = new Float32Array(positions * 3)
  for (let at = 0; at < lanes; at++) {
    for (let position = 0; position < positions; position++) {
      for (let channel = 0; channel < 3; channel++) {
        lane[position * 3 + channel] = strip.data[(position * lanes + at) * 3 + channel] ?? 0
      }
    }
    const smooth = runningMedian(lane, reach)
    for (let position = 0; position < positions; position++) {
      for (let channel = 0; channel < 3; channel++) {
        data[(position * lanes + at) * 3 + channel] = smooth[position * 3 + channel] ?? 0
      }
    }
  }
  return { ...strip, data }
}
