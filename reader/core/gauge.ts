import { findCircle } from './circle.ts'
import { type DialPlace, readDial } from './dial.ts'
import { type Floors, objection } from './quality.ts'
import { conclude, decimalsFor, decimalsOf, refuse } from './result.ts'
import { layScale, type Scale, valueAt } from './scale.ts'
import { parseArea, parseScale } from './settings.ts'
import type { Picture, ReaderSettings, ReadResult, Reason, Rectangle } from './types.ts'

const FLOORS: Floors = { contrast: 10, sharpness: 0.08 }

/** What remains of the confidence in a needle beyond an end pin: it seldom stands there. */
const BEYOND = 0.8
/** The share of a guessed place's confidence that remains: the axis was not given. */
const GUESSED = 0.85
/** A circle is believed when this share of its circumference is seen. */
const COVERED = 0.6
/** Pixels below which a dial shows nothing. */
const SMALLEST_RADIUS = 12
/** Where a scale usually runs, as a share of its area's half side. */
const SCALE_IN_AREA = 0.85
const WHOLE: Rectangle = { x1: 0, y1: 0, x2: 1, y2: 1 }

/** Reads a round or rectangular gauge. */
export function readGauge(picture: Picture, settings: ReaderSettings): ReadResult {
  const parsed = settings.settings === null ? null : parseScale(settings.settings)
  const scale = parsed?.ok ? layScale(parsed.value) : null
  const area = areaOf(settings)
  if (!scale) return refuse('no settings', { area })
  const found = locate(picture, settings, area)
  if (!found) return refuse('no settings', { area })
  const { place, share } = found
  const dial = readDial(picture, place, scale)
  if (!dial) return refuse('no settings', { area })
  const { needle, quality } = dial
  const against = objection(quality, FLOORS)
  if (against) return refuse(against, { area })
  if (!needle) return refuse('unknown', { area })
  const { value, outside } = valueAt(scale, needle.degree)
  const turn = (needle.degree * Math.PI) / 180
  const tip = {
    x: (place.x + needle.tip * Math.sin(turn)) / picture.width,
    y: (place.y - needle.tip * Math.cos(turn)) / picture.height,
  }
  const confidence = needle.confidence * share * (outside ? BEYOND : 1)
  const reasons: Reason[] = outside ? ['outside scale'] : []
  if (confidence < CERTAIN && quality.saturated > GLARING) reasons.push('glare')
  return conclude({
    value,
    decimals: decimalsFor(spanOf(scale)),
    shownDecimals: decimalsOf(settings),
    degree: needle.degree,
    confidence,
    reasons,
    frame: { area, needle: { from: { x: place.x / picture.width, y: place.y / picture.height }, to: tip } },
  })
}

const CERTAIN = 0.9
const GLARING = 0.15

function areaOf(settings: ReaderSettings): Rectangle | null {
  const parsed = settings.area === null ? null : parseArea(settings.area)
  return parsed?.ok ? parsed.value : null
}

function spanOf(scale: Scale): number {
  const values = scale.pins.map((pin) => pin.value)
  return Math.max(...values) - Math.min(...values)
}

/** Where the dial stands and how far that is to be trusted; null when nothing tells. */
function locate(
  picture: Picture,
  settings: ReaderSettings,
  area: Rectangle | null,
): { place: DialPlace; share: number } | null {
  const axis = axisIn(picture, settings)
  const radius = (settings.radius ?? 0) * picture.width
  if (axis && radius >= SMALLEST_RADIUS) return { place: { ...axis, radius }, share: 1 }
  const round = settings.type === 0
  const circle = round ? findCircle(picture, area ?? WHOLE) : null
  const rim = circle && circle.coverage >= COVERED ? circle : null
  if (axis) {
    const fitting = rim && near(axis, rim) ? rim.radius : reachInside(axis, picture, area ?? WHOLE)
    return { place: { ...axis, radius: fitting }, share: 1 }
  }
  if (rim) return { place: rim, share: rim.coverage >= 0.8 ? 1 : GUESSED }
  if (!area && !round) return null
  const { x1, y1, x2, y2 } = area ?? WHOLE
  const centre = { x: ((x1 + x2) / 2) * picture.width, y: ((y1 + y2) / 2) * picture.height }
  return { place: { ...centre, radius: reachInside(centre, picture, area ?? WHOLE) }, share: GUESSED }
}

/** The axis pin in pixels; one that is not near the picture is as good as none. */
function axisIn(picture: Picture, { axis }: ReaderSettings): { x: number; y: number } | null {
  if (!axis || !(axis.x >= -1 && axis.x <= 2 && axis.y >= -1 && axis.y <= 2)) return null
  return { x: axis.x * picture.width, y: axis.y * picture.height }
}

function near(axis: { x: number; y: number }, circle: { x: number; y: number; radius: number }): boolean {
  return Math.hypot(axis.x - circle.x, axis.y - circle.y) < 0.2 * circle.radius
}

/** The largest scale that fits a region, short of its edges. */
function reachInside(centre: { x: number; y: number }, picture: Picture, region: Rectangle): number {
  const width = (region.x2 - region.x1) * picture.width
  const height = (region.y2 - region.y1) * picture.height
  const right = Math.max(centre.x - region.x1 * picture.width, region.x2 * picture.width - centre.x)
  return SCALE_IN_AREA * Math.max(4, Math.min(right, Math.max(width, height) / 2))
}
