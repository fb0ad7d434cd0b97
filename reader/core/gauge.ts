import { type DialReading, readDial } from './dial.ts'
import { locateDial } from './locate-dial.ts'
import { cosine, sine } from './math.ts'
import { AT_ODDS, CONTRADICTED, type NeedleEvidence, needleConfidence } from './needle-confidence.ts'
import type { DialPosition } from './polar.ts'
import { type Floors, unreadableReason } from './quality.ts'
import { evenDivisionsOf, refineDialAxis } from './refine-dial.ts'
import { conclude, decimalsFor, decimalsOf, MIN_CONFIDENCE, noValue, type PictureResult } from './result.ts'
import { createScale, isMonotonic, type Scale, spanOf, valueAt } from './scale.ts'
import { parseArea, parseScale } from './settings.ts'
import { boundingBox } from './tile-view.ts'
import type { Models, Picture, Point, ReaderSettings, Reason, Rectangle } from './types.ts'

const FLOORS: Floors = { contrast: 10, sharpness: 0.08 }
/** Confidence factor beyond an end pin: needles seldom stand there. */
const BEYOND = 0.8
/** Tolerated error as a fraction of the span, and the confidence factor beyond it. */
const TOLERANCE = 0.02
const INEXACT = 0.85
/** From these probabilities on the needle is off the scale, or there is none. */
const ELSEWHERE = 0.7
const NONE = 0.5
/** Margin of a dial around pins and axis, in scale radii. */
const RIM = 0.2
const ARC_STEPS = 36
/** Below this confidence, much white in the picture is reported as glare. */
const CERTAIN = 0.9
const GLARING = 0.15

export function readGauge(
  picture: Picture,
  settings: ReaderSettings,
  { needles }: Models,
  confidenceIn: (needle: NeedleEvidence) => number = needleConfidence,
): PictureResult {
  const parsed = settings.settings === null ? null : parseScale(settings.settings)
  const laid = parsed?.ok ? createScale(parsed.value) : null
  const scale = laid && isMonotonic(laid) ? laid : null
  const given = areaOf(settings)
  const located = scale && locateDial(picture, settings, given)
  if (!scale || !located) return noValue('unknown', { area: given })
  const divisions = evenDivisionsOf(scale)
  const position =
    divisions === null ? located.position : refineDialAxis(picture, located.position, divisions, scale.start)
  const area = given ?? faceAt(picture, position, scale)
  const dial = readDial(picture, position, scale, needles)
  if (!dial) return noValue('unknown', { area })
  const against = unreadableReason(dial.quality, FLOORS)
  if (against) return noValue(against, { area })
  const certainty = confidenceIn(dial)
  const hidden = hidingOf(dial, certainty)
  if (hidden) return withoutValue(dial, hidden, area)
  const { value, outside, perDegree } = valueAt(scale, dial.degree)
  const span = spanOf(scale.pins)
  const exact = dial.tolerance * perDegree <= TOLERANCE * span
  const trust = located.share * (outside ? BEYOND : 1) * (exact ? 1 : INEXACT)
  const confidence = certainty * trust
  const reasons: Reason[] = outside && confidence >= MIN_CONFIDENCE ? ['outside scale'] : []
  if (confidence < CERTAIN && dial.quality.saturated > GLARING) reasons.push('glare')
  return conclude({
    value,
    decimals: decimalsFor(span),
    shownDecimals: decimalsOf(settings),
    degree: dial.degree,
    confidence,
    reasons,
    frame: {
      area,
      needle: {
        from: pointAt(picture, position, 0, 0),
        to: pointAt(picture, position, dial.degree, dial.tip),
      },
    },
  })
}

/** Why no needle is seen on the scale; null when one is. */
function hidingOf({ estimate, quality }: DialReading, certainty: number): Reason | null {
  if (certainty >= MIN_CONFIDENCE) return null
  if (estimate.elsewhere > ELSEWHERE) return 'outside scale'
  if (estimate.none <= NONE) return null
  return quality.saturated > GLARING ? 'glare' : 'unknown'
}

/** A direction without a value, only where network and streak agree. */
function withoutValue(
  { degree, estimate, apart }: DialReading,
  reason: Reason,
  area: Rectangle | null,
): PictureResult {
  const alike = reason !== 'outside scale' && apart !== null && apart <= AT_ODDS
  const confidence = Math.min(estimate.there, CONTRADICTED)
  return conclude({ degree: alike ? degree : null, confidence, reasons: [reason], frame: { area } })
}

function areaOf(settings: ReaderSettings): Rectangle | null {
  const parsed = settings.area === null ? null : parseArea(settings.area)
  return parsed?.ok ? parsed.value : null
}

/** The part of the picture with the scale and its axis. */
function faceAt(
  picture: Picture,
  position: DialPosition,
  { start, direction, sweep }: Scale,
): Rectangle | null {
  const points = [pointAt(picture, position, 0, 0)]
  for (let step = 0; step <= ARC_STEPS; step++)
    points.push(pointAt(picture, position, start + (direction * sweep * step) / ARC_STEPS, position.radius))
  const { left, top, right, bottom } = boundingBox(points)
  const across = (RIM * position.radius) / picture.width
  const down = (RIM * position.radius) / picture.height
  const x1 = Math.max(0, left - across)
  const y1 = Math.max(0, top - down)
  const x2 = Math.min(1, right + across)
  const y2 = Math.min(1, bottom + down)
  return x1 < x2 && y1 < y2 ? { x1, y1, x2, y2 } : null
}

/** `distance` in pixels from the axis; ratios of the picture. */
function pointAt(picture: Picture, position: DialPosition, degree: number, distance: number): Point {
  const turn = (degree * Math.PI) / 180
  return {
    x: (position.x + distance * sine(turn)) / picture.width,
    y: (position.y - distance * cosine(turn)) / picture.height,
  }
}
