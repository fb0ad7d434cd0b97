import type { Frame, Point } from '../../../../reader/web/index.ts'
import type { Part, Size } from '../../../ui/stage/stageGeometry.ts'

/** On each side, as a fraction of the longer one. */
const margin = 0.12

/** The part of a photograph in which a person checks what was read; null for an empty frame. */
export function closeUpOf({ area, boxes, needle, mark }: Frame, { width, height }: Size): Part | null {
  const inPixels = ({ x, y }: Point): Point => ({ x: x * width, y: y * height })
  const points = (
    boxes.length > 0
      ? boxes.flatMap(({ corners }) => corners)
      : [...(area ?? []), ...[needle, mark].flatMap((line) => (line ? [line.from, line.to] : []))]
  ).map(inPixels)
  if (needle && boxes.length === 0) points.push(...around(inPixels(needle.from), inPixels(needle.to)))
  if (points.length === 0) return null
  const x = points.map((point) => point.x)
  const y = points.map((point) => point.y)
  const [left, top, right, bottom] = [Math.min(...x), Math.min(...y), Math.max(...x), Math.max(...y)]
  const aside = margin * Math.max(right - left, bottom - top)
  return {
    x1: Math.max(0, (left - aside) / width),
    y1: Math.max(0, (top - aside) / height),
    x2: Math.min(1, (right + aside) / width),
    y2: Math.min(1, (bottom + aside) / height),
  }
}

/** The needle's whole round: a direction says nothing without its scale. */
function around(axis: Point, tip: Point): Point[] {
  const length = Math.hypot(tip.x - axis.x, tip.y - axis.y)
  return [
    { x: axis.x - length, y: axis.y - length },
    { x: axis.x + length, y: axis.y + length },
  ]
}
