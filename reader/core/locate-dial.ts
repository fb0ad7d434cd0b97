import { findCircle } from './circle.ts'
import { hypotenuse } from './math.ts'
import type { DialPosition } from './polar.ts'
import type { Picture, ReaderSettings, Rectangle } from './types.ts'

/** Confidence factors without a set axis: by a complete rim, a partial one, the area alone. */
const BY_RIM = 0.9
const BY_ARC = 0.8
const BY_AREA = 0.7
/** Minimum, and that of a complete circle. */
const COVERED = 0.6
const COMPLETE = 0.8
/** In pixels. */
const SMALLEST_RADIUS = 12
/** As a fraction of the area's half side. */
const SCALE_IN_AREA = 0.85
const WHOLE: Rectangle = { x1: 0, y1: 0, x2: 1, y2: 1 }

interface Located {
  position: DialPosition
  /** Confidence in the position, 0..1. */
  share: number
}

/** The dial's position: as set, or by the rim of a round one; null if neither. */
export function locateDial(
  picture: Picture,
  settings: ReaderSettings,
  area: Rectangle | null,
): Located | null {
  const axis = axisIn(picture, settings)
  const radius = (settings.radius ?? 0) * picture.width
  if (axis && radius >= SMALLEST_RADIUS) return { position: { ...axis, radius }, share: 1 }
  const round = settings.type === 0
  const circle = round ? findCircle(picture, area ?? WHOLE) : null
  const rim = circle && circle.coverage >= COVERED ? circle : null
  if (axis) {
    const fitting = rim && near(axis, rim) ? rim.radius : reachInside(axis, picture, area ?? WHOLE)
    return { position: { ...axis, radius: fitting }, share: 1 }
  }
  if (rim) return { position: rim, share: rim.coverage >= COMPLETE ? BY_RIM : BY_ARC }
  if (!area) return null
  const { x1, y1, x2, y2 } = area
  const centre = { x: ((x1 + x2) / 2) * picture.width, y: ((y1 + y2) / 2) * picture.height }
  return { position: { ...centre, radius: reachInside(centre, picture, area) }, share: BY_AREA }
}

/** Null when it is not near the picture. */
function axisIn(picture: Picture, { axis }: ReaderSettings): { x: number; y: number } | null {
  if (!axis || !(axis.x >= -1 && axis.x <= 2 && axis.y >= -1 && axis.y <= 2)) return null
  return { x: axis.x * picture.width, y: axis.y * picture.height }
}

function near(axis: { x: number; y: number }, circle: DialPosition): boolean {
  return hypotenuse(axis.x - circle.x, axis.y - circle.y) < 0.2 * circle.radius
}

/** The largest scale that fits a region, with a margin. */
function reachInside(centre: { x: number; y: number }, picture: Picture, region: Rectangle): number {
  const width = (region.x2 - region.x1) * picture.width
  const height = (region.y2 - region.y1) * picture.height
  const right = Math.max(centre.x - region.x1 * picture.width, region.x2 * picture.width - centre.x)
  return SCALE_IN_AREA * Math.max(4, Math.min(right, Math.max(width, height) / 2))
}
