import type { Point, Rectangle } from '../../../reader/web/index.ts'
import type { Size } from '../../ui/stage/stageGeometry.ts'

const modulo = (value: number, divisor: number) => ((value % divisor) + divisor) % divisor

/** Degrees clockwise from twelve o'clock, 0 ≤ angle < 360. Points are ratios of a picture of `size`. */
export function angleOf(axis: Point, point: Point, { width, height }: Size): number {
  const degrees = (Math.atan2((point.x - axis.x) * width, (axis.y - point.y) * height) * 180) / Math.PI
  return modulo(degrees, 360)
}

/** As stored: whole degrees, 0..359. */
export const roundedAngle = (axis: Point, point: Point, size: Size): number =>
  Math.round(angleOf(axis, point, size)) % 360

/** Ratio of the picture's width. */
export const distanceOf = (a: Point, b: Point, { width, height }: Size): number =>
  Math.hypot((b.x - a.x) * width, (b.y - a.y) * height) / width

/** The point at `distance` (ratio of the picture's width) from the axis. */
export function pointAt(axis: Point, degrees: number, distance: number, { width, height }: Size): Point {
  const turn = (degrees * Math.PI) / 180
  const reach = distance * width
  return { x: axis.x + (reach * Math.sin(turn)) / width, y: axis.y - (reach * Math.cos(turn)) / height }
}

export const middleOf = ({ x1, y1, x2, y2 }: Rectangle): Point => ({ x: (x1 + x2) / 2, y: (y1 + y2) / 2 })

/** The rectangle of two opposite corners. */
export const rectangleBetween = (a: Point, b: Point): Rectangle => ({
  x1: Math.min(a.x, b.x),
  y1: Math.min(a.y, b.y),
  x2: Math.max(a.x, b.x),
  y2: Math.max(a.y, b.y),
})
