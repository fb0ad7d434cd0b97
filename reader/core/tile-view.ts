import { mapFrame } from './result.ts'
import type { Frame, Point } from './types.ts'

interface Extent {
  left: number
  top: number
  right: number
  bottom: number
}

/** In whole pixels. */
export interface View {
  left: number
  top: number
  width: number
  height: number
}

/** On each side, as a fraction of the longer side. */
const MARGIN = 0.1
/** Width by height, where the picture allows. */
const ASPECT = 4 / 3

/** Bounding box. */
export function boundingBox(points: readonly Point[]): Extent {
  const x = points.map((point) => point.x)
  const y = points.map((point) => point.y)
  return { left: Math.min(...x), top: Math.min(...y), right: Math.max(...x), bottom: Math.max(...y) }
}

/**
 * The part of a picture of `width` × `height` pixels that a tile shows: what was read and a margin. Null for
 * an empty frame.
 */
export function viewOf(frame: Frame, width: number, height: number): View | null {
  const points = placesIn(frame).map(({ x, y }) => ({
    x: within(x, 0, 1) * width,
    y: within(y, 0, 1) * height,
  }))
  if (points.length === 0) return null
  const { left, top, right, bottom } = boundingBox(points)
  const margin = 2 * MARGIN * Math.max(right - left, bottom - top)
  const across = right - left + margin
  const down = bottom - top + margin
  const size = {
    width: Math.round(within(Math.max(across, down * ASPECT), 1, width)),
    height: Math.round(within(Math.max(down, across / ASPECT), 1, height)),
  }
  return {
    left: Math.round(within((left + right - size.width) / 2, 0, width - size.width)),
    top: Math.round(within((top + bottom - size.height) / 2, 0, height - size.height)),
    ...size,
  }
}

/** Converts a frame of a picture of `width` × `height` pixels to a part of it. */
export function inView(frame: Frame, view: View, width: number, height: number): Frame {
  return mapFrame(frame, ({ x, y }) => ({
    x: (x * width - view.left) / view.width,
    y: (y * height - view.top) / view.height,
  }))
}

/** The digits if there are any: the searched area may be much larger. */
function placesIn({ area, boxes, needle, mark }: Frame): Point[] {
  if (boxes.length > 0) return boxes.flatMap(({ corners }) => corners)
  const ends = [needle, mark].flatMap((segment) => (segment ? [segment.from, segment.to] : []))
  return [...(area ?? []), ...ends]
}

const within = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value))
